//! Attacks on the board by hostile pages.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use tokio_tungstenite::tungstenite::Error;

use crate::board::Board;

/// The response to a request with these header lines.
pub(crate) async fn answer(board: &Board, head: &str) -> String {
    answer_at(&board.address, head).await
}

async fn answer_at(address: &str, head: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("{head}\r\nConnection: close\r\n\r\n").as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text
}

#[tokio::test]
async fn a_board_that_listens_everywhere_is_called_by_the_address_at_which_it_is_reached() {
    for everywhere in ["0.0.0.0", "::"] {
        let board = Board::start(&["--listen", everywhere]);
        let port = board.address.rsplit_once(':').unwrap().1;
        let [own, other] = ["127.0.0.2", "127.0.0.3"].map(|address| format!("{address}:{port}"));
        for (host, expected) in [(&own, "200"), (&other, "421"), (&board.address, "200")] {
            let answer = answer_at(&own, &format!("GET / HTTP/1.1\r\nHost: {host}")).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {expected}")), "{host}: {answer}");
        }
    }
}

fn two_people() -> Value {
    json!({"variant": "isolation", "seats": [{"who": "link", "name": "Ann"}, {"who": "link", "name": "Ben"}]})
}

#[tokio::test]
async fn a_page_of_another_site_is_not_served() {
    let board = Board::start(&[]);
    let own = answer(&board, &format!("GET / HTTP/1.1\r\nHost: {}", board.address)).await;
    assert!(own.starts_with("HTTP/1.1 200"), "{own}");
    assert!(own.contains("default-src 'none'"), "{own}");
    assert!(!own.contains(&board.key), "the key stands in the page");
    // A foreign host name that resolves to this address, as in DNS rebinding.
    let other = answer(&board, "GET / HTTP/1.1\r\nHost: evil.example").await;
    assert!(other.starts_with("HTTP/1.1 421"), "{other}");
    for origin in
        ["http://evil.example", "null", "http://127.0.0.1:1", &format!("http://evil.example/{}", board.address)]
    {
        match board.connect_from(origin).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403, "{origin}"),
            other => panic!("{origin}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn pictures_of_variants_are_for_everybody_and_nothing_else_is() {
    let board = Board::start(&[]);
    let get = async |path: &str| answer(&board, &format!("GET {path} HTTP/1.1\r\nHost: {}", board.address)).await;
    let chess = get("/opening/chess").await;
    assert!(
        chess.starts_with("HTTP/1.1 200") && chess.contains("image/svg+xml") && chess.contains("sandbox"),
        "{chess}"
    );
    assert_eq!(chess.split("\r\n\r\n").nth(1), get("/opening/chess").await.split("\r\n\r\n").nth(1));
    for path in ["/opening/nochess", "/opening/", "/opening/chess%20seed%201", "/opening/..%2fboard.json"] {
        assert!(get(path).await.starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[tokio::test]
async fn a_key_cannot_be_guessed_or_left_away() {
    let board = Board::start(&[]);
    let longer = format!("{}0", board.key);
    for key in ["", "0", "00000000000000000000000000000000", &board.key[1..], &longer] {
        let (mut page, said) = board.page(key).await;
        assert_eq!(said["is"], "closed", "{key}");
        assert_eq!(page.hear().await, Value::Null, "{key}");
    }
    let mut page = board.connect().await;
    page.say(&json!({"do": "open", "table": "table-1"})).await;
    assert_eq!(page.hear().await["is"], "closed");
    for path in ["/paper/0", "/paper/..%2f..%2fetc%2fpasswd", "/paper/"] {
        let said = answer(&board, &format!("GET {path} HTTP/1.1\r\nHost: {}", board.address)).await;
        assert!(said.starts_with("HTTP/1.1 404"), "{path}: {said}");
    }
}

#[tokio::test]
async fn a_page_names_no_command() {
    let board = Board::start(&[]);
    let file = board.logs.join("made");
    let command = shell_words::join(["sh", "-c", "touch \"$0\"", file.to_str().unwrap()]);
    let bots =
        [command.as_str(), "random\nseat table-1 2 bot sh", "random; sh", "../arbiter-random", "arbiter-random", ""];
    for name in bots {
        let seats = json!([{"who": "bot", "name": "random"}, {"who": "bot", "name": name}]);
        let (_, said) = board.table(json!({"variant": "isolation", "seats": seats})).await;
        assert_eq!(said["is"], "refused", "{name}");
        assert!(said["text"].as_str().unwrap().contains("no bot is called"), "{said}");
    }
    // An order cannot inject a line into the host link either.
    let here = json!([{"who": "here", "name": "Ann\n\u{202e}quit"}, {"who": "here"}]);
    for (key, value, told) in [
        // The writer of lines refuses what the board itself does not look at.
        ("options", json!({"rule": "any\nquit"}), "cannot write the field options of newmatch"),
        ("options", json!({"rule x": "any"}), "option: expected one word"),
        ("seed", json!("1\nquit"), "seed: expected up to 32 hexadecimal digits"),
        ("position", json!("x\nquit"), "position: expected the words of a position"),
        ("variant", json!("isolation\nquit"), "no variant"),
        ("seats", json!([]), "isolation has 2 seats, not 0"),
        ("clock", json!({"inc": 10}), "expected time beside inc"),
    ] {
        let mut order = json!({"variant": "isolation", "seats": here});
        order[key] = value.clone();
        let (_, said) = board.table(order).await;
        assert_eq!(said["is"], "refused", "{key} {value}: {said}");
        assert!(said["text"].as_str().unwrap().contains(told), "{key} {value}: {said}");
    }
    let (mut page, view) = board.table(json!({"variant": "isolation", "seats": here})).await;
    assert_eq!(view["seats"][0]["name"], "Annquit");
    page.say(&json!({"do": "play", "seat": 1, "action": "a1\nquit"})).await;
    let said = page
        .until(|said| said["is"] != "table" || said["moves"].as_array().is_some_and(|moves| !moves.is_empty()))
        .await;
    assert_eq!(said["is"], "refused", "{said}");
    assert!(!file.exists());
}

#[tokio::test]
async fn what_is_too_long_broken_or_too_much_ends_that_page_only() {
    let mut board = Board::start(&[]);
    let (mut page, _) = board.page(&board.key).await;
    page.say(&json!({"do": "open", "table": "x".repeat(20_000)})).await;
    assert_eq!(page.hear().await, Value::Null);

    let (mut page, _) = board.page(&board.key).await;
    for text in ["[]", "{}", "{\"do\":\"fly\"}", "{\"do\":\"leave\",\"now\":1}", "no json"] {
        page.say(&Value::String(text.to_owned())).await;
        assert_eq!(page.hear().await["is"], "refused", "{text}");
    }

    // A frame header that claims the maximum length.
    let (page, _) = board.page(&board.key).await;
    let mut stream = page.socket.into_inner();
    stream.write_all(&[0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4]).await.unwrap();
    let mut rest = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut rest)).await.expect("it is closed");

    let (mut page, _) = board.page(&board.key).await;
    let mut last = Value::Null;
    for _ in 0..200 {
        use futures_util::SinkExt as _;
        let wish = json!({"do": "leave"}).to_string();
        if page.socket.send(tokio_tungstenite::tungstenite::Message::text(wish)).await.is_err() {
            break;
        }
    }
    loop {
        let said = page.hear().await;
        if said.is_null() {
            break;
        }
        last = said;
    }
    assert_eq!(last, json!({"is": "closed", "text": "too many messages"}));

    assert!(board.is_running());
    assert_eq!(board.page(&board.key).await.1["is"], "hall");
}

#[tokio::test]
async fn many_pages_are_served_and_more_are_refused_until_there_is_room() {
    let board = Board::start(&[]);
    let mut pages = Vec::new();
    let refused = loop {
        let (page, said) = board.page(&board.key).await;
        if said["is"] != "hall" {
            break said;
        }
        pages.push(page);
        assert!(pages.len() <= 1000);
    };
    assert_eq!(pages.len(), 256);
    assert_eq!(refused, json!({"is": "closed", "text": "too many pages are connected; close one"}));
    drop(pages);
    let mut tries = 0;
    while board.page(&board.key).await.1["is"] != "hall" {
        tries += 1;
        assert!(tries < 500, "no room has come back");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn who_shows_no_key_keeps_nobody_out() {
    let board = Board::start(&[]);
    let (mut early, _) = board.page(&board.key).await;
    let (mut silent, mut strangers) = (Vec::new(), Vec::new());
    // More connections of each kind than the board keeps open.
    for _ in 0..300 {
        silent.push(TcpStream::connect(&board.address).await.unwrap());
        strangers.push(board.connect().await);
    }
    let (mut late, said) = board.page(&board.key).await;
    assert_eq!(said["is"], "hall");
    // The oldest connections without a key were closed; pages with a key stay connected.
    assert_eq!(silent[0].read(&mut [0]).await.unwrap(), 0);
    assert_eq!(strangers[0].hear().await, Value::Null);
    for page in [&mut early, &mut late] {
        page.say(&json!({"do": "fly"})).await;
        assert_eq!(page.hear().await["is"], "refused");
    }
}

#[tokio::test]
async fn a_page_that_never_reads_slows_nobody() {
    let board = Board::start(&[]);
    let seats = json!([{"who": "bot", "name": "random"}, {"who": "bot", "name": "random"}]);
    let order = json!({"variant": "french-revolution", "seats": seats});
    let (deaf, view) = board.table(order).await;
    let name = view["id"].as_str().unwrap().to_owned();
    let mut others = Vec::new();
    for _ in 0..20 {
        let (mut page, _) = board.page(&board.key).await;
        page.say(&json!({"do": "open", "table": name})).await;
        // The page stops reading.
        others.push(page);
    }
    let (mut page, _) = board.page(&board.key).await;
    page.say(&json!({"do": "open", "table": name})).await;
    let over = page.until(|said| said["status"] == "over").await;
    assert!(over["over"]["points"].is_array(), "{over}");
    drop((deaf, others));
}

#[tokio::test]
async fn a_link_is_for_its_seat_only() {
    let board = Board::start(&[]);
    let (_owner, view) = board.table(two_people()).await;
    let keys: Vec<_> =
        view["links"].as_array().unwrap().iter().map(|link| link["key"].as_str().unwrap().to_owned()).collect();
    assert_eq!(keys.len(), 3, "two seats, and one to look on");
    let (mut ben, seen) = board.page(&keys[1]).await;
    assert_eq!(seen["links"], json!([]));
    assert_eq!((&seen["look"], &seen["owner"]), (&json!(2), &json!(false)));
    let (mut watcher, seen) = board.page(&keys[2]).await;
    assert_eq!((&seen["look"], &seen["legal"]), (&Value::Null, &json!([])));
    for (page, wish) in [
        (&mut ben, json!({"do": "play", "seat": 1, "action": "a1"})),
        (&mut watcher, json!({"do": "play", "seat": 1, "action": "a1"})),
    ] {
        page.say(&wish).await;
        let said = page.until(|said| said["is"] == "refused").await;
        assert_eq!(said["text"], "seat 1 is not yours");
    }
    for wish in [
        json!({"do": "resign", "seat": 1}),
        json!({"do": "look", "seat": 1}),
        json!({"do": "stop"}),
        json!({"do": "debug", "on": true}),
        json!({"do": "undo"}),
        json!({"do": "analyse", "bot": "random"}),
        json!({"do": "hush"}),
        json!({"do": "leave"}),
        json!({"do": "open", "table": "table-1"}),
        json!({"do": "remove", "table": "table-1"}),
        json!({"do": "again"}),
        json!({"do": "report"}),
        json!({"do": "make", "variant": "isolation", "seats": []}),
        // The log of a running match may contain secrets.
        json!({"do": "fetch", "what": "log"}),
    ] {
        ben.say(&wish).await;
        ben.until(|said| said["is"] == "refused").await;
    }
}

#[tokio::test]
async fn the_end_of_the_arbiter_is_told() {
    let mut board = Board::start(&[]);
    let (mut page, _) = board.table(two_people()).await;
    let pid = board.arbiter().to_string();
    assert!(std::process::Command::new("kill").args(["-9", &pid]).status().unwrap().success());
    let said = page.hear().await;
    // The view that shows the failed table may arrive before the connection ends, or not at all.
    assert!(said.is_null() || said["is"] == "table" || said["is"] == "refused", "{said}");
    assert_eq!(board.exit(), Some(4));
}
