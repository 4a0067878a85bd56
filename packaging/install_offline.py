"""Install dpdesk from this folder, without a network: `python3 install.py [--into FOLDER]`.

This file lies in a wheelhouse as `install.py`. It makes a virtual environment and has pip install into it, from the
wheels beside this file alone, what `requirements.txt` lists; pip refuses a wheel with any other bytes. Only the
standard library is used. Nothing outside the named folder is written.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
OLDEST = (3, 11)


def pip_words(python: Path, wheelhouse: Path) -> list[str]:
    """The call of pip: from the wheels of this folder alone, each with the checksum it must have."""
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-input", "--no-index"]
    exact = ["--require-hashes", "--only-binary=:all:", "--find-links", str(wheelhouse / "wheels")]
    return [*pip, *exact, "--requirement", str(wheelhouse / "requirements.txt")]


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(prog="install.py", description="Install dpdesk from this folder.")
    parser.add_argument("--into", type=Path, default=Path.home() / "dpdesk", help="default: dpdesk in your folder")
    options = parser.parse_args(arguments)
    into = options.into.absolute()
    if sys.version_info < OLDEST:
        return _sorry(f"This is Python {sys.version_info[0]}.{sys.version_info[1]}; dpdesk needs Python 3.11 or newer.")
    if into.exists() and (not into.is_dir() or any(into.iterdir())):
        return _sorry(f"{into} is in the way; name a new or empty folder with --into.")
    variables = {name: text for name, text in os.environ.items() if not name.startswith(("PIP_", "PYTHONPATH"))}
    variables.update(PYTHONNOUSERSITE="1", PIP_CONFIG_FILE=os.devnull, PIP_DISABLE_PIP_VERSION_CHECK="1")
    if subprocess.run([sys.executable, "-m", "venv", str(into)], env=variables, check=False).returncode != 0:
        return _sorry("The virtual environment could not be made; Debian and Ubuntu have it in python3-venv.")
    scripts = into / ("Scripts" if os.name == "nt" else "bin")
    ending = ".exe" if os.name == "nt" else ""
    words = pip_words(scripts / f"python{ending}", HERE)
    if subprocess.run(words, env=variables, check=False).returncode != 0:
        return _sorry(f"Nothing was installed; pip's message above says why. Remove {into} before you try again.")
    print(f"dpdesk is installed. To open the window, type: {scripts / f'dpdesk{ending}'}")
    return 0


def _sorry(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
