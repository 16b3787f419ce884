//! The state of a simulated disk: its files and folders as a process sees them, and in their durable form.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::{OsStr, OsString},
    fmt, io,
    path::{Component, Path},
};

use super::lots::LotSource;

/// A kind of operation on the disk. Planted mistakes select the operations to skip by their kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DiskOperation {
    Read,
    Write,
    Cut,
    Make,
    Rename,
    Remove,
    SyncFile,
    SyncContents,
    SyncFolder,
}

/// The rule of a planted mistake. Returns true if the disk must skip the operation and report success.
pub(crate) type SkippedOperation = fn(DiskOperation, &Path) -> bool;

pub(super) type NodeId = u64;

const ROOT: NodeId = 0;

#[derive(Debug, Default)]
pub(super) struct DiskState {
    pub(super) nodes: BTreeMap<NodeId, Node>,
    next: NodeId,
    /// The changes of names that are not durable, by their order.
    changes: BTreeMap<u64, NameChange>,
    /// The changes in each folder that are not durable.
    changes_in: BTreeMap<NodeId, BTreeSet<u64>>,
    /// The number of changes so far.
    changed: u64,
    /// The files whose contents are not all durable.
    unsynced: BTreeSet<NodeId>,
    /// The number of files and folders after those without a name were last removed.
    named: usize,
    /// The files and folders that are claimed.
    pub(super) claims: BTreeSet<NodeId>,
    pub(super) lots: LotSource,
    /// The number of operations since the disk was made.
    pub(super) operations: u64,
    /// The number of the operation with which the arbiter dies.
    pub(super) end_at: Option<u64>,
    /// True from the death of the arbiter until the next one starts: nothing changes the disk.
    pub(super) is_dead: bool,
    /// The operations that fail, with their errors.
    pub(super) failures: BTreeMap<u64, io::ErrorKind>,
    /// True if one of `failures` has happened.
    pub(super) has_failed: bool,
    pub(super) skipped: Option<SkippedOperation>,
    /// True if a planted mistake reports a short write as a whole one.
    pub(super) forgets_rest: bool,
    pub(super) visit: Option<Visit>,
}

/// The work of another machine, between two operations of the arbiter.
pub(super) struct Visit {
    /// The operation before which the work is done, counted from the disk's first operation.
    pub(super) before: u64,
    pub(super) work: Box<dyn FnOnce() + Send>,
}

impl fmt::Debug for Visit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visit").field("before", &self.before).finish_non_exhaustive()
    }
}

#[derive(Debug)]
pub(super) enum Node {
    File(SimulatedFile),
    Folder(SimulatedFolder),
}

#[derive(Debug, Default)]
pub(super) struct SimulatedFile {
    pub(super) now: Vec<u8>,
    durable: DurableContents,
}

/// The durable contents of a file, which a power cut does not change.
#[derive(Debug)]
enum DurableContents {
    /// The first bytes of the present contents.
    Prefix(usize),
    /// The file was cut or rewritten since, and all its durable bytes were these. The first `left` of them were never cut
    /// off, so the present contents begin with them too.
    Old { bytes: Vec<u8>, left: usize },
}

impl Default for DurableContents {
    fn default() -> Self {
        Self::Prefix(0)
    }
}

#[derive(Debug, Default)]
pub(super) struct SimulatedFolder {
    pub(super) now: BTreeMap<OsString, NodeId>,
    durable: BTreeMap<OsString, NodeId>,
}

/// Names that change together or not at all: each name with its folder, and the node that it stands for after the
/// change. `None`: the name is removed.
#[derive(Debug)]
pub(super) struct NameChange(pub(super) Vec<(NodeId, OsString, Option<NodeId>)>);

pub(super) fn error<T>(kind: io::ErrorKind) -> io::Result<T> {
    Err(kind.into())
}

impl DiskState {
    pub(super) fn new(lots: LotSource) -> Self {
        Self {
            nodes: BTreeMap::from([(ROOT, Node::Folder(SimulatedFolder::default()))]),
            next: ROOT + 1,
            named: 1,
            lots,
            ..Self::default()
        }
    }

