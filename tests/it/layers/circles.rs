//! Circles of files, in which each uses the next and the last uses the first. The check reads `use` declarations and
//! the paths in the code, and follows a re-export to the file that defines the item. Unit tests do not count.

use std::collections::{BTreeMap, BTreeSet};

/// A file as a module of its crate.
#[derive(Default)]
struct Module {
    /// The path of the file; `None` if it only declares modules and re-exports names.
    file: Option<String>,
    /// The name of each import, with its path.
    imports: BTreeMap<String, Vec<String>>,
    /// The paths that the code names, including imports.
    paths: Vec<Vec<String>>,
}

/// The circles among the files of a crate in `folder`. `files` are all files of the crate, with their texts; `sources`
/// is the folder of its root.
pub(crate) fn circles(sources: &str, folder: &str, files: &[(String, String)]) -> Vec<Vec<String>> {
    let modules: BTreeMap<Vec<String>, Module> = files
        .iter()
        .filter(|(file, _)| !file.ends_with("/tests.rs") && !file.ends_with("/main.rs"))
        .map(|(file, text)| (module_path(sources, file), parse(file, text)))
        .collect();
    let mut uses: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let is_below = |file: &str| file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    for (place, module) in &modules {
        let Some(file) = module.file.as_deref().filter(|file| is_below(file)) else { continue };
        let used = module.paths.iter().filter_map(|path| resolve(&modules, place, path, 0));
        uses.entry(file).or_default().extend(used.filter(|used| is_below(used) && *used != file));
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> = uses.keys().map(|file| (*file, reached(&uses, file))).collect();
    let mut circles = BTreeSet::new();
    for (file, others) in &reached {
        let circle: Vec<String> = others
            .iter()
            .filter(|other| others.contains(file) && reached.get(*other).is_some_and(|back| back.contains(file)))
            .map(|other| (*other).to_owned())
            .collect();
        if !circle.is_empty() {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// The paths that a text names, including imports.
pub(crate) fn paths(text: &str) -> Vec<Vec<String>> {
    parse("", text).paths
}

/// The files that a file uses, directly or through others.
fn reached<'a>(uses: &BTreeMap<&'a str, BTreeSet<&'a str>>, file: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![file];
    while let Some(next) = open.pop() {
        open.extend(uses.get(next).into_iter().flatten().filter(|used| found.insert(**used)));
    }
    found
}

fn module_path(sources: &str, file: &str) -> Vec<String> {
    let below = file.strip_prefix(sources).expect("the file lies below the root").trim_start_matches('/');
    let below = below.strip_suffix(".rs").unwrap_or(below);
    below.split('/').filter(|part| !matches!(*part, "mod" | "lib")).map(str::to_owned).collect()
}

/// The file that defines the first item of a path, resolved from the module at `place`.
fn resolve<'a>(
    modules: &'a BTreeMap<Vec<String>, Module>,
    place: &[String],
    path: &[String],
    depth: u8,
) -> Option<&'a str> {
    let mut here = place.to_vec();
    let mut rest = path;
    // Only `crate`, `super` and `self` certainly name a module. Any other first name is a child module, an import, or
    // another crate.
    let mut is_own = false;
    while let Some((first, others)) = rest.split_first() {
        match first.as_str() {
            "crate" => here.clear(),
            "super" => drop(here.pop()),
            "self" => {}
            name => {
                let child: Vec<String> = here.iter().cloned().chain([name.to_owned()]).collect();
                if modules.contains_key(&child) {
                    here = child;
                } else if let Some(import) = modules.get(&here)?.imports.get(name) {
                    let whole: Vec<String> = import.iter().chain(others).cloned().collect();
                    // The depth is limited, because an import with the name of its own crate would recurse for ever.
                    return if depth < 8 { resolve(modules, &here, &whole, depth + 1) } else { None };
                } else {
                    break;
                }
            }
        }
        is_own = true;
        rest = others;
    }
    if is_own { modules.get(&here)?.file.as_deref() } else { None }
}

fn parse(file: &str, text: &str) -> Module {
    let tokens = tokens(text);
    let token = |place: usize| tokens.get(place).map_or("", String::as_str);
    let is = |place: usize, words: &str| words.split(' ').enumerate().all(|(next, word)| token(place + next) == word);
    let mut module = Module::default();
    // The depths at which inline modules began.
    let mut inline = Vec::new();
    let (mut place, mut depth, mut defines, mut is_test) = (0, 0, false, false);
    while place < tokens.len() {
        match token(place) {
            "#" if is(place, "# [ cfg ( test ) ]") => is_test = true,
            "pub" if is(place, "pub ( in") => place = end(&tokens, place + 1, "(", ")"),
            "mod" if token(place + 2) == "{" && is_test => {
                is_test = false;
                place = end(&tokens, place + 2, "{", "}");
            }
            "mod" if token(place + 2) == "{" => inline.push(depth),
            "mod" if token(place + 2) == ";" => is_test = false,
            "use" => {
                let last = place + tokens[place..].iter().position(|token| token == ";").expect("a declaration ends");
                for (name, path) in imports(&tokens[place + 1..last]) {
                    let path = outside(path, inline.len());
                    module.imports.insert(name, path.clone());
                    module.paths.push(path);
                }
                place = last;
            }
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inline.pop_if(|began| *began == depth);
            }
            "fn" | "struct" | "enum" | "trait" | "impl" | "const" | "static" | "type" | "macro_rules" => defines = true,
            word if is_word(word) && token(place + 1) == "::" => {
                let mut path = vec![word.to_owned()];
                while token(place + 1) == "::" && is_word(token(place + 2)) {
                    path.push(token(place + 2).to_owned());
                    place += 2;
                }
                module.paths.push(outside(path, inline.len()));
            }
            _ => {}
        }
        place += 1;
    }
    module.file = defines.then(|| file.to_owned());
    module
}

