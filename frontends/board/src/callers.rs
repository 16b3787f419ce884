//! Accepts connections. A connection that has not yet shown a valid key is a caller. If there are too many callers, the
//! oldest is closed. A flood of callers therefore never shuts out people with a key.

use std::{
    collections::VecDeque,
    io,
    net::{Shutdown, SocketAddr},
    sync::{Arc, Weak},
    time::Duration,
};

use axum::{
    extract::connect_info::Connected,
    serve::{IncomingStream, Listener},
};
use parking_lot::Mutex;
use socket2::{SockRef, Socket};
use tokio::net::{TcpListener, TcpStream};

/// The maximum number of open connections that have shown no key.
pub const MOST_CALLERS: usize = 256;

/// A listener that closes the oldest callers if there are too many.
#[derive(Debug)]
pub struct Callers {
    listener: TcpListener,
    /// Connections that have shown no key, oldest first. Closed connections stay in the queue until it is full.
    waiting: VecDeque<Weak<Caller>>,
}

/// A connection, as the listener knows it: a second descriptor, with which the listener can end the connection. `None`
/// if the connection has shown its key or was sent away.
#[derive(Debug, Default)]
pub struct Caller(Mutex<Option<Socket>>);

#[derive(Debug, Clone)]
pub struct CalledBy {
    pub caller: Arc<Caller>,
    /// The address of this machine at which the connection arrived, as a `Host` header has it.
    pub host: String,
}

impl Callers {
    pub fn new(listener: TcpListener) -> Self {
        Self { listener, waiting: VecDeque::new() }
    }

    fn send_one_away(&mut self) {
        while let Some(caller) = self.waiting.pop_front() {
            if let Some(socket) = caller.upgrade().and_then(|caller| caller.0.lock().take()) {
                // An error says that the connection has ended already.
                let _ = socket.shutdown(Shutdown::Both);
                return;
            }
        }
    }

    /// Makes room after an error: the process may be out of file descriptors, and closing a caller frees some.
    async fn make_room(&mut self, error: io::Error) {
        log::warn!("cannot accept a connection: {error}");
        self.send_one_away();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

impl Listener for Callers {
    type Io = TcpStream;
    type Addr = (SocketAddr, CalledBy);

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (stream, address, own) = loop {
            match self.listener.accept().await {
                Ok((stream, address)) => match stream.local_addr() {
                    Ok(own) => break (stream, address, own),
                    Err(error) => self.make_room(error).await,
                },
                Err(error) => self.make_room(error).await,
            }
        };
        let socket = loop {
            match SockRef::from(&stream).try_clone() {
                Ok(socket) => break socket,
                Err(error) => self.make_room(error).await,
            }
        };
        if self.waiting.len() >= MOST_CALLERS {
            self.waiting.retain(|caller| caller.upgrade().is_some_and(|caller| caller.0.lock().is_some()));
        }
        if self.waiting.len() >= MOST_CALLERS {
            self.send_one_away();
        }
        let caller = Arc::new(Caller(Mutex::new(Some(socket))));
        self.waiting.push_back(Arc::downgrade(&caller));
        // With `::` a connection of IPv4 has a mapped address.
        let host = SocketAddr::new(own.ip().to_canonical(), own.port()).to_string();
        (stream, (address, CalledBy { caller, host }))
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        let address = self.listener.local_addr()?;
        Ok((address, CalledBy { caller: Arc::default(), host: address.to_string() }))
    }
}

impl Connected<IncomingStream<'_, Callers>> for CalledBy {
    fn connect_info(stream: IncomingStream<'_, Callers>) -> Self {
        stream.remote_addr().1.clone()
    }
}

impl Caller {
    /// Marks the connection as one with a valid key, so that it is never closed for others.
    pub fn has_shown_its_key(&self) {
        self.0.lock().take();
    }
}