    /// Counts an operation. Returns an error if the operation must fail or the arbiter is dead.
    pub(super) fn begin(&mut self, operation: DiskOperation) -> io::Result<()> {
        if self.is_dead {
            return Err(io::Error::other("killed"));
        }
        self.operations += 1;
        if self.end_at == Some(self.operations) {
            self.is_dead = true;
            // In half of the cases, the process is killed just after the operation.
            return if self.lots.one_in(2) && operation != DiskOperation::Write {
                Ok(())
            } else {
                Err(io::Error::other("killed"))
            };
        }
        let failure = self.failures.remove(&self.operations);
        self.has_failed |= failure.is_some();
        match failure {
            None => Ok(()),
            // No disk is too full to read.
            Some(io::ErrorKind::StorageFull) if operation == DiskOperation::Read => error(io::ErrorKind::Other),
            Some(kind) => error(kind),
        }
    }

    pub(super) fn is_skipped(&self, operation: DiskOperation, path: &Path) -> bool {
        self.skipped.is_some_and(|skipped| skipped(operation, path))
    }

    pub(super) fn find(&self, path: &Path) -> io::Result<NodeId> {
        let mut found = ROOT;
        for component in path.components() {
            let Component::Normal(name) = component else { continue };
            found = *self.folder(found)?.now.get(name).ok_or(io::ErrorKind::NotFound)?;
        }
        Ok(found)
    }

    /// The folder of a path, and the last name of the path.
    pub(super) fn place<'p>(&self, path: &'p Path) -> io::Result<(NodeId, &'p OsStr)> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let folder = self.find(path.parent().unwrap_or_else(|| Path::new("/")))?;
        self.folder(folder)?;
        Ok((folder, name))
    }

    pub(super) fn folder(&self, node: NodeId) -> io::Result<&SimulatedFolder> {
        match self.nodes.get(&node) {
            Some(Node::Folder(folder)) => Ok(folder),
            Some(Node::File(_)) => error(io::ErrorKind::NotADirectory),
            None => error(io::ErrorKind::NotFound),
        }
    }

    pub(super) fn file(&mut self, node: NodeId) -> io::Result<&mut SimulatedFile> {
        match self.nodes.get_mut(&node) {
            Some(Node::File(file)) => Ok(file),
            Some(Node::Folder(_)) => error(io::ErrorKind::IsADirectory),
            None => error(io::ErrorKind::NotFound),
        }
    }

    /// A file whose contents are about to change.
    pub(super) fn changing_file(&mut self, node: NodeId) -> io::Result<&mut SimulatedFile> {
        self.unsynced.insert(node);
        self.file(node)
    }

    /// Makes the contents of a file durable.
    pub(super) fn sync_file(&mut self, node: NodeId) -> io::Result<()> {
        self.unsynced.remove(&node);
        self.file(node).map(SimulatedFile::sync)
    }

    pub(super) fn add(&mut self, node: Node) -> NodeId {
        let id = self.next;
        self.next += 1;
        self.nodes.insert(id, node);
        id
    }

    /// Changes names as processes see them. The change is not durable yet.
    pub(super) fn change(&mut self, change: NameChange) {
        for (folder, name, node) in &change.0 {
            if let Some(Node::Folder(folder)) = self.nodes.get_mut(folder) {
                set(&mut folder.now, name, *node);
            }
        }
        self.changed += 1;
        for (folder, ..) in &change.0 {
            self.changes_in.entry(*folder).or_default().insert(self.changed);
        }
        self.changes.insert(self.changed, change);
    }

    /// Makes the changes of names in a folder durable. A change of two folders happens in both.
    pub(super) fn sync_folder(&mut self, folder: NodeId) {
        for number in self.changes_in.remove(&folder).unwrap_or_default() {
            let Some(change) = self.changes.remove(&number) else { continue };
            for (other, ..) in &change.0 {
                if let Some(numbers) = self.changes_in.get_mut(other) {
                    numbers.remove(&number);
                }
            }
            self.settle(&change);
        }
    }

    fn settle(&mut self, change: &NameChange) {
        for (folder, name, node) in &change.0 {
            if let Some(Node::Folder(folder)) = self.nodes.get_mut(folder) {
                set(&mut folder.durable, name, *node);
            }
        }
    }

    /// Cuts the power. Only what is not durable can change: of a disk of months, that is very little.
    pub(super) fn cut_power(&mut self) {
        let folders = std::mem::take(&mut self.changes_in).into_keys();
        // The changes that are left stay in order, so a later change of a name overrides an earlier one.
        for change in std::mem::take(&mut self.changes).into_values() {
            if self.lots.one_in(2) {
                self.settle(&change);
            }
        }
        let Self { nodes, lots, unsynced, .. } = self;
        for node in folders.chain(std::mem::take(unsynced)) {
            match nodes.get_mut(&node) {
                Some(Node::Folder(folder)) => folder.now.clone_from(&folder.durable),
                Some(Node::File(file)) => file.cut_power(lots),
                None => {}
            }
        }
        self.claims.clear();
        self.forget_unnamed();
    }

    /// Removes the files and folders that no name leads to, and the changes of names in them, if there may be many.
    pub(super) fn forget_unnamed(&mut self) {
        if self.nodes.len() < 2 * self.named {
            return;
        }
        let mut named = BTreeSet::from([ROOT]);
        let mut coming = vec![ROOT];
        while let Some(node) = coming.pop() {
            if let Some(Node::Folder(folder)) = self.nodes.get(&node) {
                coming.extend(folder.now.values().filter(|node| named.insert(**node)));
            }
        }
        self.nodes.retain(|node, _| named.contains(node));
        self.named = named.len();
        let Self { nodes, changes, changes_in, .. } = self;
        changes.retain(|_, change| change.0.iter().any(|(folder, ..)| nodes.contains_key(folder)));
        changes_in.retain(|folder, _| nodes.contains_key(folder));
    }

    pub(super) fn remove(&mut self, folder: NodeId, name: &OsStr) {
        self.change(NameChange(vec![(folder, name.to_owned(), None)]));
    }
}

