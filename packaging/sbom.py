"""The bill of materials: `python packaging/sbom.py FOLDER` writes FOLDER/sbom.cdx.json and the folder of licence texts.

FOLDER is a frozen program, whose parts are the packages of this environment that went into it, Python, the loader, and
every library that lies there with the file and its SHA-256; or a wheelhouse, whose parts are its wheels. The bill is
CycloneDX 1.6 JSON, as cyclonedx-python-lib writes it: of each part the version, the licence as an SPDX expression, what
it depends on and what its own makers list as its parts. The same folder gives the same bytes: its identifier is
computed from what it says, its time is that of the commit. Run it with the interpreter the program was frozen with.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.dependency import Dependency
from cyclonedx.model.license import DisjunctiveLicense, LicenseAcknowledgement, LicenseExpression
from cyclonedx.model.lifecycle import LifecyclePhase, PredefinedLifecycle
from cyclonedx.model.tool import ToolRepository
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]

import materials  # noqa: E402 - beside this script
import native  # noqa: E402
from checksums import sha256  # noqa: E402
from environment import LOCKS, Trouble  # noqa: E402
from freeze.build import moment  # noqa: E402
from freeze.information import DESCRIPTION  # noqa: E402
from wheelhouse import needed, normal, read_lock  # noqa: E402

from dpdesk import __version__  # noqa: E402 - the program lies in the folder above
from dpdesk.installation import checkout_files, checksum_of  # noqa: E402

BILL = "sbom.cdx.json"
LICENCES = "licenses"
FONTS = (
    ("Inter", "OFL-1.1", ("LICENSE-Inter.txt",), r"Inter-.*\.otf$"),
    ("DejaVu Sans", "Bitstream-Vera", ("LICENSE-DejaVu.txt",), r"DejaVuSans\.ttf$"),
)
_SPACE = uuid.UUID("b4f0a3b2-6d0e-5f0c-9d52-2f3a64b1c0de")  # under which identifiers of bills are computed


# Components -----------------------------------------------------------------------------------------------------------


def component(
    kind: ComponentType, name: str, version: str, licence: str, reference: str, *, declared: bool = True, **more: Any
) -> Component:
    """One component; its licence is declared by its makers, or concluded from its texts."""
    said = LicenseAcknowledgement.DECLARED if declared else LicenseAcknowledgement.CONCLUDED
    return Component(
        name=name, type=kind, version=version or None, bom_ref=reference,
        licenses=[LicenseExpression(licence, acknowledgement=said)] if licence else (),
        purl=PackageURL.from_string(reference) if reference.startswith("pkg:") else None, **more,
    )  # fmt: skip


def files_of(files: Mapping[str, str], reference: str) -> list[Component]:
    """The files of a component, by name and SHA-256."""
    return [
        Component(
            name=name, type=ComponentType.FILE, bom_ref=f"{reference}|{name}",
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
        )
        for name, digest in files.items()
    ]  # fmt: skip


def package(found: materials.Package, files: Mapping[str, str]) -> Component:
    """A package with its files and what its makers list as its parts."""
    inner = {_reference(part): part for part in found.inner if part.get("scope") != "excluded"}
    return component(
        ComponentType.LIBRARY, found.name, found.version, found.licence, found.reference,
        declared=found.name not in materials.READ_IN_TEXTS, description=found.about or None,
        components=[*files_of({**found.files, **files}, found.reference),
                    *(makers_part(part, f"{found.reference}|{name}") for name, part in inner.items())],
    )  # fmt: skip


def makers_part(part: Mapping[str, Any], reference: str) -> Component:
    """A part as the maker of a package lists it, without addresses and places of the maker's machine."""
    kept = {key: part[key] for key in ("type", "name", "version", "hashes") if part.get(key)}
    kept["licenses"] = [said for said in part.get("licenses", ()) if "expression" in said or "license" in said]
    purl = {"purl": part["purl"].split("?")[0]} if part.get("purl") else {}
    # `from_json` is added by the library's class decorator, which type checkers do not see
    made: Component = Component.from_json({**kept, **purl, "bom-ref": reference})  # type: ignore[attr-defined]
    return made


def _reference(part: Mapping[str, Any]) -> str:
    return str(part.get("purl", "")).split("?")[0] or f"{part['name']}@{part.get('version', '')}"


