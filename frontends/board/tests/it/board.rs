//! Helpers: a running board, and a page that talks to it.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};
use testkit::{
    processes::{PATIENCE, comes, scratch},
    program,
};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message, client::IntoClientRequest as _, http::HeaderValue},
};

/// The program.
pub(crate) const BOARD: &str = env!("CARGO_BIN_EXE_arbiter-board");

/// The board as a process, killed on drop.
pub(crate) struct Board {
    child: Child,
    pub(crate) address: String,
    pub(crate) key: String,
    pub(crate) logs: PathBuf,
}

pub(crate) struct Page {
    pub(crate) socket: WebSocketStream<TcpStream>,
    /// The latest view of the table, to which [`Page::whole`] adds the parts that the board did not repeat.
    held: Value,
}

impl Board {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::start_at(scratch("board"), arguments)
    }

    /// Kills the board without warning and restarts it in the same folder.
    pub(crate) fn start_again(self) -> Self {
        Self::start_at(self.kill(), &[])
    }

    /// Kills the board without warning. Returns its folder.
    pub(crate) fn kill(mut self) -> PathBuf {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        // Keeps the folder when the old value is dropped.
        std::mem::take(&mut self.logs)
    }

    pub(crate) fn start_at(logs: PathBuf, arguments: &[&str]) -> Self {
        Self::start_by(Command::new(BOARD).arg("--no-open").args(arguments), logs)
    }

    /// A board of another arbiter of the workspace.
    pub(crate) fn of(arbiter: &str) -> Self {
        Self::start_with(Command::new(BOARD).arg("--no-open"), arbiter, scratch("board"))
    }

    /// Starts the board by a command, to which the arbiter and the folder for logs are added.
    pub(crate) fn start_by(command: &mut Command, logs: PathBuf) -> Self {
        Self::start_with(command, "arbiter", logs)
    }

    fn start_with(command: &mut Command, arbiter: &str, logs: PathBuf) -> Self {
        let mut child = command
            .arg("--arbiter")
            .arg(program(arbiter))
            .arg("--logs")
            .arg(&logs)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (_, url) = line.trim().split_once("http://").expect("a link");
        let (address, key) = url.split_once("/#").expect("a key");
        Self { child, address: address.to_owned(), key: key.to_owned(), logs }
    }

    /// A page that has sent nothing yet.
    pub(crate) async fn connect(&self) -> Page {
        Page { socket: self.connect_from(&format!("http://{}", self.address)).await.unwrap(), held: Value::Null }
    }

    pub(crate) async fn connect_from(&self, origin: &str) -> Result<WebSocketStream<TcpStream>, Error> {
        let mut request = format!("ws://{}/talk", self.address).into_client_request()?;
        request.headers_mut().insert("Origin", HeaderValue::from_str(origin).unwrap());
        let stream = TcpStream::connect(&self.address).await?;
        Ok(client_async(request, stream).await?.0)
    }

    /// A page with this key, and the first message it receives.
    pub(crate) async fn page(&self, key: &str) -> (Page, Value) {
        let mut page = self.connect().await;
        page.say(&json!({"do": "hello", "key": key})).await;
        let shown = page.hear().await;
        (page, shown)
    }

    /// The owner's page at a new table.
    pub(crate) async fn table(&self, order: Value) -> (Page, Value) {
        let (mut page, _) = self.page(&self.key).await;
        let mut order = order;
        order["do"] = json!("make");
        page.say(&order).await;
        // On a busy machine the pictures of the list come first.
        let view = page.until(|said| said["is"] != "hall" && said["is"] != "picture").await;
        (page, view)
    }

    /// The process number of the arbiter that the board started.
    pub(crate) fn arbiter(&self) -> u32 {
        self.running_arbiter().expect("an arbiter")
    }

    fn running_arbiter(&self) -> Option<u32> {
        // The thread that started the arbiter need not be the first.
        let threads = fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?.flatten();
        let mut files = threads.map(|thread| thread.path().join("children"));
        files.find_map(|file| fs::read_to_string(file).ok()?.split_whitespace().next()?.parse().ok())
    }

    /// Asks the board to end. Returns its exit code; `None` if it does not end in time.
    pub(crate) fn terminate(&mut self) -> Option<i32> {
        self.end_by("-TERM")
    }

    /// Sends the board a signal. Returns its exit code; `None` if it does not end in time.
    pub(crate) fn end_by(&mut self, signal: &str) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        comes(|| !self.is_running());
        self.child.try_wait().unwrap()?.code()
    }

    pub(crate) fn exit(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let arbiter = self.running_arbiter();
        let _ = self.child.kill();
        let _ = self.child.wait();
        // The arbiter ends its bots, and then itself.
        if let Some(arbiter) = arbiter {
            let runs = || fs::read(format!("/proc/{arbiter}/cmdline")).is_ok_and(|words| !words.is_empty());
            comes(|| !runs());
        }
        if !self.logs.as_os_str().is_empty() {
            let _ = fs::remove_dir_all(&self.logs);
        }
    }
}

impl Page {
    pub(crate) async fn say(&mut self, message: &Value) {
        use futures_util::SinkExt as _;
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message other than the words of the games; null at the end of the connection.
    pub(crate) async fn hear(&mut self) -> Value {
        use futures_util::StreamExt as _;
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("nothing is said") {
                Some(Ok(Message::Text(text))) => {
                    let said: Value = serde_json::from_str(&text).unwrap();
                    if said["is"] != "words" {
                        return self.whole(said);
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Value::Null,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Adds the parts of a view that the board omitted because the page already has them.
    fn whole(&mut self, mut said: Value) -> Value {
        if said["is"] == "table" {
            for part in ["picture", "legal"] {
                if said[part].is_null() {
                    said[part] = self.held[part].clone();
                }
            }
            self.held = said.clone();
        }
        said
    }

    /// The next message for which `is_it` returns true. Earlier messages are dropped.
    pub(crate) async fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let said = self.hear().await;
            assert!(!said.is_null(), "the connection has ended");
            if is_it(&said) {
                return said;
            }
        }
    }

    /// The view once the seat is to act or the match is over.
    pub(crate) async fn due(&mut self, mut view: Value) -> Value {
        while view["legal"] == json!([]) && view["status"] != "over" {
            view = self.until(|said| said["is"] == "table").await;
        }
        view
    }

    /// The text of the next refusal.
    pub(crate) async fn refusal(&mut self) -> Value {
        self.until(|said| said["is"] == "refused").await["text"].clone()
    }
}
