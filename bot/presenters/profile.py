"""How a person plays: a picture and its words, as far as they let others see it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from bot.domain.display_names import escaped
from bot.domain.ratings import shown
from bot.domain.results import Result, Standing
from bot.drawing.profile import Played, profile
from bot.engine.box import Shelf
from bot.engine.screen import Button, Do, Field, Picture, Screen, Select
from bot.engine.text_helpers import fitting, lines
from bot.i18n import Text, text
from bot.presenters.scores import explain_unsure, is_sure

POINTS = 60
"""Places of a line in the picture at most: more would not be told apart."""
BEST = 1
"""Awards of each game that are told beside others, or a phone would not show all; they are a press
away."""


class ProfileRequest(Struct, frozen=True):
    """Whose profile somebody asks for, and which part of it."""

    user: int
    everywhere: bool = False
    """Of all servers together."""
    game: str = ""
    """"": of all games."""

    def value(self, how: str) -> str:
        """Return what stands for it in a button; `how` tells those apart that lead to the same."""
        return f"{self.user}/{'all' if self.everywhere else 'here'}/{self.game}/{how}"


def parse_profile_request(value: str) -> ProfileRequest:
    """Return what a button asks for; a select adds the game behind all else."""
    user, where, game, _, chosen, *_ = [*value.split("/"), "", "", "", "", ""]
    number = int(user) if user.isdecimal() and len(user) < 20 else 0
    return ProfileRequest(number, where == "all", chosen or game)


class ProfileData(Struct, frozen=True):
    """What a profile is made of."""

    asks: ProfileRequest
    name: str
    """As it is shown, not escaped."""
    standings: Mapping[str, Standing]
    """How they stand in each game, here or everywhere."""
    results: tuple[Result, ...]
    foreseen: Mapping[str, tuple[int, int]]
    """By game, how often they guessed who wins, and how often that was right."""
    mine: bool
    """Whoever looks is the person."""
    has_both: bool
    """It may be shown of this server, and of all servers together."""

    @property
    def games(self) -> tuple[str, ...]:
        """The games of which there is something to tell."""
        return tuple(dict.fromkeys((*self.standings, *self.foreseen)))

    def mu(self, result: Result) -> float:
        """Return the rating after a game, here or everywhere."""
        return result.everywhere if self.asks.everywhere else result.mu

    def awards(self, game: str) -> Counter[str]:
        """Return how often they earned each award of a game."""
        return Counter(each for r in self.results if r.game == game for each in r.awards)


def screen(say: Text, found: ProfileData, shelf: Shelf, now: float) -> Screen:
    """Return a profile: all games, or one with all its awards."""
    titles = {game: _title(say, shelf, game) for game in found.games}
    key = "profile-everywhere" if found.asks.everywhere else "profile-here"
    title = say(key, name=escaped(found.name or say("somebody")))
    if not titles:
        return Screen(title, say("profile-none"), rows=_rows(say, found, titles))
    game = found.asks.game if found.asks.game in titles else ""
    fields = [_field(say, found, shelf, each, titles[each], now) for each in titles]
    if game:
        told = lines(_numbers(say, found, game, now), *_awards(say, found, shelf, game))
        fields = [Field(titles[game], told)]
    return Screen(
        title,
        fields=tuple(fields),
        footer=explain_unsure(say),
        picture=None if game else _picture(say, found, titles),
        rows=_rows(say, found, titles),
    )


def _title(say: Text, shelf: Shelf, game: str) -> str:
    return text(say.language, shelf[game].text)("game-title")


def _field(say: Text, found: ProfileData, shelf: Shelf, game: str, title: str, now: float) -> Field:
    """Return what is told of a game beside others: numbers, and the awards earned most often."""
    words = text(say.language, shelf[game].text)
    best = [
        say("profile-award", award=words(f"award-{award}"), times=times)
        for award, times in found.awards(game).most_common(BEST)
        if award in shelf[game].game.awards
    ]
    return Field(title, lines(_numbers(say, found, game, now), *best))


def _numbers(say: Text, found: ProfileData, game: str, now: float) -> str:
    """Return rating, games and wins, and how often they foresaw who wins."""
    told = []
    standing = found.standings.get(game)
    if standing:
        sure = is_sure(standing, now)
        rating = f"{shown(standing.mu)}{'' if sure else '?'}" if standing.rated else "–"
        told.append(say("profile-numbers", rating=rating, games=standing.games, wins=standing.wins))
    if game in found.foreseen:
        times, right = found.foreseen[game]
        told.append(say("profile-reader", times=times, right=right))
    return lines(*told)


def _awards(say: Text, found: ProfileData, shelf: Shelf, game: str) -> tuple[str, ...]:
    """Return a line for each award of a game, those that were earned first."""
    words, earned = text(say.language, shelf[game].text), found.awards(game)
    all_ = sorted(shelf[game].game.awards, key=lambda each: -earned[each])
    told = [
        say("profile-award", award=words(f"award-{award}"), times=earned[award])
        for award in all_
        if earned[award]
    ]
    missing = [words(f"award-{award}") for award in all_ if not earned[award]]
    return fitting([*told, *([say("profile-missing"), *missing] if missing else [])])


def _picture(say: Text, found: ProfileData, titles: Mapping[str, str]) -> Picture | None:
    """Return the rating over time, and games and wins by game; None: there is no game."""
    drawn, told = list[Played](), []
    for game, title in titles.items():
        rated = [r for r in found.results if r.game == game and r.rated]
        standing = found.standings.get(game)
        games, wins = (standing.games, standing.wins) if standing else (0, 0)
        every = max(1, -(-len(rated) // POINTS))
        kept = [*rated[::-every]][::-1]
        points = tuple((result.at, shown(found.mu(result))) for result in kept)
        drawn.append(Played(title, points, games, wins))
        ratings = {"from": points[0][1], "to": points[-1][1]} if points else {"from": 0, "to": 0}
        told.append(say("profile-alt-game", game=title, games=games, wins=wins, **ratings))
    if not any(each.games for each in drawn):
        return None
    ends = _ends(found.results)
    words = (say("profile-rating"), say("profile-games"), say("profile-wins"))
    alt = say("profile-alt", games=" ".join(told))[:1000]
    return Picture("profile.jpg", alt, profile, (tuple(drawn), words, ends))


def _ends(results: Sequence[Result]) -> tuple[str, str]:
    """Return the months of the first and the last rated game, as the picture has them."""
    rated = [result.at for result in results if result.rated]
    if not rated:
        return "", ""
    first, last = (datetime.fromtimestamp(at, UTC) for at in (rated[0], rated[-1]))
    return f"{first.month}/{first.year}", f"{last.month}/{last.year}"


def _rows(
    say: Text, found: ProfileData, titles: Mapping[str, str]
) -> tuple[tuple[Button | Select, ...], ...]:
    """Return what leads to all awards of a game, to other servers, and to one's own choices."""
    rows: list[tuple[Button | Select, ...]] = []
    asked = found.asks
    if titles:
        press = Do("profile", replace(asked, game="").value("awards"))
        options = (*titles.items(),)[:25]
        chosen = (asked.game,) if asked.game in titles else ()
        rows.append((Select(say("profile-which"), press, options, chosen=chosen),))
    buttons = []
    if asked.game in titles:
        back = replace(asked, game="").value("back")
        buttons.append(Button(say("profile-all-games"), Do("profile", back), "main"))
    if found.has_both:
        other = replace(asked, everywhere=not asked.everywhere).value("where")
        label = "profile-only-here" if asked.everywhere else "profile-all-servers"
        buttons.append(Button(say(label), Do("profile", other), emoji="🌍"))
    if found.mine:
        buttons.append(Button(say("button-who-sees"), Do("privacy"), emoji="🔐"))
    if buttons:
        rows.append(tuple(buttons))
    return tuple(rows)
