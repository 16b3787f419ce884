//! The system calls that a bot in the sandbox may make, in groups, each with its reason. All other calls are refused.
//!
//! A call that a later kernel adds is refused until it is in the list.

use nix::libc;

#[derive(Debug)]
pub(crate) struct CallGroup {
    /// The use of the calls, and the reason why they do no harm.
    #[cfg_attr(not(test), expect(dead_code, reason = "read by whoever reads this file, and written into the book"))]
    pub(crate) reason: &'static str,
    pub(crate) calls: &'static [(&'static str, i64)],
}

macro_rules! group {
    ($reason:literal, $($call:ident)*) => {
        CallGroup { reason: $reason, calls: &[$((stringify!($call), libc::$call)),*] }
    };
}

pub(crate) const ALWAYS: &[CallGroup] = &[
    group!(
        "read files: landlock and the view of the file system say which",
        SYS_read SYS_pread64 SYS_readv SYS_preadv SYS_preadv2 SYS_lseek SYS_close SYS_close_range
        SYS_fstat SYS_newfstatat SYS_statx SYS_faccessat SYS_faccessat2 SYS_readlinkat SYS_getdents64 SYS_getcwd
        SYS_chdir SYS_fchdir SYS_statfs SYS_fstatfs SYS_fadvise64 SYS_readahead SYS_getxattr SYS_lgetxattr
        SYS_fgetxattr SYS_listxattr SYS_llistxattr SYS_flistxattr
    ),
    group!(
        "write files: landlock and the view of the file system say which",
        SYS_write SYS_pwrite64 SYS_writev SYS_pwritev SYS_pwritev2 SYS_ftruncate SYS_truncate SYS_fallocate SYS_fsync
        SYS_fdatasync SYS_sync_file_range SYS_unlinkat SYS_renameat SYS_renameat2 SYS_linkat SYS_symlinkat
        SYS_fchown SYS_fchownat SYS_utimensat SYS_umask SYS_copy_file_range
    ),
    group!(
        "pipes and waiting: they reach only what the bot has open",
        SYS_pipe2 SYS_dup SYS_dup3 SYS_ppoll SYS_pselect6 SYS_epoll_create1 SYS_epoll_ctl SYS_epoll_pwait
        SYS_epoll_pwait2 SYS_eventfd2 SYS_signalfd4 SYS_sendfile SYS_splice SYS_tee SYS_vmsplice
    ),
    group!(
        "talk through sockets that the bot has: the calls that make sockets say which",
        SYS_sendto SYS_sendmsg SYS_sendmmsg SYS_recvfrom SYS_recvmsg SYS_recvmmsg SYS_shutdown SYS_getsockname
        SYS_getpeername SYS_setsockopt SYS_getsockopt
    ),
    group!(
        "memory of its own",
        SYS_mmap SYS_munmap SYS_mprotect SYS_mremap SYS_madvise SYS_brk SYS_mlock SYS_mlock2 SYS_munlock SYS_mlockall
        SYS_munlockall SYS_msync SYS_mincore SYS_membarrier SYS_pkey_alloc SYS_pkey_free SYS_pkey_mprotect SYS_mseal
        SYS_get_mempolicy SYS_set_mempolicy SYS_mbind
    ),
    group!(
        "start and end processes and threads, which count at the limit of processes",
        SYS_execve SYS_execveat SYS_exit SYS_exit_group SYS_wait4 SYS_waitid SYS_setsid SYS_getsid SYS_setpgid
        SYS_getpgid SYS_pidfd_open SYS_set_tid_address SYS_set_robust_list SYS_get_robust_list SYS_rseq SYS_prctl
    ),
    group!(
        "signals: the namespace of processes and the scope of landlock say to whom",
        SYS_kill SYS_tkill SYS_tgkill SYS_pidfd_send_signal SYS_rt_sigaction SYS_rt_sigprocmask SYS_rt_sigreturn
        SYS_rt_sigpending SYS_rt_sigtimedwait SYS_rt_sigqueueinfo SYS_rt_tgsigqueueinfo SYS_rt_sigsuspend
        SYS_sigaltstack SYS_restart_syscall
    ),
    group!("locks between threads", SYS_futex SYS_futex_waitv),
    group!(
        "ask who and where one is, and how much one has used",
        SYS_getpid SYS_getppid SYS_gettid SYS_getuid SYS_geteuid SYS_getgid SYS_getegid SYS_getresuid SYS_getresgid
        SYS_getgroups SYS_capget SYS_uname SYS_sysinfo SYS_getrusage SYS_times SYS_getcpu SYS_getrandom SYS_getpriority
        SYS_ioprio_get SYS_sched_getaffinity SYS_sched_getattr SYS_sched_getparam SYS_sched_getscheduler
        SYS_sched_get_priority_max SYS_sched_get_priority_min SYS_sched_rr_get_interval SYS_sched_yield
    ),
    group!(
        "read clocks, sleep, and set timers of its own",
        SYS_clock_gettime SYS_clock_getres SYS_clock_nanosleep SYS_nanosleep SYS_gettimeofday SYS_timer_create
        SYS_timer_settime SYS_timer_gettime SYS_timer_getoverrun SYS_timer_delete SYS_timerfd_create
        SYS_timerfd_settime SYS_timerfd_gettime SYS_setitimer SYS_getitimer
    ),
    group!("its limits, which it can only lower", SYS_getrlimit SYS_setrlimit),
    #[cfg(target_arch = "x86_64")]
    group!(
        "older names of the calls above, on this processor",
        SYS_stat SYS_lstat SYS_access SYS_readlink SYS_getdents SYS_rmdir SYS_unlink
        SYS_rename SYS_link SYS_symlink SYS_chown SYS_lchown SYS_utime SYS_utimes SYS_futimesat SYS_pipe
        SYS_dup2 SYS_poll SYS_select SYS_epoll_create SYS_epoll_wait SYS_eventfd SYS_signalfd SYS_fork SYS_vfork
        SYS_getpgrp SYS_time SYS_alarm SYS_pause SYS_arch_prctl
    ),
];

