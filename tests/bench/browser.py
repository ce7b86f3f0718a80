"""The browser that draws what people see."""

import shutil


def chromium() -> str:
    """Return the path of the installed Chromium; fails, and says what to do, if there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    raise AssertionError(
        "Chromium is missing: install it with `apt-get install chromium fonts-noto-color-emoji`"
    )
