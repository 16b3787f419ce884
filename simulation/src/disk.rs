//! A disk that forgets what was not synced. Contents and names have two states each: what a process sees, and what is
//! durable. A power cut leaves the durable state, and a random part of everything else.

use std::{
    fmt,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard},
};

use arbiter::world::{Disk, FileKind, Files, OpenMode, WritableFile};

use super::{
    disk_state::{
        DiskOperation, DiskState, NameChange, Node, NodeId, SimulatedFile, SimulatedFolder, SkippedOperation, Visit,
        error,
    },
    lock,
    lots::LotSource,
};

/// The disk of one simulated machine, or of several that share it.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedDisk {
    state: Arc<Mutex<DiskState>>,
    /// True if the arbiter uses this handle. Operations through a handle from outside are not counted and never fail.
    is_used: bool,
}

#[derive(Debug)]
struct OpenedFile {
    disk: SimulatedDisk,
    node: NodeId,
    path: PathBuf,
    claim: Mutex<Option<DiskClaim>>,
}

/// A claim, which ends when it is dropped.
#[derive(Debug)]
struct DiskClaim {
    disk: SimulatedDisk,
    node: NodeId,
}

impl SimulatedDisk {
    /// An empty disk. `lots` decides what a power cut leaves, and which writes are short.
    pub(crate) fn new(lots: LotSource) -> Self {
        Self { state: Arc::new(Mutex::new(DiskState::new(lots))), is_used: true }
    }

    /// The disk in the form that the arbiter takes. Leaks a pointer, because a [`Disk`] lives as long as the program.
    pub(crate) fn as_disk(&self) -> Disk {
        Box::leak(Box::new(self.clone()))
    }

    /// A handle from outside, as for a person who looks at the disk. Leaks a pointer, as `as_disk` does.
    pub(crate) fn outside(&self) -> Disk {
        Box::leak(Box::new(Self { is_used: false, ..self.clone() }))
    }

    /// Copies a folder from another disk and syncs the copy, as a person would. Copies only paths that are wanted.
    pub(crate) fn copy_folder(&self, from: &Self, there: &Path, here: &Path, is_wanted: &dyn Fn(&Path) -> bool) {
        let (source, target) = (from.outside(), self.outside());
        let fact = "nothing fails from outside";
        target.make_folders(here).expect(fact);
        for path in source.list(there).unwrap_or_default().iter().filter(|path| is_wanted(path)) {
            let copy = here.join(path.file_name().unwrap_or_default());
            if source.is_folder(path) {
                self.copy_folder(from, path, &copy, is_wanted);
                continue;
            }
            let mut file = target.write(&copy, OpenMode::Rewrite).expect(fact);
            file.write_all(&source.read(path).unwrap_or_default()).expect(fact);
            file.sync().expect(fact);
        }
        target.sync_folder(here).expect(fact);
    }

    /// Plants mistakes: `skipped` selects operations that do nothing; with `forgets_rest`, a short write is reported as
    /// a whole one.
    pub(crate) fn plant(&self, skipped: Option<SkippedOperation>, forgets_rest: bool) {
        let mut state = self.state();
        state.skipped = skipped;
        state.forgets_rest = forgets_rest;
    }

    /// The number of operations so far.
    pub(crate) fn operations(&self) -> u64 {
        self.state().operations
    }

    /// Lets the arbiter die with this operation, counted from the disk's first operation. `None`: not at all.
    pub(crate) fn end_at(&self, operation: Option<u64>) {
        self.state().end_at = operation;
    }

    /// Lets this operation fail, counted from the disk's first operation.
    pub(crate) fn fail_at(&self, operation: u64, error: io::ErrorKind) {
        self.state().failures.insert(operation, error);
    }

    /// Lets another machine do this work before an operation of the arbiter, counted from the disk's first operation. The
    /// work must use a handle from outside.
    pub(crate) fn visit_at(&self, before: u64, work: Box<dyn FnOnce() + Send>) {
        self.state().visit = Some(Visit { before, work });
    }

