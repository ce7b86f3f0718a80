"""Renders the bars above the demo's pages as HTML, with links to other people and languages."""

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from bot.demo.stage import Stage
from bot.i18n import LANGUAGES, text


def make_bar(stage: Stage, shown_people: Sequence[str]) -> str:
    """Return the bar at the top of a page that shows what one or two people see."""
    say = text(stage.language)
    first, *second = shown_people
    other = second[0] if second else next(one for one in stage.people if one != first)
    people = "".join(
        _make_link(one, f"as={quote(one)}", not second and one == first) for one in stage.people
    )
    pair = _make_pair_query(first, other)
    two = _make_link(say("demo-two"), pair, bool(second), ' class="demo-side-by-side"')
    # `demo.js` makes these buttons work.
    languages = "".join(
        f'<button type="button" data-language="{one}"{_mark(one == stage.language, "true")}>'
        f"{escape(say(f'language-{one}'))}</button>"
        for one in LANGUAGES
    )
    return (
        f'<nav class="demo-bar"><span><em>{escape(say("demo-you-are"))}</em>{people}{two}</span>'
        f'<span class="demo-languages">{languages}</span></nav>'
    )


def make_pane_bar(stage: Stage, shown_people: Sequence[str], index: int) -> str:
    """Return the bar above one half of a page, with links that replace this half's person."""
    mine, other = shown_people[index], shown_people[1 - index]
    links = []
    for one in stage.people:
        pair = (one, mine if one == other else other)
        query = _make_pair_query(*(reversed(pair) if index else pair))
        links.append(_make_link(one, query, one == mine))
    return f'<nav class="demo-bar"><span>{"".join(links)}</span></nav>'


def _make_pair_query(left: str, right: str) -> str:
    return f"two={quote(left)},{quote(right)}"


def _make_link(label: str, query: str, is_current: bool, attributes: str = "") -> str:
    current = _mark(is_current, "page")
    return f'<a href="/?{escape(query)}"{attributes}{current}>{escape(label)}</a>'


def _mark(is_current: bool, kind: str) -> str:
    return f' aria-current="{kind}"' if is_current else ""
