"""Packs a folder under its own name: archive.py FOLDER ARCHIVE.tar.gz

The same files give the same bytes: names are sorted, owners are 0, and the time of everything is SOURCE_DATE_EPOCH.
"""

import gzip
import os
import sys
import tarfile
from pathlib import Path


def anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """An entry without the machine and the hour at which it was made."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = int(os.environ["SOURCE_DATE_EPOCH"])
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    return entry


def main() -> None:
    folder, archive = Path(sys.argv[1]), Path(sys.argv[2])
    # `gzip` would write the name of the file and the time too.
    with (
        archive.open("wb") as file,
        gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0, compresslevel=9) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar,
    ):
        # Folders before what is in them, since a path sorts before its own parts.
        for path in [folder, *sorted(folder.rglob("*"))]:
            tar.add(path, arcname=path.relative_to(folder.parent), recursive=False, filter=anonymous)


main()
