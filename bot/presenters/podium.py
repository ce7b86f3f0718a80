"""Renders the podium of an evening: who took part, with which points and awards."""

from collections import Counter
from collections.abc import Sequence

from bot.domain.display_names import escape_name, to_plain_name
from bot.domain.evenings import QUICKEST, Evening, Honour, Member, rank_members
from bot.drawing.podium import Guest, draw_podium
from bot.engine.awards import NO_AWARDS
from bot.engine.game import Place
from bot.engine.package import GameRegistry
from bot.engine.screen import Field, Picture, Screen
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import (
    fit_lines,
    format_medal,
    format_medals,
    join_lines,
    shorten_name,
    truncate_text,
)
from bot.i18n import DEFAULTS_FOLDER, Text, text
from bot.presenters.welcome import format_title

MAX_GUESTS = 20
"""Maximum number of members in the picture and in the text, the best ones."""
MAX_LINES = 6
"""Maximum number of members with a line of their own. All others share a paragraph."""
MAX_COPIED_PLACES = 4
MAX_NAME_WIDTH, MAX_BRIEF_NAME_WIDTH = 30, 10
"""In quarters of an em, for a line of its own, and for the paragraph of all others."""
MAX_AWARDS, MAX_AWARDS_PER_PERSON = 6, 2
MAX_ALT_LENGTH = 1000

FORESEEN: Honour = ("", "foreseen")
"""The award for whoever foresaw the most winners while watching."""
BLUFFS: Honour = ("", "bluffs")
"""The award for whoever earned the most awards for bluffs, in place of these."""
Ranked = Sequence[tuple[int, Member]]


def render_podium(evening: Evening, registry: GameRegistry, say: Text, *, pictures: bool) -> Screen:
    """Return the screen with which an evening ends: its podium, its table, and its awards."""
    ranked = rank_members(evening)
    shown = ranked[:MAX_GUESTS]
    lines = [
        _format_line(say, place, number if pictures else None)
        for number, place in enumerate(shown[:MAX_LINES])
    ]
    others = [
        _format_briefly(say, member, number if pictures else None)
        for number, (_, member) in enumerate(shown[MAX_LINES:], MAX_LINES)
    ]
    if len(ranked) > MAX_GUESTS:
        others.append(f"+{len(ranked) - MAX_GUESTS}")
    onlookers = (each for each in evening.members if not each.games)
    members = [*(member for _, member in ranked), *onlookers]
    awards = fit_lines(_list_awards(say, members, registry))
    return Screen(
        say("podium-title"),
        join_lines(_describe_games(say, evening, registry), *lines, " · ".join(others)),
        fields=(Field(say("podium-awards"), "\n".join(awards)),) if awards else (),
        footer=say("podium-legend"),
        picture=_make_picture(say, shown) if pictures else None,
        content=_format_copy_line(say, evening, ranked),
    )


def _describe_games(say: Text, evening: Evening, registry: GameRegistry) -> str:
    """Return on which day the evening began, and which games were played how often."""
    played = (
        say("podium-game", game=format_title(say.language, registry[game]), times=times)
        for game, times in Counter(evening.games).items()
        if game in registry
    )
    return " · ".join((f"<t:{int(evening.began_at)}:D>", *played))


def _format_member(say: Text, member: Member, max_width: int) -> str:
    """Return a member's name for a text, with the mark of a computer."""
    mark = say("mark-computer") if member.is_computer else ""
    return shorten_name(_format_name(say, member) + mark, max_width, say)


def _format_name(say: Text, member: Member) -> str:
    return escape_name(member.name) if member.name else say("somebody")


def _format_letter(number: int | None) -> str:
    """Return the letter that stands for a member in the picture, or "" without one."""
    return "" if number is None else f"**{chr(ord('A') + number)}** "


def _format_line(say: Text, place: tuple[int, Member], number: int | None) -> str:
    rank, member = place
    name = _format_letter(number) + _format_member(say, member, MAX_NAME_WIDTH)
    numbers = {"points": member.points, "games": member.games, "wins": member.wins}
    return say("podium-line", medal=format_medal(rank), name=name, **numbers)


def _format_briefly(say: Text, member: Member, number: int | None) -> str:
    name = _format_letter(number) + _format_member(say, member, MAX_BRIEF_NAME_WIDTH)
    return f"{name} {member.points}"


def _format_copy_line(say: Text, evening: Evening, ranked: Ranked) -> str:
    """Return one line to copy, such as "🌙 An evening: 3 games · 🥇 Ada 7 points · 🥈 Ben 5"."""
    shown, more = ranked[:MAX_COPIED_PLACES], len(ranked) - MAX_COPIED_PLACES
    names = tuple(_format_name(say, member) for _, member in shown)
    context = ScreenContext(text(say.language, DEFAULTS_FOLDER), names, names, pictures=False)
    places = [Place(number, rank, each.points) for number, (rank, each) in enumerate(shown)]
    told = say("evening-name", games=len(evening.games)), format_medals(places, context)
    return " · ".join(filter(None, (*told, f"+{more}" if more > 0 else "")))


def _list_awards(say: Text, members: Sequence[Member], registry: GameRegistry) -> list[str]:
    """Return the lines about awards. `members` are given in the order of their places."""
    earned = [_count_honours(member, registry) for member in members]
    # Of those who earned an award equally often, the one furthest behind gets it.
    owners = {
        honour: max(reversed(range(len(earned))), key=lambda n: earned[n][honour])
        for honour in dict.fromkeys(honour for each in earned for honour in each)
    }
    by_times = sorted(owners, key=lambda honour: -earned[owners[honour]][honour])
    chosen = list[Honour]()
    for most in range(1, MAX_AWARDS_PER_PERSON + 1):
        for honour in by_times:
            has = sum(owners[each] == owners[honour] for each in chosen)
            if honour not in chosen and has < most and len(chosen) < MAX_AWARDS:
                chosen.append(honour)
    return [
        say(
            "podium-award",
            award=_format_award(say, honour, registry),
            times=earned[owners[honour]][honour],
            name=_format_member(say, members[owners[honour]], MAX_NAME_WIDTH),
        )
        for honour in sorted(chosen, key=lambda honour: owners[honour])
    ]


def _count_honours(member: Member, registry: GameRegistry) -> Counter[Honour]:
    """Return how often a person earned each award that has a title. Computers earn none."""
    if member.is_computer:
        return Counter()
    known = Counter[Honour]()
    for honour in member.honours:
        game, award = honour
        rules = registry[game].awards if game in registry else NO_AWARDS
        if honour == QUICKEST or award in rules.names:
            known[BLUFFS if award in rules.bluffs else honour] += 1
    return known + Counter({FORESEEN: member.foreseen})


def _format_award(say: Text, honour: Honour, registry: GameRegistry) -> str:
    game, award = honour
    if not game:
        return say(f"podium-{award}")
    return text(say.language, registry[game].text)(f"award-title-{award}")


def _make_picture(say: Text, ranked: Ranked) -> Picture:
    """Return the picture of all members, whose text says who stands for which letter."""
    guests = tuple(Guest(rank, letter) for letter, (rank, _) in enumerate(ranked))
    told = (
        say(
            "podium-alt-member",
            letter=chr(ord("A") + letter),
            name=to_plain_name(member.name) or say("somebody"),
            rank=rank,
        )
        for letter, (rank, member) in enumerate(ranked)
    )
    alt = truncate_text(join_lines(say("podium-alt"), *told), MAX_ALT_LENGTH)
    return Picture("podium.jpg", alt, draw_podium, (guests,))
