"""What Windows and macOS are told about the program: names, versions, and which documents it opens."""

from __future__ import annotations

from importlib import import_module
from typing import Any

IDENTIFIER = "org.dpdesk.dpdesk"
DESCRIPTION = "Publishable tables from confidential microdata, under differential privacy"
DOCUMENTS = {"plan": "Plan of tables", "dictionary": "Dictionary of a microdata file"}
"""What the window opens: NAME.plan.json and NAME.dictionary.json."""


def information(version: str) -> dict[str, Any]:
    """The Info.plist of the macOS bundle.

    The system goes by the last part of a name, which is json for both kinds: dpdesk is offered beside other programs
    for all such files and takes none of them over.
    """
    return {
        "CFBundleName": "dpdesk",
        "CFBundleDisplayName": "dpdesk",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": ["en", "de"],
        "LSApplicationCategoryType": "public.app-category.productivity",
        "LSMinimumSystemVersion": "13.0",
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": " or ".join(DOCUMENTS.values()),
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Alternate",
                "LSItemContentTypes": ["public.json"],
            }
        ],
    }


def windows_version(version: str) -> Any:
    """The version block of the Windows programs; to be called where PyInstaller is."""
    info = import_module("PyInstaller.utils.win32.versioninfo")
    numbers = tuple(int(part) for part in version.split("."))[:4]
    numbers += (0,) * (4 - len(numbers))
    texts = {
        "FileDescription": DESCRIPTION, "FileVersion": version, "InternalName": "dpdesk", "ProductName": "dpdesk",
        "ProductVersion": version, "LegalCopyright": "Apache License 2.0",
    }  # fmt: skip
    entries = [info.StringStruct(name, text) for name, text in texts.items()]
    return info.VSVersionInfo(
        ffi=info.FixedFileInfo(filevers=numbers, prodvers=numbers, mask=0x3F, flags=0, OS=0x40004, fileType=1),
        kids=[
            info.StringFileInfo([info.StringTable("040904B0", entries)]),
            info.VarFileInfo([info.VarStruct("Translation", [0x0409, 1200])]),
        ],
    )