fn set(names: &mut BTreeMap<OsString, NodeId>, name: &OsStr, node: Option<NodeId>) {
    match node {
        Some(node) => drop(names.insert(name.to_owned(), node)),
        None => drop(names.remove(name)),
    }
}

impl SimulatedFile {
    fn sync(&mut self) {
        self.durable = DurableContents::Prefix(self.now.len());
    }

    pub(super) fn cut(&mut self, size: usize) {
        match &mut self.durable {
            DurableContents::Prefix(durable) if *durable > size => {
                self.durable = DurableContents::Old { bytes: self.now[..*durable].to_vec(), left: size };
            }
            DurableContents::Prefix(_) => {}
            DurableContents::Old { left, .. } => *left = size.min(*left),
        }
        self.now.resize(size, 0);
    }

    /// Keeps the durable contents. Of the rest, keeps nothing, a part or all, or fills the end with zeros. If the file
    /// was cut or rewritten, keeps the durable contents, or those that were never cut off and a part of the rest.
    fn cut_power(&mut self, lots: &mut LotSource) {
        let durable = match std::mem::take(&mut self.durable) {
            DurableContents::Prefix(durable) => durable,
            DurableContents::Old { bytes, left } => {
                if lots.one_in(2) {
                    self.now = bytes;
                    return self.sync();
                }
                left
            }
        };
        match lots.below(4) {
            0 => self.now.truncate(durable),
            1 => {
                let length = durable + lots.below((self.now.len() - durable) as u64 + 1) as usize;
                self.now.truncate(length);
            }
            2 => {
                let from = durable + lots.below((self.now.len() - durable) as u64 + 1) as usize;
                self.now[from..].fill(0);
            }
            _ => {}
        }
        self.sync();
    }
}
