//! Modes that tie bots of several matches together: they stop or trace each other, or share pipes.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, getpid, kill_process};

use crate::{acts::parent_of, sleep_for_ever};

/// The other processes with this text among their arguments: bots, and processes that they have started.
fn others(text: &str) -> Vec<Pid> {
    let own = getpid();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?));
    let line_of = |pid| fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    numbers.filter(|&pid| pid != own && String::from_utf8_lossy(&line_of(pid)).contains(text)).collect()
}

/// Does something to all others again and again, for at most a tenth of the time, so that bots of many matches can do it.
fn again_and_again(mut once: impl FnMut()) -> ! {
    loop {
        let begun = Instant::now();
        once();
        thread::sleep((9 * begun.elapsed()).max(Duration::from_millis(10)));
    }
}

/// Returns the keeper of a bot that has started. Stopping a keeper earlier would only keep its bot from starting.
fn keeper_of(bot: Pid) -> Option<Pid> {
    let is_keeper = |process| fs::read(format!("/proc/{process}/comm")).is_ok_and(|name| name == b"arbiter-keep\n");
    let keeper = parent_of(bot)?;
    (is_keeper(keeper) && !is_keeper(bot)).then_some(keeper)
}

/// Repeatedly stops the keepers of bots with this text among their arguments.
pub(crate) fn stop_for_ever(text: &str) -> ! {
    again_and_again(|| {
        for keeper in others(text).into_iter().filter_map(keeper_of) {
            let _ = kill_process(keeper, Signal::STOP);
        }
    })
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn trace_for_ever(_: &str) -> ! {
    sleep_for_ever()
}

/// Repeatedly traces the bots with this text among their arguments, and their keepers. The traced processes run on.
/// Those that end are never reaped, and their pipes are held open.
#[cfg(target_os = "linux")]
pub(crate) fn trace_for_ever(text: &str) -> ! {
    use std::collections::BTreeMap;

    use nix::{
        sys::{
            ptrace,
            wait::{Id, WaitPidFlag, WaitStatus, waitid},
        },
        unistd,
    };
    let mut held: BTreeMap<i32, Vec<fs::File>> = BTreeMap::new();
    again_and_again(|| {
        let bots = others(text);
        let keepers = bots.iter().filter_map(|&bot| keeper_of(bot));
        for process in keepers.chain(bots.iter().copied()) {
            let number = process.as_raw_nonzero().get();
            held.entry(number).or_insert_with(|| {
                let _ = ptrace::seize(unistd::Pid::from_raw(number), ptrace::Options::empty());
                pipes_of(process)
            });
        }
        // A traced process stops at each signal that it is sent.
        let flags = WaitPidFlag::WSTOPPED | WaitPidFlag::WNOHANG;
        while let Ok(WaitStatus::Stopped(process, signal)) = waitid(Id::All, flags) {
            let _ = ptrace::cont(process, signal);
        }
    })
}

/// Opens the ends of the pipes that the other process holds as its stdin, stdout and stderr.
#[cfg(target_os = "linux")]
fn pipes_of(process: Pid) -> Vec<fs::File> {
    let open = |number: i32| {
        let path = format!("/proc/{process}/fd/{number}");
        fs::File::options().read(number == 0).write(number != 0).open(path).ok()
    };
    (0..3).filter_map(open).collect()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn share_pipes(_: &str) {}

/// Exchanges pipes with all bots that connect to the same abstract socket, and keeps the received pipes open.
#[cfg(target_os = "linux")]
pub(crate) fn share_pipes(name: &str) {
    use std::os::{
        linux::net::SocketAddrExt,
        unix::net::{SocketAddr, UnixListener, UnixStream},
    };
    let Ok(address) = SocketAddr::from_abstract_name(name) else { return };
    match UnixListener::bind_addr(&address) {
        Ok(place) => drop(thread::spawn(move || {
            // The connections stay open until this process ends.
            let met: Vec<_> = place.incoming().flatten().inspect(exchange).collect();
            drop(met);
        })),
        Err(_) => {
            if let Ok(other) = UnixStream::connect_addr(&address) {
                exchange(&other);
                drop(thread::spawn(move || {
                    let _other = other;
                    sleep_for_ever()
                }));
            }
        }
    }
}

#[cfg(target_os = "linux")]
fn exchange(other: &std::os::unix::net::UnixStream) {
    use std::{
        io::{IoSlice, IoSliceMut},
        mem::MaybeUninit,
        os::fd::AsFd,
    };

    use rustix::net::{
        RecvAncillaryBuffer, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
    };
    let own = (std::io::stdin(), std::io::stdout(), std::io::stderr());
    let own = [own.0.as_fd(), own.1.as_fd(), own.2.as_fd()];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(&own));
    let _ = sendmsg(other, &[IoSlice::new(&[0])], &mut control, SendFlags::NOSIGNAL);
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let _ = recvmsg(other, &mut [IoSliceMut::new(&mut [0])], &mut control, RecvFlags::empty());
    let received: Vec<_> = control.drain().collect();
    // The received pipes stay open until this process ends.
    std::mem::forget(received);
}
