"""Who wrote what is in the programs: notices.py TARGET PACKAGE... > THIRD-PARTY.txt

Asks `cargo metadata` which crates are linked into packages of the workspace on a target, and prints the licence texts
that each brings. A crate without one is named with its licence and its authors.
"""

import json
import subprocess
import sys
from pathlib import Path

NAMES = ("licen", "copying", "notice", "unlicense")


def linked(target: str, shipped: list[str]) -> list[dict]:
    """The packages from elsewhere that end up in what is built, by name and version."""
    told = subprocess.run(
        ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target],
        check=True,
        stdout=subprocess.PIPE,
    )
    metadata = json.loads(told.stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    todo = [id for id in metadata["workspace_members"] if packages[id]["name"] in shipped]
    seen = set(todo)
    while todo:
        for dependency in nodes[todo.pop()]["deps"]:
            # What only builds or tests is not shipped; a macro's output is.
            normal = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if normal and dependency["pkg"] not in seen:
                seen.add(dependency["pkg"])
                todo.append(dependency["pkg"])
    found = [packages[id] for id in seen if packages[id]["source"]]
    return sorted(found, key=lambda package: (package["name"], package["version"]))


def notices(package: dict) -> list[str]:
    """The licence texts that a package brings."""
    folder = Path(package["manifest_path"]).parent
    files = [path for path in sorted(folder.iterdir()) if path.is_file() and path.name.lower().startswith(NAMES)]
    return [path.read_text(encoding="utf-8", errors="replace").strip() for path in files]


def main() -> None:
    target, *shipped = sys.argv[1:]
    crates: dict[str, list[str]] = {}
    for package in linked(target, shipped):
        texts = notices(package)
        if not texts:
            texts = [f"{package['license']}, by {', '.join(package['authors']) or 'its authors'}. It brings no text."]
        for text in texts:
            crates.setdefault(text, []).append(f"{package['name']} {package['version']}")
    print("The programs contain these crates, under these licences.")
    for text, names in crates.items():
        print(f"\n{'=' * 80}\n{', '.join(names)}\n{'=' * 80}\n\n{text}")


main()
