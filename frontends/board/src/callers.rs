//! Connections. Whoever has not shown a valid key is a caller, and there is room for so many: when one more comes, the one
//! that has waited longest goes. So nobody without a key can keep out somebody who has one.

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

/// How many connections may be open that have shown no key.
pub const MOST_CALLERS: usize = 256;

/// A listener that sends callers away when they are too many.
#[derive(Debug)]
pub struct Callers {
    listener: TcpListener,
    /// Those that have shown no key, the longest first. A connection that has ended is forgotten when its turn comes.
    waiting: VecDeque<Weak<Caller>>,
}

/// A connection, as far as the others care.
#[derive(Debug, Default)]
pub struct Caller {
    is_known: AtomicBool,
    is_sent_away: AtomicBool,
    /// Those who wait for the connection, which may read and write at once.
    wakers: Mutex<[Option<Waker>; 2]>,
}

/// The stream of a connection, which ends when it is sent away.
#[derive(Debug)]
pub struct Line {
    stream: TcpStream,
    caller: Arc<Caller>,
}

/// The connection over which a request came.
#[derive(Debug, Clone)]
pub struct CalledBy(pub Arc<Caller>);

impl Callers {
    /// All who come to this listener.
    pub fn new(listener: TcpListener) -> Self {
        Self { listener, waiting: VecDeque::new() }
    }

    /// Sends the one away that has waited longest, if anyone waits.
    fn send_one_away(&mut self) {
        while let Some(caller) = self.waiting.pop_front() {
            if let Some(caller) = waiting(&caller) {
                return caller.send_away();
            }
        }
    }
}

/// A caller that is still there and has shown no key.
fn waiting(caller: &Weak<Caller>) -> Option<Arc<Caller>> {
    caller.upgrade().filter(|caller| !caller.is_known.load(Ordering::Acquire))
}

impl Listener for Callers {
    type Io = Line;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (stream, address) = loop {
            match self.listener.accept().await {
                Ok(accepted) => break accepted,
                // Descriptors may have run out; then each that goes makes room.
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
        (Line { stream, caller }, address)
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
    /// It has shown a valid key, and stays.
    pub fn has_shown_its_key(&self) {
        self.is_known.store(true, Ordering::Release);
    }

    fn send_away(&self) {
        self.is_sent_away.store(true, Ordering::Release);
        let wakers = std::mem::take(&mut *self.wakers.lock().unwrap_or_else(PoisonError::into_inner));
        wakers.into_iter().flatten().for_each(Waker::wake);
    }

    /// Whether it is sent away; if not, this task hears of it. Whoever reads has place 0, whoever writes place 1.
    fn must_go(&self, place: usize, context: &Context<'_>) -> bool {
        let mut wakers = self.wakers.lock().unwrap_or_else(PoisonError::into_inner);
        wakers[place] = Some(context.waker().clone());
        self.is_sent_away.load(Ordering::Acquire)
    }
}

impl AsyncRead for Line {
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

impl AsyncWrite for Line {
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