    /// True if the arbiter has died. Nothing that its code reports after its death counts.
    pub(crate) fn is_dead(&self) -> bool {
        self.state().is_dead
    }

    /// True if a planned failure has happened in this life of the arbiter.
    pub(crate) fn has_failed(&self) -> bool {
        self.state().has_failed
    }

    /// Makes the disk usable after a death. Removes all claims, which the dead process held, and all planned failures.
    pub(crate) fn revive(&self) {
        let mut state = self.state();
        state.claims.clear();
        state.failures.clear();
        state.has_failed = false;
        state.is_dead = false;
        state.end_at = None;
        state.visit = None;
    }

    /// Cuts the power. Lots decide how much is left of the data that is not durable.
    pub(crate) fn cut_power(&self) {
        self.state().cut_power();
    }

    /// Forgets the files that were removed, as a power cut does. Only for a disk that never loses its power, because a
    /// name that is removed but not durably would come back.
    pub(crate) fn forget_removed(&self) {
        self.state().forget_unnamed();
    }

    /// Empties the disk, so that no memory is held by it.
    pub(crate) fn clear(&self) {
        let mut state = self.state();
        *state = DiskState::new(state.lots.clone());
    }

    fn read_from(&self, path: &Path, from: u64) -> io::Result<Vec<u8>> {
        let mut state = self.state();
        self.begin(&mut state, DiskOperation::Read)?;
        let node = state.find(path)?;
        Ok(state.file(node)?.now.get(from as usize..).unwrap_or_default().to_vec())
    }

    /// Counts an operation of the arbiter, which may fail or be its last.
    fn begin(&self, state: &mut DiskState, operation: DiskOperation) -> io::Result<()> {
        if self.is_used { state.begin(operation) } else { Ok(()) }
    }

    /// As [`begin`](Self::begin). Returns false if a planted mistake skips the operation of the arbiter.
    fn begins(&self, state: &mut DiskState, operation: DiskOperation, path: &Path) -> io::Result<bool> {
        self.begin(state, operation)?;
        Ok(!self.is_used || !state.is_skipped(operation, path))
    }

    fn unlink(&self, state: &mut DiskState, path: &Path) -> io::Result<()> {
        let (folder, name) = state.place(path)?;
        if self.begins(state, DiskOperation::Remove, path)? {
            state.remove(folder, name);
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, DiskState> {
        let mut state = lock(&self.state);
        let next = state.operations + 1;
        if self.is_used
            && let Some(visit) = state.visit.take_if(|visit| visit.before <= next)
        {
            drop(state);
            (visit.work)();
            state = lock(&self.state);
        }
        state
    }
}

impl Files for SimulatedDisk {
    fn read_up_to(&self, path: &Path, _: u64) -> io::Result<Vec<u8>> {
        self.read_from(path, 0)
    }

    fn read_unlinked(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_from(path, 0)
    }

    fn open(&self, path: &Path, from: u64) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(io::Cursor::new(self.read_from(path, from)?)))
    }

