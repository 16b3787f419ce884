//! A Rust file as the checks of the house see it: words and marks without comments and without what stands in literals,
//! and the paths that they make. It is no parser of Rust; where it is in doubt it sees a path rather than none.

/// A Rust file, cut into tokens.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// The path of its module: `["game", "chance"]` for `src/game/chance.rs`; empty for the root of a crate.
    module: Vec<String>,
    tokens: Vec<Token>,
}

/// A word, `::`, or one other character. A literal is one token, `"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

/// A path that the code names, with `self`, `super` and `crate` resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) origin: Origin,
    pub(crate) segments: Vec<String>,
    pub(crate) line: usize,
    pub(crate) manner: Manner,
}

/// Where a path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// At the root of this crate.
    Crate,
    /// At another crate, or at a name that is known in the file.
    Name,
}

/// How a path is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// In code.
    Code,
    /// In a `use`, by its own name.
    Use,
    /// In a `use` with `*`, or under another name.
    Wholesale,
}

impl Source {
    /// The file at this path below a `src` folder.
    pub(crate) fn new(file: &str, text: &str) -> Self {
        let mut module: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
            module.pop();
        }
        Self { module, tokens: tokens(text) }
    }

    /// The same file without the items under `#[cfg(test)]`.
    pub(crate) fn without_tests(&self) -> Self {
        let mut kept = Vec::new();
        let mut rest = &self.tokens[..];
        while let Some((first, after)) = rest.split_first() {
            if is_test_attribute(rest) {
                rest = after_item(rest);
            } else {
                kept.push(first.clone());
                rest = after;
            }
        }
        Self { module: self.module.clone(), tokens: kept }
    }

    /// The files, below the same `src` folder and without `.rs`, of the modules under `#[cfg(test)]` that have a file
    /// of their own.
    pub(crate) fn test_modules(&self) -> Vec<String> {
        let mut found = Vec::new();
        for start in (0..self.tokens.len()).filter(|start| is_test_attribute(&self.tokens[*start..])) {
            let item = after_attributes(&self.tokens[start..]);
            let end = item.iter().position(|token| matches!(token.text.as_str(), "{" | ";")).unwrap_or_default();
            if item.get(end).is_some_and(|token| token.text == ";")
                && let [.., keyword, name] = &item[..end]
                && keyword.text == "mod"
            {
                found.push([&self.module[..], std::slice::from_ref(&name.text)].concat().join("/"));
            }
        }
        found
    }

    /// The module of the file.
    pub(crate) fn module(&self) -> &[String] {
        &self.module
    }

    /// The lines in which these tokens follow each other.
    pub(crate) fn find(&self, wanted: &[&str]) -> Vec<usize> {
        let is_here = |window: &&[Token]| window.iter().zip(wanted).all(|(token, wanted)| token.text == *wanted);
        self.tokens.windows(wanted.len()).filter(is_here).map(|window| window[0].line).collect()
    }

    /// Every path that is named.
    pub(crate) fn paths(&self) -> Vec<Path> {
        let mut found = Vec::new();
        // The inline modules around the present token, each with the depth of braces outside it.
        let mut inline: Vec<(String, usize)> = Vec::new();
        let mut depth = 0;
        let mut place = 0;
        while let Some(token) = self.tokens.get(place) {
            let next = self.tokens.get(place + 1).map_or("", |token| token.text.as_str());
            let module =
                || [&self.module[..], &inline.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()].concat();
            match token.text.as_str() {
                "{" => depth += 1,
                "}" => {
                    depth = usize::saturating_sub(depth, 1);
                    inline.retain(|(_, outside)| *outside < depth);
                }
                "mod" if self.tokens.get(place + 2).is_some_and(|token| token.text == "{") => {
                    inline.push((next.to_owned(), depth));
                }
                // `use<'a>` is a bound.
                "use" if next != "<" => {
                    let mut tree = UseTree { tokens: &self.tokens, place: place + 1, found: Vec::new() };
                    tree.read(&[]);
                    place = tree.place;
                    found.extend(tree.found.into_iter().filter_map(|named| named.resolve(&module())));
                    continue;
                }
                _ if is_word(token) && !self.goes_on(place) => {
                    let mut segments = vec![token.text.clone()];
                    while let [mark, word, ..] = &self.tokens[place + 1..]
                        && mark.text == "::"
                        && is_word(word)
                    {
                        segments.push(word.text.clone());
                        place += 2;
                    }
                    if segments.len() > 1 {
                        let named = Named { segments, line: token.line, manner: Manner::Code };
                        found.extend(named.resolve(&module()));
                    }
                }
                _ => {}
            }
            place += 1;
        }
        found
    }

    /// Whether the word at this place is not the first of its path.
    fn goes_on(&self, place: usize) -> bool {
        let before = |back: usize| place.checked_sub(back).map(|place| &self.tokens[place]);
        before(1).is_some_and(|mark| mark.text == "::")
            && before(2).is_some_and(|word| is_word(word) || word.text == ">")
    }
}

