"""A person before a screen who sees labels and has a keyboard, and knows nothing of the program inside.

The window of an installed program is found and read as a screen reader does it, by the names of its controls over
AT-SPI, and used by key strokes of the X server, so that the same story runs with a frozen program, a Debian package or
a wheel. It needs an X display, a session bus, `gi` with Atspi, and xdotool; prove.py provides them, and the story.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BUTTONS = ("button", "push button", "toggle button", "check box", "radio button", "button menu", "push button menu")
FIELDS = ("text", "entry", "editbar", "password text", "paragraph", "document text")
LISTS = ("list", "table", "tree", "tree table", "list box")
COMBOS = ("combo box",)
SUPPORT = "/opt/support/window"
_PATIENCE = 90.0


class LostError(Exception):
    """There is no such label in sight, or what bears it cannot be used."""


def plain(text: str) -> str:
    """A label as it is read: without mnemonics, arrows, marks and the colon at its end."""
    return text.replace("&", "").strip(" ▸✓…:●").strip()


def atspi() -> Any:
    """The library of the accessibility bus."""
    import gi  # type: ignore[import-not-found,unused-ignore]  # of the clean system, not of the tests

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi  # type: ignore[import-not-found,unused-ignore]

    return Atspi


class Eyes:
    """What the bus tells of a program's controls."""

    def __init__(self, process: int | None) -> None:
        self.bus, self.process = atspi(), process
        self.bus.init()
        self._focused: list[str] = []
        self._listener = self.bus.EventListener.new(self._hear)
        self._listener.register("object:state-changed:focused")

    def _hear(self, event: Any) -> None:
        if event.detail1:
            self._focused.append(event.source.get_name() or "")

    def said(self) -> str:
        """What the program says it stands on, where that has just changed: menus are heard, they hang on no window."""
        from gi.repository import GLib  # type: ignore[import-not-found,unused-ignore]

        context, end = GLib.MainContext.default(), time.monotonic() + 3
        while time.monotonic() < end:
            context.iteration(False)
            if self._focused:
                last, self._focused = self._focused[-1], []
                return last
            time.sleep(0.01)
        return ""

    def forget(self) -> None:
        """What was said until now is of no interest any more."""
        from gi.repository import GLib

        while GLib.MainContext.default().iteration(False):
            pass
        self._focused = []

    def application(self) -> Any:
        """The program's node, once it is on the bus."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            desktop = self.bus.get_desktop(0)
            for at in range(desktop.get_child_count()):
                one = desktop.get_child_at_index(at)
                if one is not None and self._is_it(one):
                    one.set_cache_mask(self.bus.Cache.NONE)
                    return one
            time.sleep(0.2)
        raise LostError("the program never came onto the accessibility bus")

    def _is_it(self, application: Any) -> bool:
        if self.process is None:
            return bool(application.get_name() == "dpdesk")
        return bool(application.get_process_id() == self.process)

    def is_in(self, node: Any, name: str) -> bool:
        """Whether a node has a state, by its name in the library."""
        return bool(node.get_state_set().contains(getattr(self.bus.StateType, name)))

    def shown(self, node: Any | None = None, depth: int = 0) -> Iterator[Any]:
        """All nodes in sight."""
        if node is None:
            node = self.application()
        elif not self.is_in(node, "SHOWING") and depth > 1:
            return
        yield node
        if node.get_role_name() in (*LISTS, *COMBOS):  # their rows are looked at when they are used
            return
        for at in range(node.get_child_count()):
            child = node.get_child_at_index(at)
            if child is not None:
                yield from self.shown(child, depth + 1)

    def rows(self, node: Any) -> list[list[str]]:
        """The rows of a list or table, in order: what each says in its columns."""
        children = (node.get_child_at_index(at) for at in range(node.get_child_count()))
        wanted = ("list item", "table cell", "tree item", "menu item")
        cells = [one.get_name() or "" for one in children if one is not None and one.get_role_name() in wanted]
        table = node.get_table_iface()
        columns = max(1, self.bus.Table.get_n_columns(table)) if table is not None else 1
        return [cells[at : at + columns] for at in range(0, len(cells), columns)]


class Hands:
    """Key strokes."""

    def __init__(self) -> None:
        self.window = ""

    def focus_window(self) -> None:
        """Give the keyboard to the program's window, as clicking on it would."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            found = self._xdotool("search", "--onlyvisible", "--class", "dpdesk").split()
            if found:
                self.window = found[-1]
                self._xdotool("windowfocus", "--sync", self.window)
                return
            time.sleep(0.2)
        raise LostError("the program's window never came up")

    def key(self, *names: str) -> None:
        """Press keys, one after the other."""
        self._xdotool("key", "--delay", "15", *names)

    def text(self, text: str) -> None:
        """Type a text."""
        self._xdotool("type", "--delay", "15", "--", text)

    @staticmethod
    def _xdotool(*words: str) -> str:
        return subprocess.run(["xdotool", *words], capture_output=True, text=True, check=False).stdout