def library(part: native.Part) -> Component:
    """A library of the frozen folder with its files."""
    kind = {"Python": ComponentType.PLATFORM, "Qt": ComponentType.FRAMEWORK}.get(part.name, ComponentType.LIBRARY)
    files = files_of(part.files, part.reference)
    found = component(kind, part.name, part.version, part.licence, part.reference, declared=False, components=files)
    if not part.licence and part.texts:
        found.licenses.add(DisjunctiveLicense(name=f"see {LICENCES}/{part.name}"))
    return found


def fonts(folder: Path) -> list[Component]:
    """The fonts that come with the program, where they lie in the folder."""
    found = []
    for name, licence, _, pattern in FONTS:
        files = [path for path in sorted(folder.rglob("*.?tf")) if re.search(pattern, path.name)]
        reference = f"font:{normal(name.replace(' ', '-'))}"
        inside = files_of({file.relative_to(folder).as_posix(): sha256(file) for file in files}, reference)
        if files:
            found.append(component(ComponentType.DATA, name, "", licence, reference, components=inside))
    return found


# The two kinds of folders ---------------------------------------------------------------------------------------------


def runtime() -> list[str]:
    """The names of the packages dpdesk runs on, as the lock has them."""
    return sorted({one.name for one in needed(read_lock((LOCKS / "runtime.txt").read_text(encoding="utf-8")))})


def frozen(folder: Path) -> tuple[list[Component], dict[str, set[str]], dict[str, Mapping[str, bytes]]]:
    """The components of a frozen program, who needs whom, and the licence texts of each."""
    installed = materials.installed([*runtime(), "pyinstaller"])
    versions = {name: one.version for name, one in installed.items()}
    libraries, own = native.parts(folder, versions)
    inside = [installed[name] for name in present(folder, installed, own)]
    components = [package(one, own.get(one.name, {})) for one in inside]
    components += [library(part) for part in libraries] + fonts(folder)
    texts: dict[str, Mapping[str, bytes]] = {one.name: one.texts for one in inside}
    texts |= {part.name: part.texts for part in libraries if part.texts}
    edges = {one.reference: {installed[name].reference for name in one.requires if name in installed} for one in inside}
    references = {one.reference for one in inside}
    edges = {one: others & references for one, others in edges.items()}
    edges["dpdesk"] = {one.reference for one in inside if one.name in direct()}
    edges["dpdesk"] |= {str(part.bom_ref) for part in components if str(part.bom_ref).startswith("font:")}
    edges["dpdesk"] |= {part.reference for part in libraries if part.name == "Python"}
    edges["dpdesk"] |= {one.reference for one in inside if one.name == "pyinstaller"}
    _link(folder, libraries, own, {one.name: one.reference for one in inside}, edges)
    return components, edges, texts


def present(
    folder: Path, installed: Mapping[str, materials.Package], own: Mapping[str, Mapping[str, str]]
) -> list[str]:
    """The packages of which a binary or a module went into a frozen folder; all of them, where that cannot be read."""
    from importlib import import_module, metadata

    try:
        readers = import_module("PyInstaller.archive.readers")
    except ImportError:
        return sorted(installed)
    program = next(folder / name for name in ("dpdesk", "dpdesk.exe", "MacOS/dpdesk") if (folder / name).is_file())
    modules = {str(name) for name in readers.CArchiveReader(str(program)).open_embedded_archive("PYZ.pyz").toc}
    found = {"pyinstaller", *own}
    for name in installed:
        files = [file for file, _ in materials.record(metadata.distribution(name))]
        names = (file.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for file in files)
        if modules & set(names):
            found.add(name)
    return sorted(found & set(installed))