/// A path as it is written.
struct Named {
    segments: Vec<String>,
    line: usize,
    manner: Manner,
}

impl Named {
    /// `None` where there are more `super` than modules, which is no Rust.
    fn resolve(self, module: &[String]) -> Option<Path> {
        let mut segments = self.segments;
        let origin = match segments.first().map(String::as_str) {
            Some("crate" | "arbiter") => {
                segments.remove(0);
                Origin::Crate
            }
            Some("self" | "super") => {
                let own = segments.iter().take_while(|word| *word == "self").count();
                let up = segments[own..].iter().take_while(|word| *word == "super").count();
                let rest = segments.split_off(own + up);
                segments = [&module[..module.len().checked_sub(up)?], &rest].concat();
                Origin::Crate
            }
            _ => Origin::Name,
        };
        Some(Path { origin, segments, line: self.line, manner: self.manner })
    }
}

/// A reader of what stands behind `use`.
struct UseTree<'a> {
    tokens: &'a [Token],
    place: usize,
    found: Vec<Named>,
}

impl UseTree<'_> {
    /// Reads one tree below a prefix, up to the `,`, `}` or `;` that ends it.
    fn read(&mut self, prefix: &[String]) {
        let mut segments = prefix.to_vec();
        let mut manner = Manner::Use;
        let mut line = 0;
        while let Some(token) = self.tokens.get(self.place) {
            match token.text.as_str() {
                "," | "}" | ";" => break,
                "{" => {
                    self.place += 1;
                    self.read_group(&segments);
                    return;
                }
                "::" => {}
                "as" => {
                    manner = Manner::Wholesale;
                    // The other name is no part of the path.
                    self.place += 1;
                }
                "*" => {
                    manner = Manner::Wholesale;
                    line = token.line;
                }
                "self" if !segments.is_empty() => line = token.line,
                word => {
                    segments.push(word.to_owned());
                    line = token.line;
                }
            }
            self.place += 1;
        }
        if line > 0 {
            self.found.push(Named { segments, line, manner });
        }
    }

    fn read_group(&mut self, prefix: &[String]) {
        while let Some(token) = self.tokens.get(self.place) {
            match token.text.as_str() {
                "}" => {
                    self.place += 1;
                    return;
                }
                "," => self.place += 1,
                ";" => return,
                _ => self.read(prefix),
            }
        }
    }
}

fn is_word(token: &Token) -> bool {
    token.text.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Whether an attribute `#[cfg(test)]`, or one that asks for `test` and more, stands here.
fn is_test_attribute(tokens: &[Token]) -> bool {
    let begins = |wanted: &[&str]| {
        tokens.len() >= wanted.len() && tokens.iter().zip(wanted).all(|(token, wanted)| token.text == *wanted)
    };
    begins(&["#", "[", "cfg", "(", "test", ")", "]"])
        || begins(&["#", "[", "cfg", "(", "all", "(", "test", ","])
        || begins(&["#", "!", "[", "cfg", "(", "test", ")", "]"])
}

/// What follows the item that begins with these attributes.
fn after_item(tokens: &[Token]) -> &[Token] {
    if tokens.get(1).is_some_and(|token| token.text == "!") {
        // The attribute is the whole file's.
        return &[];
    }
    let item = after_attributes(tokens);
    let is_statement = item
        .iter()
        .take_while(|token| token.text != "{")
        .any(|token| matches!(token.text.as_str(), "use" | "static" | "type" | "let" | "=" | ";"));
    let mut depth = 0_usize;
    for (place, token) in item.iter().enumerate() {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                // An item at the end of what holds it has no end of its own.
                let Some(outer) = depth.checked_sub(1) else { return &item[place..] };
                depth = outer;
                if depth == 0 && token.text == "}" && !is_statement {
                    return &item[place + 1..];
                }
            }
            ";" if depth == 0 => return &item[place + 1..],
            _ => {}
        }
    }
    &[]
}

