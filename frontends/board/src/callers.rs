//! Accepts connections. A connection that has not yet shown a valid key is a caller. If there are too many callers, the
//! oldest is closed. A flood of callers therefore never shuts out people with a key.

use std::{
    collections::VecDeque,
    io,
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Waker},
};

use axum::{
    extract::connect_info::Connected,
    serve::{IncomingStream, Listener},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
};

/// The maximum number of open connections that have shown no key.
pub const MOST_CALLERS: usize = 256;

/// A listener that closes the oldest callers if there are too many.
#[derive(Debug)]
pub struct Callers {
    listener: TcpListener,
    /// Connections that have shown no key, oldest first. Closed connections stay in the queue until it is full.
    waiting: VecDeque<Weak<Caller>>,
}

/// The state of a connection that the listener shares.
#[derive(Debug, Default)]
pub struct Caller {
    is_known: AtomicBool,
    is_sent_away: AtomicBool,
    /// The tasks that wait to read and to write.
    wakers: Mutex<[Option<Waker>; 2]>,
}

/// The stream of a connection. Once the connection is sent away, reading ends and writing fails.
#[derive(Debug)]
pub struct CallerStream {
    stream: TcpStream,
    caller: Arc<Caller>,
}

/// The connection of a request.
#[derive(Debug, Clone)]
pub struct CalledBy(pub Arc<Caller>);

impl Callers {
    /// Wraps a listener.
    pub fn new(listener: TcpListener) -> Self {
        Self { listener, waiting: VecDeque::new() }
    }

    /// Closes the oldest caller, if any.
    fn send_one_away(&mut self) {
        while let Some(caller) = self.waiting.pop_front() {
            if let Some(caller) = waiting(&caller) {
                return caller.send_away();
            }
        }
    }
}

/// The caller, if the connection is still open and has shown no key.
fn waiting(caller: &Weak<Caller>) -> Option<Arc<Caller>> {
    caller.upgrade().filter(|caller| !caller.is_known.load(Ordering::Acquire))
}

impl Listener for Callers {
    type Io = CallerStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (stream, address) = loop {
            match self.listener.accept().await {
                Ok(accepted) => break accepted,
                // The process may be out of file descriptors; closing a caller frees one.
                Err(error) => {
                    log::warn!("cannot accept a connection: {error}");
                    self.send_one_away();
                    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                }
            }
        };
        if self.waiting.len() >= MOST_CALLERS {
            self.waiting.retain(|caller| waiting(caller).is_some());
        }
        if self.waiting.len() >= MOST_CALLERS {
            self.send_one_away();
        }
        let caller = Arc::new(Caller::default());
        self.waiting.push_back(Arc::downgrade(&caller));
        (CallerStream { stream, caller }, address)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

impl Connected<IncomingStream<'_, Callers>> for CalledBy {
    fn connect_info(stream: IncomingStream<'_, Callers>) -> Self {
        Self(stream.io().caller.clone())
    }
}

impl Caller {
    /// Marks the connection as one with a valid key, so that it is never closed for others.
    pub fn has_shown_its_key(&self) {
        self.is_known.store(true, Ordering::Release);
    }

    fn send_away(&self) {
        self.is_sent_away.store(true, Ordering::Release);
        let wakers = std::mem::take(&mut *self.wakers.lock().unwrap_or_else(PoisonError::into_inner));
        wakers.into_iter().flatten().for_each(Waker::wake);
    }

    /// Returns true if the connection must close. Otherwise registers the task to be woken. `place` is 0 for reading
    /// and 1 for writing.
    fn must_go(&self, place: usize, context: &Context<'_>) -> bool {
        let mut wakers = self.wakers.lock().unwrap_or_else(PoisonError::into_inner);
        wakers[place] = Some(context.waker().clone());
        self.is_sent_away.load(Ordering::Acquire)
    }
}

impl AsyncRead for CallerStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.caller.must_go(0, context) {
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for CallerStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.caller.must_go(1, context) {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
