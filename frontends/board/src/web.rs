//! The web server: the files of the page, a web socket, pictures of variants, and documents. It serves only its own pages.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Path, Request, State, WebSocketUpgrade},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, uri::Authority},
    middleware::{self, Next},
    response::{IntoResponse as _, Response},
    routing::{any, get},
};
use tokio::{net::TcpListener, sync::Semaphore};

use crate::{
    callers::{CalledBy, Callers},
    hall::Hall,
    key::Key,
    session,
};

pub const MOST_PAGES: usize = 256;

pub const LONGEST_MESSAGE: usize = 16 * 1024;

/// The Content-Security-Policy of the page: it may load from and connect to this server only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The Content-Security-Policy of documents, whose style and script are their own: the sandbox shuts them in.
const PAPER_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
                            base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts";

/// The files of the page: path, content type and text.
const FILES: [(&str, &str, &str); 12] = [
    ("/", "text/html; charset=utf-8", include_str!("../page/index.html")),
    ("/board.css", "text/css; charset=utf-8", include_str!("../page/board.css")),
    ("/lobby.css", "text/css; charset=utf-8", include_str!("../page/lobby.css")),
    ("/board.js", SCRIPT, include_str!("../page/board.js")),
    ("/words.js", SCRIPT, include_str!("../page/words.js")),
    ("/lobby.js", SCRIPT, include_str!("../page/lobby.js")),
    ("/course.js", SCRIPT, include_str!("../page/course.js")),
    ("/picture.js", SCRIPT, include_str!("../page/picture.js")),
    ("/motion.js", SCRIPT, include_str!("../page/motion.js")),
    ("/choice.js", SCRIPT, include_str!("../page/choice.js")),
    ("/moves.js", SCRIPT, include_str!("../page/moves.js")),
    ("/table.js", SCRIPT, include_str!("../page/table.js")),
];

const SCRIPT: &str = "text/javascript; charset=utf-8";

struct Server {
    hall: Arc<Hall>,
    pages: Semaphore,
    /// The accepted values of the `Host` header, lower case.
    hosts: Vec<String>,
}

/// Reads a host name, with a port or without, as the `Host` header has it. The error is a text.
pub fn host_name(text: &str) -> Result<String, String> {
    let is_name = text.parse::<Authority>().is_ok_and(|name| !name.host().is_empty() && !text.contains('@'));
    if is_name { Ok(text.to_owned()) } else { Err("expected a host name such as board.example".to_owned()) }
}

/// Serves until the future is dropped. `names` are additional host names of the server, such as that of a proxy. Fails
/// if the system can accept no more connections.
pub async fn serve(listener: TcpListener, hall: Arc<Hall>, names: &[String]) -> std::io::Result<()> {
    let hosts = hosts(listener.local_addr()?, names);
    let server = Arc::new(Server { hall, pages: Semaphore::new(MOST_PAGES), hosts });
    let mut router = Router::new();
    for (path, kind, text) in FILES {
        router = router.route(path, get(move || async move { ([(header::CONTENT_TYPE, kind)], text) }));
    }
    let router = router
        .route("/talk", any(talk))
        .route("/opening/{variant}", get(opening))
        .route("/paper/{key}", get(paper))
        .layer(middleware::from_fn_with_state(server.clone(), guard))
        .with_state(server);
    axum::serve(Callers::new(listener), router.into_make_service_with_connect_info::<CalledBy>()).await
}

/// The accepted values of the `Host` header.
fn hosts(address: SocketAddr, names: &[String]) -> Vec<String> {
    let port = address.port();
    let mut hosts: Vec<_> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
    hosts.extend(names.iter().map(|name| format!("{}:{port}", name.to_ascii_lowercase())));
    hosts.push(address.to_string());
    if address.ip().is_loopback() || address.ip().is_unspecified() {
        hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")));
    }
    hosts
}

impl Server {
    /// Returns true if the host is a name of this server, or the address at which the connection arrived. A page of another
    /// site has its own name here, even if that name leads to this machine.
    fn is_called(&self, host: &str, at: &CalledBy) -> bool {
        let host = host.to_ascii_lowercase();
        host == at.host || self.hosts.contains(&host)
    }
}

/// Refuses requests with another host name. This protects against DNS rebinding by pages of other sites.
async fn guard(
    State(server): State<Arc<Server>>,
    ConnectInfo(at): ConnectInfo<CalledBy>,
    request: Request<Body>,
    next: Next,
) -> Response {
    if !text(request.headers(), &header::HOST).is_some_and(|host| server.is_called(host, &at)) {
        return (StatusCode::MISDIRECTED_REQUEST, "this server does not have that host name; add it with --name\n")
            .into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

async fn talk(
    State(server): State<Arc<Server>>,
    ConnectInfo(at): ConnectInfo<CalledBy>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let origin = text(&headers, &header::ORIGIN).map(str::to_ascii_lowercase);
    let host =
        origin.as_deref().and_then(|origin| origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")));
    if !host.is_some_and(|host| server.is_called(host, &at)) {
        return (StatusCode::FORBIDDEN, "only pages of this server may connect to it\n").into_response();
    }
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .on_upgrade(async move |socket| session::serve(socket, &server.hall, &at.caller, &server.pages).await)
}

/// The picture of a variant where it begins. Everybody may see it, because it depends on no table.
async fn opening(State(server): State<Arc<Server>>, Path(variant): Path<String>) -> Response {
    match server.hall.opening(&variant).await {
        Some(svg) => ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CONTENT_SECURITY_POLICY, PAPER_POLICY)], svg)
            .into_response(),
        None => (StatusCode::NOT_FOUND, "no such variant\n").into_response(),
    }
}

async fn paper(State(server): State<Arc<Server>>, Path(key): Path<String>) -> Response {
    let sheet = match server.hall.fetch(&Key::said(&key)).await {
        Ok(sheet) => sheet,
        Err(text) => return (StatusCode::NOT_FOUND, format!("{text}\n")).into_response(),
    };
    let mut response =
        ([(header::CONTENT_TYPE, sheet.kind), (header::CONTENT_SECURITY_POLICY, PAPER_POLICY)], sheet.bytes)
            .into_response();
    if let Some(value) = sheet.name.and_then(|name| format!("attachment; filename=\"{name}\"").parse().ok()) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

fn text<'headers>(headers: &'headers HeaderMap, name: &HeaderName) -> Option<&'headers str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_that_of_a_host() {
        for name in ["board.example", "Board.example:8000", "192.0.2.7", "[::1]:80"] {
            assert_eq!(host_name(name).as_deref(), Ok(name));
        }
        for wrong in ["", "https://x.example", "x.example/", "ann@x.example", "x y", ":80"] {
            assert!(host_name(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn it_goes_by_its_own_names_only() {
        let own = hosts(([127, 0, 0, 1], 8000).into(), &[]);
        assert!(own.contains(&"localhost:8000".to_owned()) && own.contains(&"127.0.0.1:8000".to_owned()));
        assert!(!own.contains(&"localhost:8001".to_owned()));
        let far = hosts(([192, 0, 2, 7], 8000).into(), &["Board.example".to_owned()]);
        assert_eq!(far, ["board.example", "board.example:8000", "192.0.2.7:8000"]);
    }
}