def direct() -> set[str]:
    """The packages that dpdesk itself asks for."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return set(materials.requirements(project["dependencies"], lambda marker: True))


def _link(
    folder: Path,
    libraries: Sequence[native.Part],
    own: Mapping[str, Mapping[str, str]],
    packages: Mapping[str, str],
    edges: dict[str, set[str]],
) -> None:
    """Who needs which library: the package that brings it, and whatever was linked with it."""
    owners: dict[str, set[str]] = {}
    mine = ((name, packages.get(one, "dpdesk")) for one, names in own.items() for name in names)
    files: list[tuple[str, str]] = list(mine)
    for part in libraries:
        files += [(name, part.reference) for name in part.files]
        edges.setdefault(part.reference, set())
        if part.within:
            above = packages.get(part.within) or next((one.reference for one in libraries if one.name == "Python"), "")
            edges.setdefault(above, set()).add(part.reference)
    for name, reference in files:
        owners.setdefault(name.rsplit("/", 1)[-1], set()).add(reference)
    for name, reference in files:
        for wanted in native.needs(folder / name):
            edges.setdefault(reference, set()).update(owners.get(wanted, set()) - {reference})


def wheelhouse(folder: Path) -> tuple[list[Component], dict[str, set[str]], dict[str, Mapping[str, bytes]]]:
    """The components of a wheelhouse, who needs whom, and the licence texts of each."""
    wheels = {path.name: path for path in folder.rglob("*.whl")}
    found = [one for one in materials.from_wheels(wheels.values()) if one.name != "dpdesk"]
    if not found:
        raise Trouble(f"{folder} holds neither a frozen program nor wheels.")
    by_name: dict[str, set[str]] = {}
    for one in found:
        by_name.setdefault(one.name, set()).add(one.reference)
    edges = {one.reference: set().union(*(by_name.get(name, set()) for name in one.requires)) for one in found}
    edges["dpdesk"] = set().union(*(by_name.get(name, set()) for name in direct()))
    inside: dict[str, native.Part] = {}
    for one in found:
        for name in one.files:
            for part in native.of_wheel(wheels[name], f"{one.name}@{one.version}", one.version):
                inside.setdefault(part.reference, part).files.update(part.files)
                edges[one.reference].add(part.reference)
    components = [package(one, {}) for one in found] + [library(part) for part in inside.values()]
    return components, edges, {f"{one.name}-{one.version}": one.texts for one in found}


# The document ---------------------------------------------------------------------------------------------------------


def bill(components: Sequence[Component], edges: Mapping[str, set[str]], files: Mapping[str, str], epoch: int) -> str:
    """The text of the whole bill. `files` are dpdesk's own, where they lie in the folder as files."""
    own = component(
        ComponentType.APPLICATION, "dpdesk", __version__, "Apache-2.0", "dpdesk",
        description=DESCRIPTION, components=files_of(files, "dpdesk"),
        properties=[Property(name="dpdesk:checksum-of-its-files", value=checksum_of(checkout_files()))],
    )  # fmt: skip
    references = {str(part.bom_ref): part.bom_ref for part in (own, *components)}
    tool = Component(name="packaging/sbom.py", version=__version__, type=ComponentType.APPLICATION)
    document = Bom(
        serial_number=_SPACE,
        components=components,
        metadata=BomMetaData(
            component=own,
            timestamp=datetime.fromtimestamp(epoch, UTC),
            lifecycles=[PredefinedLifecycle(LifecyclePhase.BUILD)],
            tools=ToolRepository(components=[tool]),
        ),
        dependencies=[
            Dependency(reference, [Dependency(references[other]) for other in edges.get(name, ())])
            for name, reference in references.items()
        ],
    )
    document.serial_number = uuid.uuid5(_SPACE, _text(document))
    return _text(document) + "\n"


def _text(document: Bom) -> str:
    return make_outputter(document, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=1)


def write_texts(folder: Path, texts: Mapping[str, Mapping[str, bytes]]) -> None:
    """The licence texts of all parts, a folder for each, beside those of dpdesk and its fonts."""
    place = folder / LICENCES
    own = {"dpdesk": {"LICENSE": (ROOT / "LICENSE").read_bytes()}}
    own["fonts"] = {
        name: (ROOT / "resources" / "fonts" / name).read_bytes() for _, _, names, _ in FONTS for name in names
    }
    for part, found in {**texts, **own}.items():
        for name, data in found.items():
            target = place / part / name.replace("/", "__")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def write(folder: Path, place: Path | None = None) -> Path:
    """Write the bill and the licence texts of a folder into it (into `place`, where that is given); return the bill.

    Raises:
        Trouble: a part of the folder is not accounted for, or states no licence.
    """
    where = folder if place is None else place
    kind = wheelhouse if any(folder.rglob("*.whl")) else frozen
    components, edges, texts = kind(folder)
    wheels = {one.name: sha256(one) for one in sorted(folder.rglob("dpdesk-*.whl"))}
    where.mkdir(parents=True, exist_ok=True)
    write_texts(where, texts)
    target = where / BILL
    target.write_text(bill(components, edges, wheels, moment()), encoding="utf-8")
    return target


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="sbom.py", description="Write the bill of materials of a folder.")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a frozen program, or a wheelhouse")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where to write (default: into the folder)")
    options = parser.parse_args(arguments)
    try:
        made = write(options.folder.resolve(), None if options.out is None else options.out.resolve())
    except (Trouble, OSError) as trouble:
        print(trouble, file=sys.stderr)
        return 1
    print(os.fspath(made))
    return 0


if __name__ == "__main__":
    sys.exit(main())