/// Calls that are allowed besides if the bot has its own network and its own shared memory.
pub(crate) const IN_ITS_OWN_WORLD: &[CallGroup] = &[
    group!(
        "sockets in its own network, which has nobody else",
        SYS_bind SYS_connect SYS_listen SYS_accept4 SYS_accept
    ),
    group!(
        "shared memory of System V in its own namespace, which ends with it",
        SYS_shmget SYS_shmat SYS_shmdt SYS_shmctl SYS_semget SYS_semop SYS_semtimedop SYS_semctl SYS_msgget SYS_msgsnd
        SYS_msgrcv SYS_msgctl
    ),
];

/// The call for files in memory without a name. Allowed unless the memory limit of the bot is sampled, because samples
/// do not see such files.
pub(crate) const UNSEEN_MEMORY: i64 = libc::SYS_memfd_create;

/// The calls whose arguments no filter can read. They fail as on an older kernel, so that programs use `clone` and
/// `openat`.
pub(crate) const UNREADABLE: [i64; 2] = [libc::SYS_clone3, libc::SYS_openat2];

/// The calls that set the mode of a file, each with the number of the argument that has the mode. They are filtered,
/// because a bot must not make a program that gives the rights of its account to any user who starts the program.
pub(crate) const MODES: &[(i64, u8)] = &[
    (libc::SYS_fchmod, 1),
    (libc::SYS_fchmodat, 2),
    (libc::SYS_fchmodat2, 2),
    (libc::SYS_mkdirat, 2),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_chmod, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_creat, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_mkdir, 1),
];

/// The calls that open files, each with the numbers of the arguments for flags and mode.
pub(crate) const OPENS: &[(i64, u8, u8)] = &[
    (libc::SYS_openat, 2, 3),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_open, 1, 2),
];

/// The commands of `fcntl` that are allowed: copies, flags, locks, and the size and the seals of pipes and memory. The
/// others send signals or delay other processes.
pub(crate) const FCNTL: &[i32] = &[
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_GETLK,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
    libc::F_GETPIPE_SZ,
    libc::F_SETPIPE_SZ,
    libc::F_ADD_SEALS,
    libc::F_GET_SEALS,
];

/// The requests of `ioctl` that are allowed: flags of a descriptor, the number of waiting bytes, copies within a file
/// system, and questions whether a descriptor is a terminal. The others drive devices, or type into terminals.
pub(crate) const IOCTL: &[u64] = &[
    0x5401,      // TCGETS
    0x5413,      // TIOCGWINSZ
    0x540f,      // TIOCGPGRP
    0x541b,      // FIONREAD
    0x5421,      // FIONBIO
    0x5450,      // FIONCLEX
    0x5451,      // FIOCLEX
    0x802c_542a, // TCGETS2
    0x4004_9409, // FICLONE
];

/// The flags of `clone` that make namespaces.
pub(crate) const NAMESPACES: i32 = libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET;

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    /// A page of the book has all groups with their reasons.
    #[test]
    fn the_book_lists_the_calls() {
        let count: usize = ALWAYS.iter().chain(IN_ITS_OWN_WORLD).map(|group| group.calls.len()).sum();
        let mut page = format!(
            "# System calls of a bot in the sandbox\n\nA bot in the [sandbox](security.md#the-sandbox) may make the \
             {count} system calls of this page, and a few more with some arguments only. The system refuses all others \
             with `EACCES`. A test writes this page from the source.\n"
        );
        let sections = [("Allowed always", ALWAYS), ("Allowed besides if the bot is isolated", IN_ITS_OWN_WORLD)];
        for (title, groups) in sections {
            write!(page, "\n## {title}\n\n| for | calls |\n|---|---|\n").unwrap();
            for CallGroup { reason, calls } in groups {
                let names: Vec<String> =
                    calls.iter().map(|(name, _)| format!("`{}`", name.trim_start_matches("SYS_"))).collect();
                writeln!(page, "| {reason} | {} |", names.join(" ")).unwrap();
            }
        }
        page.push_str(
            "\n## Allowed with some arguments\n\n| call | allowed |\n|---|---|\n\
             | `clone` | without new namespaces; `clone3`, which a filter cannot read, is told to be absent |\n\
             | `open`, `openat`, `creat`, `mkdir`, `mkdirat`, `chmod`, `fchmod`, `fchmodat`, `fchmodat2` | without the \
             modes that set a user or a group; `openat2`, which a filter cannot read, is told to be absent |\n\
             | `socketpair` | of streams or packets. A pair of datagrams could send them to any name |\n\
             | `socket` | of the internet, if the bot is isolated: its own network, which is empty |\n\
             | `fcntl` | copies, flags, locks, and the size and the seals of pipes and memory; no leases, no signals |\n\
             | `ioctl` | questions about terminals, flags, the number of waiting bytes, copies of files |\n\
             | `mknod`, `mknodat` | pipes and plain files, no devices |\n\
             | `prlimit64`, `setpriority`, `ioprio_set` | of the process itself |\n\
             | `sched_setscheduler`, `sched_setparam`, `sched_setattr`, `sched_setaffinity` | of the process itself, and \
             of all that the bot has started if it is isolated; the last not if the bot is held to a core |\n\
             | `personality` | the question which one it is |\n\
             | `memfd_create` | unless the memory limit is sampled, because samples do not see such files |\n",
        );
        testkit::golden::golden(&testkit::root().join("docs/system-calls.md"), &page);
    }
}
