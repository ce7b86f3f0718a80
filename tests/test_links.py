"""Links between the repository's documents lead somewhere."""

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