/// Translates a path in an inline module, `depth` modules deep, to the path from the file's own module.
fn outside(mut path: Vec<String>, depth: usize) -> Vec<String> {
    let up = path.iter().take_while(|part| *part == "super").count().min(depth);
    path.drain(..up);
    if up > 0 {
        path.insert(0, "self".to_owned());
    }
    path
}

/// The index of the bracket that closes the first one.
fn end(tokens: &[String], start: usize, open: &str, close: &str) -> usize {
    let mut depth = 0;
    for (place, token) in tokens.iter().enumerate().skip(start) {
        depth += i32::from(token == open) - i32::from(token == close);
        if depth == 0 {
            return place;
        }
    }
    tokens.len()
}

/// The names that a `use` declaration imports, with their paths.
fn imports(tree: &[String]) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    // The prefix at each open brace.
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    let (mut path, mut name): (Vec<String>, Option<String>) = (Vec::new(), None);
    let mut renames = false;
    for token in tree.iter().map(String::as_str).chain([","]) {
        match token {
            "{" => {
                open.push(path.clone());
                name = None;
            }
            "," | "}" => {
                if let Some(name) = name.take() {
                    if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
                        path.pop();
                    }
                    let name = if name == "self" { path.last().expect("a path has a name").clone() } else { name };
                    found.push((name, path));
                }
                if token == "}" {
                    open.pop();
                }
                path = open.last().cloned().unwrap_or_default();
            }
            "as" => renames = true,
            "::" => {}
            word if renames => {
                renames = false;
                name = Some(word.to_owned());
            }
            "*" => name = Some("*".to_owned()),
            word => {
                path.push(word.to_owned());
                name = Some(word.to_owned());
            }
        }
    }
    found
}

fn is_word(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Words, `::` and single signs, without comments and strings. Strings that are paths stay, because attributes have
/// them.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let raw = rest.strip_prefix('r').map(|hashes| (hashes, hashes.len() - hashes.trim_start_matches('#').len()));
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some((_, count)) = raw.filter(|(hashes, count)| hashes[*count..].starts_with('"')) {
            let close = format!("\"{}", "#".repeat(count));
            let inside = &rest[count + 2..];
            count + 2 + inside.find(&close).map_or(inside.len(), |end| end + close.len())
        } else if first == '"' {
            let length = text_length(rest);
            let inside = rest[1..length].trim_end_matches('"');
            if inside.contains("::") && inside.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':')) {
                tokens.extend(self::tokens(inside));
            }
            length
        } else if first == '\'' {
            // A lifetime is a sign and a word; a character literal ends with another sign.
            let mut chars = rest.char_indices().skip(1);
            match (chars.next(), chars.next()) {
                (Some((_, '\\')), _) => 3 + rest[3..].find('\'').unwrap_or_default(),
                (_, Some((place, '\''))) => place + 1,
                _ => 1,
            }
        } else if is_word(rest) {
            let word = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(rest);
            tokens.push(word.to_owned());
            word.len()
        } else if rest.starts_with("::") {
            tokens.push("::".to_owned());
            2
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

/// The length of the string literal that begins here.
fn text_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (place, sign) in text.char_indices().skip(1) {
        if sign == '"' && !is_escaped {
            return place + 1;
        }
        is_escaped = sign == '\\' && !is_escaped;
    }
    text.len()
}
