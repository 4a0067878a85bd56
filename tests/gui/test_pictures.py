"""What the window looks like: every page at three sizes, once and twice as fine, light and dark, against pictures.

Each of these by itself, at 1280 × 800 in light: where a widget stands depends on the size alone.

Stored are thumbnails, compared with a tolerance that forgives a font's edges and finds a panel that has moved. The full
pictures at 1280 × 800 go into the help and the README, but for those of pages that are empty before a release, which
`packaging/tools/window_pictures.py` paints. `pytest tests/gui/test_pictures.py --update-pictures` stores
them anew; look at them before committing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from looking import at_rest, picture
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from dpdesk.gui.kit import theme
from dpdesk.resources import resource

STORED = Path(__file__).parents[1] / "snapshots" / "window"
HELP = Path(__file__).parents[2] / "resources" / "help" / "pictures"
USUAL = (1280, 800)
LOOKS = (("light", (1024, 700)), ("light", USUAL), ("light", (2560, 1440)), ("dark", USUAL))
EMPTY = ("Ledger", "Publish")
"""Pages with nothing to show before a release."""
WIDTH = 320
TOLERANCE = 0.05  # of the full range, in the mean of a tile of 16 × 16 pixels of the thumbnail


@pytest.fixture
def shown(window, desk, settled):
    """The window with the bundled sample on it, in its rest."""
    desk.ledger_path = Path("/office/ledger.sqlite")  # there is none; its name stands on the page Ledger
    desk.open(resource("sample/plan.json"))
    settled()
    return window


def thumbnail(image: QImage) -> np.ndarray:
    """The picture in grey, 320 pixels wide, between 0 and 1."""
    small = image.scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation)
    grey = small.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(bytes(grey.constBits()), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    return rows[:, : grey.width()] / 255


def tiles(values: np.ndarray) -> np.ndarray:
    """Means of tiles of 16 × 16 pixels."""
    height, width = (side // 16 * 16 for side in values.shape)
    return values[:height, :width].reshape(height // 16, 16, width // 16, 16).mean(axis=(1, 3))


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """The largest difference of a tile; 1 if the pictures have not the same shape."""
    return 1.0 if one.shape != other.shape else float(np.abs(tiles(one) - tiles(other)).max())


def dressed(window, qapp, mode, size) -> None:
    theme.apply(qapp, mode)
    window.desk.looks_changed.emit()
    window.resize(*size)


def paint(window, settled, name) -> QImage:
    """The page at rest, without a focus."""
    window.open_page(name)
    settled()
    at_rest(window)  # what a page does when it is opened may move the focus
    if (focus := window.focusWidget()) is not None:
        focus.clearFocus()
    return at_rest(window)


@pytest.mark.parametrize(("mode", "size"), LOOKS, ids=lambda one: one if isinstance(one, str) else f"{one[0]}x{one[1]}")
def test_every_page_looks_as_it_did(shown, qapp, settled, request, mode, size):
    update = request.config.getoption("--update-pictures")
    changed = []
    dressed(shown, qapp, mode, size)
    for name in shown.pages:
        images = {1: paint(shown, settled, name)}
        if (mode, size) == ("light", USUAL):
            images[2] = picture(shown, 2)
        for ratio, image in images.items():
            path = STORED / f"{name.lower()}-{mode}-{size[0]}x{size[1]}-{ratio}.png"
            if update:
                path.parent.mkdir(parents=True, exist_ok=True)
                small = image.scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation)
                small.convertToFormat(QImage.Format.Format_Grayscale8).save(str(path), "PNG", 0)
                if mode == "light" and ratio == 1 and size == USUAL and name not in EMPTY:
                    HELP.mkdir(parents=True, exist_ok=True)
                    image.save(str(HELP / f"{name.lower()}.png"), "PNG", 0)
                continue
            stored = QImage(str(path))
            found = 1.0 if stored.isNull() else difference(thumbnail(image), thumbnail(stored))
            if found > TOLERANCE:
                changed.append(f"{path.name}: {found:.3f}")
    assert not changed, "\n".join(changed)


def test_a_panel_that_has_moved_would_be_found(shown, qapp, settled):
    dressed(shown, qapp, "light", (1280, 800))
    before = thumbnail(paint(shown, settled, "Ledger"))
    shown.page.layout().setContentsMargins(96, 64, 16, 16)
    after = thumbnail(paint(shown, settled, "Ledger"))
    assert difference(before, after) > TOLERANCE
    assert difference(before, before) == 0


def test_the_help_shows_pictures_that_are_there():
    for page in resource("help").glob("*.md"):
        for line in page.read_text(encoding="utf-8").splitlines():
            if line.startswith("!["):
                assert (page.parent / line.split("(")[1].split(")")[0]).is_file(), (page.name, line)
