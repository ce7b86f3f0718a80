"""Links between the repository's documents lead somewhere, and files that they name are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    page
    for folder in (".", ".github", "docs", "tests", "examples", "bot")
    for page in (ROOT / folder).glob("*.md" if folder in (".", ".github") else "**/*.md")
)
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.M)
NAMED = re.compile(r"`((?:bot|cogs|tools|tests|benchmarks)/[\w./*]+)`")
EXAMPLE = "my_game"
"""The game that `docs/adding-a-game.md` lets its reader write."""


def anchors(page: Path) -> set[str]:
    """Return what can be linked to on a page, as GitHub names its headings."""
    heads = (re.sub(r"[^\w\- ]", "", head.lower()) for head in HEADING.findall(page.read_text()))
    return {head.strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_each_link_leads_to_a_page_and_its_heading(page: Path) -> None:
    for path, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        target = (page.parent / path).resolve()
        assert target.exists(), path
        if anchor:
            assert anchor in anchors(target), f"{path}#{anchor}"


def test_there_are_links() -> None:
    assert sum(len(LINK.findall(page.read_text(encoding="utf-8"))) for page in PAGES) > 60


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_each_file_that_a_page_names_is_there(page: Path) -> None:
    if page.name == "CHANGELOG.md":
        return  # names what was there then
    for path in NAMED.findall(page.read_text(encoding="utf-8")):
        assert EXAMPLE in path or any(ROOT.glob(path.rstrip("/"))), path