fn after_attributes(mut tokens: &[Token]) -> &[Token] {
    while let [hash, bracket, ..] = tokens
        && hash.text == "#"
        && bracket.text == "["
    {
        let mut depth = 0;
        let close = tokens.iter().position(|token| {
            depth += i32::from(token.text == "[") - i32::from(token.text == "]");
            depth == 0 && token.text == "]"
        });
        tokens = close.map_or(&[], |close| &tokens[close + 1..]);
    }
    tokens
}

fn tokens(text: &str) -> Vec<Token> {
    let mut reader = Reader { rest: text, line: 1 };
    std::iter::from_fn(|| reader.token()).collect()
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn token(&mut self) -> Option<Token> {
        self.skip_blank();
        let line = self.line;
        let first = self.rest.chars().next()?;
        let text = match first {
            '"' => self.string(),
            '\'' => self.quote(),
            _ if first.is_alphanumeric() || first == '_' => self.word(),
            _ if self.rest.starts_with("::") => self.take(2),
            _ => self.take(first.len_utf8()),
        };
        Some(Token { text: text.to_owned(), line })
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes.min(self.rest.len()));
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// White space and comments.
    fn skip_blank(&mut self) {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.take(blank);
            if self.rest.starts_with("//") {
                self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                self.take(2);
                self.skip_block();
            } else if blank == 0 {
                return;
            }
        }
    }

    fn skip_block(&mut self) {
        let mut depth = 1;
        while depth > 0 && !self.rest.is_empty() {
            if self.rest.starts_with("/*") {
                depth += 1;
                self.take(2);
            } else if self.rest.starts_with("*/") {
                depth -= 1;
                self.take(2);
            } else {
                self.take(self.rest.chars().next().map_or(0, char::len_utf8));
            }
        }
    }

    /// A string with escapes, from its quote.
    fn string(&mut self) -> &'a str {
        self.take(1);
        self.skip_literal('"');
        "\""
    }

    fn skip_literal(&mut self, quote: char) {
        let mut is_escaped = false;
        let end = self.rest.find(|character| {
            let is_end = character == quote && !is_escaped;
            is_escaped = character == '\\' && !is_escaped;
            is_end
        });
        self.take(end.map_or(self.rest.len(), |end| end + 1));
    }

    /// A character, or the tick of a lifetime.
    fn quote(&mut self) -> &'a str {
        let mut after = self.rest[1..].chars();
        match (after.next(), after.next()) {
            (Some('\\'), _) | (Some(_), Some('\'')) => {
                self.take(1);
                self.skip_literal('\'');
                "\""
            }
            _ => self.take(1),
        }
    }

    /// A word, a number, or a literal with letters before its quote.
    fn word(&mut self) -> &'a str {
        let end = self.rest.find(|character: char| !character.is_alphanumeric() && character != '_');
        let word = self.take(end.unwrap_or(self.rest.len()));
        match (word, self.rest.as_bytes()) {
            ("b" | "c", [b'"', ..]) => self.string(),
            ("b", [b'\'', ..]) => self.quote(),
            ("r" | "br" | "cr", [b'"' | b'#', ..]) => self.raw(),
            _ => word,
        }
    }

    /// What follows the `r` of a raw string or of a raw word.
    fn raw(&mut self) -> &'a str {
        let hashes = self.rest.len() - self.rest.trim_start_matches('#').len();
        if !self.rest[hashes..].starts_with('"') {
            self.take(1);
            return self.word();
        }
        let close = format!("\"{}", "#".repeat(hashes));
        self.take(hashes + 1);
        self.take(self.rest.find(&close).map_or(self.rest.len(), |start| start + close.len()));
        "\""
    }
}