    fn write(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn WritableFile>> {
        let mut state = self.state();
        let (folder, name) = state.place(path)?;
        let there = state.folder(folder)?.now.get(name).copied();
        let node = match (mode, there) {
            (OpenMode::AppendNew | OpenMode::NewPrivate, Some(_)) => return error(io::ErrorKind::AlreadyExists),
            (OpenMode::AppendExisting, None) => return error(io::ErrorKind::NotFound),
            (_, Some(node)) => {
                state.file(node)?;
                node
            }
            (_, None) => {
                self.begin(&mut state, DiskOperation::Make)?;
                let node = state.add(Node::File(SimulatedFile::default()));
                state.change(NameChange(vec![(folder, name.to_owned(), Some(node))]));
                node
            }
        };
        let is_cut = matches!(mode, OpenMode::Rewrite | OpenMode::RewritePrivate) && there.is_some();
        if is_cut && self.begins(&mut state, DiskOperation::Cut, path)? {
            state.changing_file(node)?.cut(0);
        }
        Ok(Box::new(OpenedFile { disk: self.clone(), node, path: path.to_owned(), claim: Mutex::default() }))
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        let (folder, name) = state.place(path)?;
        if state.folder(folder)?.now.contains_key(name) {
            return error(io::ErrorKind::AlreadyExists);
        }
        self.begin(&mut state, DiskOperation::Make)?;
        let node = state.add(Node::Folder(SimulatedFolder::default()));
        state.change(NameChange(vec![(folder, name.to_owned(), Some(node))]));
        Ok(())
    }

    fn list(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        let mut state = self.state();
        self.begin(&mut state, DiskOperation::Read)?;
        let folder = state.folder(state.find(path)?)?;
        Ok(folder.now.keys().map(|name| path.join(name)).collect())
    }

    fn readers(&self) -> usize {
        1
    }

    fn kind(&self, path: &Path) -> io::Result<FileKind> {
        let mut state = self.state();
        self.begin(&mut state, DiskOperation::Read)?;
        match state.nodes.get(&state.find(path)?) {
            Some(Node::Folder(_)) => Ok(FileKind::Folder),
            Some(Node::File(_)) => Ok(FileKind::Regular),
            None => error(io::ErrorKind::NotFound),
        }
    }

    fn unlinked_kind(&self, path: &Path) -> io::Result<FileKind> {
        self.kind(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        let node = state.find(from)?;
        let ((from_folder, from_name), (to_folder, to_name)) = (state.place(from)?, state.place(to)?);
        self.begin(&mut state, DiskOperation::Rename)?;
        let parts = vec![(from_folder, from_name.to_owned(), None), (to_folder, to_name.to_owned(), Some(node))];
        state.change(NameChange(parts));
        Ok(())
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        let node = state.find(from)?;
        let (folder, name) = state.place(to)?;
        if state.folder(folder)?.now.contains_key(name) {
            return error(io::ErrorKind::AlreadyExists);
        }
        self.begin(&mut state, DiskOperation::Make)?;
        state.change(NameChange(vec![(folder, name.to_owned(), Some(node))]));
        Ok(())
    }

    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        let bytes = self.read_from(from, 0)?;
        let mut file = self.write(to, OpenMode::Rewrite)?;
        file.write_all(&bytes)?;
        file.sync()
    }

    fn is_same(&self, one: &Path, other: &Path) -> bool {
        let state = self.state();
        matches!((state.find(one), state.find(other)), (Ok(one), Ok(other)) if one == other)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        let node = state.find(path)?;
        state.file(node)?;
        self.unlink(&mut state, path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        for inner in self.list(path)? {
            match self.kind(&inner)? {
                FileKind::Folder => self.remove_folder(&inner)?,
                FileKind::Regular | FileKind::Other => self.remove(&inner)?,
            }
        }
        self.unlink(&mut self.state(), path)
    }

    fn sync_contents(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        let node = state.find(path)?;
        if self.begins(&mut state, DiskOperation::SyncContents, path)? {
            state.sync_file(node)?;
        }
        Ok(())
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        let folder = state.find(path)?;
        state.folder(folder)?;
        if self.begins(&mut state, DiskOperation::SyncFolder, path)? {
            state.sync_folder(folder);
        }
        Ok(())
    }

    fn claim(&self, path: &Path) -> io::Result<Option<Box<dyn fmt::Debug + Send>>> {
        let node = self.state().find(path)?;
        Ok(DiskClaim::new(self, node).map(|claim| Box::new(claim) as _))
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        self.state().find(path).map(|_| path.to_owned())
    }
}

impl DiskClaim {
    fn new(disk: &SimulatedDisk, node: NodeId) -> Option<Self> {
        disk.state().claims.insert(node).then(|| Self { disk: disk.clone(), node })
    }
}

impl Drop for DiskClaim {
    fn drop(&mut self) {
        let mut state = self.disk.state();
        // A dead process has lost its claims already, and its successor may have claimed the file since.
        if !state.is_dead {
            state.claims.remove(&self.node);
        }
    }
}

impl Write for OpenedFile {
    /// Appends to the file. Sometimes writes only a part, or returns an interruption instead.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.disk.state();
        if self.disk.is_used && !state.is_dead && state.lots.one_in(64) {
            return error(io::ErrorKind::Interrupted);
        }
        let was_alive = !(state.is_dead && self.disk.is_used);
        let begun = self.disk.begin(&mut state, DiskOperation::Write);
        let is_short = begun.is_err() || state.lots.one_in(16);
        let count = match is_short && was_alive {
            true => state.lots.below(bytes.len() as u64 + 1) as usize,
            false => bytes.len(),
        };
        // On a full disk, or if the process is killed, a part is still written.
        if was_alive {
            state.changing_file(self.node)?.now.extend_from_slice(&bytes[..count]);
        }
        begun?;
        if state.forgets_rest && self.disk.is_used {
            return Ok(bytes.len());
        }
        if count == 0 && !bytes.is_empty() { error(io::ErrorKind::Interrupted) } else { Ok(count) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl WritableFile for OpenedFile {
    fn sync(&self) -> io::Result<()> {
        let mut state = self.disk.state();
        if self.disk.begins(&mut state, DiskOperation::SyncFile, &self.path)? {
            state.sync_file(self.node)?;
        }
        Ok(())
    }

    fn cut(&self, size: u64) -> io::Result<()> {
        let mut state = self.disk.state();
        if self.disk.begins(&mut state, DiskOperation::Cut, &self.path)? {
            state.changing_file(self.node)?.cut(size as usize);
        }
        Ok(())
    }

    fn read_start(&mut self, most: u64) -> io::Result<Vec<u8>> {
        let mut state = self.disk.state();
        let now = &state.file(self.node)?.now;
        Ok(now[..now.len().min(most as usize)].to_vec())
    }

    fn claim(&self, _: &Path) -> bool {
        let mut held = lock(&self.claim);
        if held.is_none() {
            *held = DiskClaim::new(&self.disk, self.node);
        }
        held.is_some()
    }

    fn is_at(&self, path: &Path) -> io::Result<bool> {
        self.disk.state().find(path).map(|node| node == self.node)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn disk(seed: u64) -> SimulatedDisk {
        SimulatedDisk::new(LotSource::new(seed))
    }

    fn write(disk: &SimulatedDisk, path: &str, text: &str, is_synced: bool) {
        let mut file = Files::write(disk, Path::new(path), OpenMode::Append).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        if is_synced {
            file.sync().unwrap();
        }
    }

    /// All contents that a file can have after a power cut, found with many seeds.
    fn left(make: impl Fn(&SimulatedDisk), path: &str) -> BTreeSet<Option<String>> {
        let one = |seed| {
            let disk = disk(seed);
            make(&disk);
            disk.cut_power();
            disk.read_from(Path::new(path), 0).ok().map(|bytes| String::from_utf8(bytes).unwrap())
        };
        (0..200).map(one).collect()
    }

    #[test]
    fn what_is_synced_with_its_name_stays_and_all_else_may_go() {
        let synced = left(
            |disk| {
                write(disk, "/log", "ab", true);
                disk.sync_folder(Path::new("/")).unwrap();
            },
            "/log",
        );
        assert_eq!(synced, BTreeSet::from([Some("ab".into())]));
        let unnamed = left(|disk| write(disk, "/log", "ab", true), "/log");
        assert_eq!(unnamed, BTreeSet::from([None, Some("ab".into())]));
        let torn = left(
            |disk| {
                write(disk, "/log", "a", true);
                disk.sync_folder(Path::new("/")).unwrap();
                write(disk, "/log", "bc", false);
            },
            "/log",
        );
        let expected = ["a", "ab", "abc", "a\0\0", "ab\0"].map(|text| Some(text.to_owned()));
        assert_eq!(torn, BTreeSet::from(expected));
    }
}