class Newcomer:
    """Does what the story says, by visible labels and the keyboard alone, and counts."""

    def __init__(self, process: int) -> None:
        self.eyes, self.hands, self.process = Eyes(process), Hands(), process
        self.actions: list[str] = []
        self.hands.focus_window()
        self.rest()

    # What a newcomer does -----------------------------------------------------------------------------------------

    def press(self, label: str) -> None:
        """Press a button, a step, a check box or a radio button."""
        self._focus(label, BUTTONS)
        self._note(f"press {label}")
        self.hands.key("space")
        self.rest()

    def press_and_choose(self, label: str, *entries: str) -> None:
        """Press a button that opens a menu, and choose from it and from the menus below it."""
        self._focus(label, BUTTONS)
        self._note(f"press {label}")
        self.hands.key("space")
        self.rest()
        for at, entry in enumerate(entries):
            self._note(f"choose {entry}")
            self.eyes.forget()
            self._go_to_entry(entry)
            self.hands.key("Return" if at == len(entries) - 1 else "Right")
            self.rest()

    def type(self, label: str, text: str, *, enter: bool = False) -> None:
        """Replace what stands in a field."""
        self._focus(label, FIELDS)
        self._note(f"type into {label}")
        self.hands.key("ctrl+a")
        self.hands.text(text)
        if enter:
            self.hands.key("Return")
        self.rest()

    def pick(self, label: str, item: str) -> None:
        """Choose an item of a list that drops down."""
        combo = self._focus(label, COMBOS)
        self._note(f"pick {item} in {label}")
        lists = [combo.get_child_at_index(at) for at in range(combo.get_child_count())]
        texts = [row[0] for one in lists if one.get_role_name() in LISTS for row in self.eyes.rows(one)]
        if item not in texts:
            raise LostError(f"'{label}' offers {texts}, not '{item}'")
        self.hands.key("Home", *(["Down"] * texts.index(item)))
        self.rest()

    def mark(self, label: str, *rows: str, toggle: bool = False) -> None:
        """Go to rows of a list, and toggle each where asked."""
        view = self._focus(label, LISTS)
        for row in rows:
            self._note(f"mark {row} in {label}")
            shown = self.eyes.rows(view)
            places = [at for at, cells in enumerate(shown) if any(plain(cell).startswith(row) for cell in cells)]
            if not places:
                raise LostError(f"'{label}' has {shown}, not '{row}'")
            self.hands.key("ctrl+Home", *(["Down"] * places[0]))
            if toggle:
                self.hands.key("space")
        self.rest()

    # How the window is seen ---------------------------------------------------------------------------------------

    def rest(self) -> None:
        """Wait until the program has done what it was asked: until it has used next to no time for a while."""
        end, quiet, before = time.monotonic() + _PATIENCE, 0, self._ticks()
        while quiet < 3 and time.monotonic() < end:
            time.sleep(0.12)
            now = self._ticks()
            quiet, before = (quiet + 1 if now - before <= 1 else 0), now

    def _ticks(self) -> int:
        try:
            fields = Path(f"/proc/{self.process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        except OSError:
            raise LostError(f"the program ended after {self.actions[-3:]}") from None
        return int(fields[11]) + int(fields[12])

    def _note(self, action: str) -> None:
        self.actions.append(action)
        if os.environ.get("DPDESK_TELL"):
            print(f"  {len(self.actions):3} {action}", flush=True)

    def _names(self, node: Any) -> set[str]:
        """What a control is called: its own name, and the label beside it."""
        labels = [
            one.get_target(at).get_name() or ""
            for one in node.get_relation_set()
            if one.get_relation_type() == self.eyes.bus.RelationType.LABELLED_BY
            for at in range(one.get_n_targets())
        ]
        return {plain(name) for name in (node.get_name() or "", *labels)} - {""}

    def _focus(self, label: str, roles: tuple[str, ...]) -> Any:
        end, near = time.monotonic() + 20, set[str]()
        while time.monotonic() < end:
            near = set()
            for node in self.eyes.shown():
                if node.get_role_name() not in roles:
                    continue
                names = self._names(node)
                near |= names
                if label in names and self.eyes.is_in(node, "ENABLED") and self._has_keyboard(node):
                    return node
            self._ticks()
            time.sleep(0.3)
        raise LostError(f"there is no '{label}' to use after {self.actions[-3:]}; there are {sorted(near)}")

    def _has_keyboard(self, node: Any) -> bool:
        """Go to a control: at once where it takes the focus when asked to, else with the Tab key."""
        for _ in range(4):
            if self.eyes.is_in(node, "FOCUSED"):
                return True
            node.grab_focus()
            time.sleep(0.05)
        for _ in range(80):
            self.hands.key("Tab")
            time.sleep(0.05)
            if self.eyes.is_in(node, "FOCUSED"):
                return True
        return False

    def _go_to_entry(self, entry: str) -> None:
        """Go down an open menu until it says that it stands on an entry."""
        heard: list[str] = []
        for _ in range(60):
            self.hands.key("Down")
            name = plain(self.eyes.said())
            if name == entry:
                return
            if name in heard:
                break
            heard.append(name)
        raise LostError(f"'{entry}' cannot be reached in the menu after {self.actions[-3:]}; there are {heard}")


def tell_story(process: int, data: Path, out: Path) -> str:
    """The newcomer's path from a file to a release."""
    sys.path.insert(0, SUPPORT)
    import newcomers_story  # type: ignore[import-not-found,unused-ignore]  # found in the folder just named

    start = time.monotonic()
    person = Newcomer(process)
    up = time.monotonic() - start
    newcomers_story.whole(person, data, out)
    return f"{len(person.actions)} actions; window up and at rest {up:.1f} s after it was looked for"


def see_opened(process: int | None, title: str, *, close: bool) -> str:
    """Wait until a window bears a title, or stands on the file of that name; close it if asked."""
    eyes, end, seen = Eyes(process), time.monotonic() + _PATIENCE, list[str]()
    hands = Hands()
    hands.focus_window()
    while time.monotonic() < end:
        application = eyes.application()
        frames = [application.get_child_at_index(at) for at in range(application.get_child_count())]
        seen = [one.get_name() or "" for one in frames if one is not None]
        if any(title in name for name in seen):
            if close:  # and wait: a window that goes may still be writing what it remembers
                ends = Path(f"/proc/{application.get_process_id()}")
                hands.key("ctrl+q")
                while ends.exists() and time.monotonic() < end:
                    time.sleep(0.1)
                if ends.exists():
                    raise LostError("the window was closed by its keys, and its program goes on")
            return f"the window's title is '{next(name for name in seen if title in name)}'"
        time.sleep(0.2)
    raise LostError(f"no window is titled '{title}', but {seen}")


def main(arguments: list[str]) -> int:
    """`story PROCESS DATA OUT` or `opened PROCESS|any TITLE [close]`; the exit status says whether it went well."""
    what, process, *rest = arguments
    try:
        if what == "story":
            print(tell_story(int(process), Path(rest[0]), Path(rest[1])))
        else:
            print(see_opened(None if process == "any" else int(process), rest[0], close="close" in rest))
    except LostError as lost:
        print(lost, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
