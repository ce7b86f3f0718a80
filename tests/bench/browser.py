"""The browser that draws what people see."""

import shutil
import subprocess

from tests.machine import lacks

MISSING = (
    "{} is missing: pictures of what people see need Chromium and an emoji font,"
    " `apt-get install chromium fontconfig fonts-noto-color-emoji`"
)


def chromium() -> str:
    """Return the path of the installed Chromium; raises `LookupError` that says what to install.

    Without an emoji font all signs would be empty boxes, so that one has to be there, too.
    """
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            break
    else:
        raise LookupError(MISSING.format("Chromium"))
    fonts = shutil.which("fc-list")
    if fonts is None or "emoji" not in subprocess.check_output([fonts], text=True).lower():
        raise LookupError(MISSING.format("An emoji font"))
    return path


def chromium_or_skip() -> str:
    """Return the path of the installed Chromium, or skip the test; where `CI` is set, it fails."""
    try:
        return chromium()
    except LookupError as missing:
        lacks(missing)
