"""Renders a server's scoreboard of a game, and a person's profile.

`bot/services/standings.py` decides how much of a profile the reader may see.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from bot.domain.display_names import escape_name
from bot.domain.ratings import format_rating, month_of
from bot.domain.results import MAX_LINES_PER_PAGE, MIN_OPPONENTS, Line, Result, Standing
from bot.drawing.profile import PlayedGame, draw_profile
from bot.engine.package import GameRegistry
from bot.engine.screen import Button, Field, Picture, Screen, Select, TableAction
from bot.engine.text_helpers import fit_lines, join_lines, shorten_name
from bot.i18n import Text, text

Span = Literal["ever", "three", "month", "all"]
"""Which games a scoreboard counts.

"ever", "three" (months) and "month" are games of this server. "all" means all games of all servers.
"""
MIN_SURE_GAMES = 20
"""Minimum number of rated games for a rating that is shown without a question mark."""
RATING_STALE_AFTER_SECONDS = 180 * 86_400.0
"""Seconds without a game after which a rating is shown as unsure, with a question mark."""
MAX_SCOREBOARD_NAME_WIDTH = 24
"""Maximum width of a name in a line of a scoreboard, in quarters of an em.

A line with a longer name would wrap on a phone.
"""


class ScoresRequest(Struct, frozen=True):
    """A request for a page of a scoreboard, as a button or a command makes it."""

    game: str = ""
    """The game's name. "" means the one that is played here, or was played last."""
    span: Span = "ever"
    """Which games the scoreboard counts."""
    page: int = 0
    """The number of the page, from 0."""

    @property
    def value(self) -> str:
        """The request as the text in a button: "<game>/<span>/<page>"."""
        return f"{self.game}/{self.span}/{self.page}"


def parse_scores_request(value: str) -> ScoresRequest:
    """Return the request for a scoreboard that a button's text stands for.

    Args:
        value: A game, and optionally a span and a page: "<game>/<span>/<page>". An invalid span
            counts as "ever", and an invalid page as the first one.
    """
    game, span, page = [*value.split("/"), "", ""][:3]
    known: Span = next((each for each in get_args(Span) if each == span), "ever")
    return ScoresRequest(game, known, int(page) if page.isdecimal() and len(page) < 6 else 0)


def first_month_of(span: Span, now: float) -> int:
    """Return the first month whose games a scoreboard counts, such as 202611, or 0 for all months.

    Args:
        span: Which games the scoreboard counts.
        now: The present time in seconds since 1970.
    """
    month = month_of(now)
    if span in ("ever", "all"):
        return 0
    if span == "month":
        return month
    year, of_year = divmod(month, 100)
    return month - 2 if of_year > 2 else (year - 1) * 100 + of_year + 10


def render_scores(
    say: Text,
    request: ScoresRequest,
    lines: Sequence[Line],
    games: Sequence[str],
    registry: GameRegistry,
    current_score: str | None,
    now: float,
) -> Screen:
    """Return a page of a scoreboard, below the score of this channel's game.

    Args:
        say: Returns texts in the reader's language.
        request: The game, the span and the page to show.
        lines: The lines of the page, best first. One more line means that another page follows.
        games: The names of all games with a scoreboard in this server.
        registry: The games that the bot has, which have the titles.
        current_score: The score of the game that is played in this channel. None means that no game
            is played here.
        now: The present time in seconds since 1970, which tells which ratings are stale.
    """
    fields = [Field(say("scores-here"), current_score)] if current_score else []
    if not games:
        fields.append(Field(say("scores-server"), say("scores-none")))
        return Screen(say("scores-title"), fields=tuple(fields))
    titles = {name: text(say.language, registry[name].text)("game-title") for name in games}
    everywhere = request.span == "all"
    told = say("scores-nobody-shown" if everywhere else "scores-nobody")
    if lines:
        first = request.page * MAX_LINES_PER_PAGE + 1
        listed = (
            format_line(say, line, first + n, now)
            for n, line in enumerate(lines[:MAX_LINES_PER_PAGE])
        )
        told = "\n".join(fit_lines([f"`{_format_numbers(say, *_header(say))}`", *listed]))
    of = "scores-of-all" if everywhere else "scores-of"
    fields.append(Field(say(of, game=titles[request.game]), told))
    return Screen(
        say("scores-title"),
        fields=tuple(fields),
        footer=join_lines(say("scores-only-shown") if everywhere else "", explain_unsure(say)),
        rows=_scores_rows(say, request, len(lines) > MAX_LINES_PER_PAGE, titles),
    )


def is_sure(standing: Line | Standing, now: float) -> bool:
    """Return whether a rating follows from enough games and opponents, and is not stale.

    The limits are `MIN_SURE_GAMES`, `MIN_OPPONENTS` and `RATING_STALE_AFTER_SECONDS`.

    Args:
        standing: A person's rating in a game.
        now: The present time in seconds since 1970.
    """
    return (
        standing.rated >= MIN_SURE_GAMES
        and standing.opponents >= MIN_OPPONENTS
        and now - standing.at < RATING_STALE_AFTER_SECONDS
    )


def explain_unsure(say: Text) -> str:
    """Return the sentence that explains when a rating has a question mark."""
    return say("scores-unsure", games=MIN_SURE_GAMES, opponents=MIN_OPPONENTS)


def format_line(say: Text, line: Line, place: int, now: float) -> str:
    """Return a line of a scoreboard: place, rating, games, wins and name.

    Args:
        say: Returns texts in the reader's language.
        line: The person's rating and games.
        place: The person's place on the scoreboard, from 1.
        now: The present time in seconds since 1970, which tells whether the rating is stale.
    """
    sure = is_sure(line, now)
    rating = f"{format_rating(line.mu)}{'' if sure else '?'}" if line.rated else "–"
    numbers = _format_numbers(say, str(place), rating, str(line.games), str(line.wins))
    return f"`{numbers}` {shorten_name(escape_name(line.name), MAX_SCOREBOARD_NAME_WIDTH, say)}"


def _header(say: Text) -> tuple[str, str, str, str]:
    """Return the titles of a scoreboard's columns."""
    return "#", say("scores-rating"), say("scores-games"), say("scores-wins")


def _format_numbers(say: Text, place: str, *numbers: str) -> str:
    """Return the columns of a scoreboard's line, padded to the same widths in all lines."""
    widths = (
        max(len(word), least) for word, least in zip(_header(say)[1:], (5, 4, 4), strict=True)
    )
    cells = (number.rjust(width) for number, width in zip(numbers, widths, strict=True))
    return " ".join((place.rjust(2), *cells))


def _scores_rows(
    say: Text, request: ScoresRequest, has_next_page: bool, titles: dict[str, str]
) -> tuple[tuple[Button | Select, ...], ...]:
    """Return the buttons and the select for other games, spans and pages of a scoreboard."""

    def to(page: int) -> TableAction:
        return TableAction("scores", ScoresRequest(request.game, request.span, page).value)

    rows: list[tuple[Button | Select, ...]] = []
    if len(titles) > 1:
        options = tuple(titles.items())
        select = Select(say("scores-which"), TableAction("scores"), options, chosen=(request.game,))
        rows.append((select,))
    *context, everywhere = (
        Button(
            say(f"scores-{span}"),
            TableAction("scores", f"{request.game}/{span}"),
            "main" if span == request.span else "plain",
        )
        for span in get_args(Span)
    )
    last = [replace(everywhere, emoji="🌍")]
    if request.page or has_next_page:
        last += [
            Button(say("button-previous"), to(request.page - 1), disabled=not request.page),
            Button(say("button-next"), to(request.page + 1), disabled=not has_next_page),
        ]
    return (*rows, tuple(context), tuple(last))


MAX_LINE_POINTS = 60
"""Maximum number of points on a rating's line in the profile's picture.

Readers could not tell more points apart.
"""
MAX_AWARDS_PER_GAME = 1
"""Maximum number of awards for each game in a profile that shows all games.

More would not fit on a phone. All awards are in the profile of a single game, one press away.
"""


class ProfileRequest(Struct, frozen=True):
    """A request for a person's profile, or for a part of it, as a button or a command makes it."""

    user: int
    """The user id of the person whose profile is shown."""
    everywhere: bool = False
    """Whether the profile counts the games of all servers, not only of this one."""
    game: str = ""
    """The name of the only game to show, or "" for all games."""

    def value(self, control_name: str) -> str:
        """Return this request as the text in a button, which `parse_profile_request` reads.

        Args:
            control_name: A name that keeps the texts of two buttons with the same target distinct.
        """
        return f"{self.user}/{'all' if self.everywhere else 'here'}/{self.game}/{control_name}"


def parse_profile_request(value: str) -> ProfileRequest:
    """Return the request for a profile that a button's text stands for.

    Args:
        value: The text, from `ProfileRequest.value`. A select appends the game that was chosen.
    """
    user, where, game, _, chosen, *_ = [*value.split("/"), "", "", "", "", ""]
    number = int(user) if user.isdecimal() and len(user) < 20 else 0
    return ProfileRequest(number, where == "all", chosen or game)


class ProfileData(Struct, frozen=True):
    """All that a person's profile shows to its reader."""

    request: ProfileRequest
    """Whose profile is shown, and which part of it."""
    name: str
    """The person's display name, with markup not escaped."""
    standings: Mapping[str, Standing]
    """The person's rating and number of games by game, in this server or in all servers."""
    results: tuple[Result, ...]
    """The person's results in finished games."""
    guess_counts: Mapping[str, tuple[int, int]]
    """How often the person guessed a winner as an onlooker, and how often correctly, by game."""
    is_own: bool
    """Whether the reader looks at their own profile."""
    may_switch_servers: bool
    """Whether the reader may switch between this server and all servers."""

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the games for which the profile has a rating or a guess."""
        return tuple(dict.fromkeys((*self.standings, *self.guess_counts)))

    def mu(self, result: Result) -> float:
        """Return the mean of the person's rating after a game, in this server or in all servers."""
        return result.everywhere if self.request.everywhere else result.mu

    def awards(self, game: str) -> Counter[str]:
        """Return how often the person earned each award of a game.

        An award honours a player after a game, such as for four caught lies in a row.

        Args:
            game: The name of the game.
        """
        return Counter(each for r in self.results if r.game == game for each in r.awards)


def render_profile(say: Text, profile: ProfileData, registry: GameRegistry, now: float) -> Screen:
    """Return a person's profile: either with all games, or with one game and all its awards.

    Args:
        say: Returns texts in the reader's language.
        profile: What the profile shows.
        registry: The games that the bot has, which have the titles and awards.
        now: The present time in seconds since 1970, which tells which ratings are stale.
    """
    titles = {game: _format_title(say, registry, game) for game in profile.games}
    key = "profile-everywhere" if profile.request.everywhere else "profile-here"
    title = say(key, name=escape_name(profile.name or say("somebody")))
    if not titles:
        return Screen(title, say("profile-none"), rows=_profile_rows(say, profile, titles))
    game = profile.request.game if profile.request.game in titles else ""
    fields = [_game_field(say, profile, registry, each, titles[each], now) for each in titles]
    if game:
        told = join_lines(
            _format_statistics(say, profile, game, now),
            *_format_awards(say, profile, registry, game),
        )
        fields = [Field(titles[game], told)]
    return Screen(
        title,
        fields=tuple(fields),
        footer=explain_unsure(say),
        picture=None if game else _draw_profile(say, profile, titles),
        rows=_profile_rows(say, profile, titles),
    )


def _format_title(say: Text, registry: GameRegistry, game: str) -> str:
    """Return the title of a game in the reader's language, such as "Liar's Dice"."""
    return text(say.language, registry[game].text)("game-title")


def _game_field(
    say: Text, profile: ProfileData, registry: GameRegistry, game: str, title: str, now: float
) -> Field:
    """Return one game's part of a profile: rating, games, wins and the most frequent award."""
    words = text(say.language, registry[game].text)
    best = [
        say("profile-award", award=words(f"award-{award}"), times=times)
        for award, times in profile.awards(game).most_common(MAX_AWARDS_PER_GAME)
        if award in registry[game].game.awards
    ]
    return Field(title, join_lines(_format_statistics(say, profile, game, now), *best))


def _format_statistics(say: Text, profile: ProfileData, game: str, now: float) -> str:
    """Return the person's rating, games and wins in a game, and their guesses of winners."""
    told = []
    standing = profile.standings.get(game)
    if standing:
        sure = is_sure(standing, now)
        rating = f"{format_rating(standing.mu)}{'' if sure else '?'}" if standing.rated else "–"
        told.append(say("profile-numbers", rating=rating, games=standing.games, wins=standing.wins))
    if game in profile.guess_counts:
        times, right = profile.guess_counts[game]
        told.append(say("profile-reader", times=times, right=right))
    return join_lines(*told)


def _format_awards(
    say: Text, profile: ProfileData, registry: GameRegistry, game: str
) -> tuple[str, ...]:
    """Return a line for each award of a game, with the earned ones first."""
    words, earned = text(say.language, registry[game].text), profile.awards(game)
    all_ = sorted(registry[game].game.awards, key=lambda each: -earned[each])
    told = [
        say("profile-award", award=words(f"award-{award}"), times=earned[award])
        for award in all_
        if earned[award]
    ]
    missing = [words(f"award-{award}") for award in all_ if not earned[award]]
    return fit_lines([*told, *([say("profile-missing"), *missing] if missing else [])])


def _draw_profile(say: Text, profile: ProfileData, titles: Mapping[str, str]) -> Picture | None:
    """Return the picture of ratings over time, games and wins, or None if nothing was played."""
    drawn, told = list[PlayedGame](), []
    for game, title in titles.items():
        rated = [r for r in profile.results if r.game == game and r.rated]
        standing = profile.standings.get(game)
        games, wins = (standing.games, standing.wins) if standing else (0, 0)
        every = max(1, -(-len(rated) // MAX_LINE_POINTS))
        kept = [*rated[::-every]][::-1]
        points = tuple((result.at, format_rating(profile.mu(result))) for result in kept)
        drawn.append(PlayedGame(title, points, games, wins))
        ratings = {"from": points[0][1], "to": points[-1][1]} if points else {"from": 0, "to": 0}
        told.append(say("profile-alt-game", game=title, games=games, wins=wins, **ratings))
    if not any(each.games for each in drawn):
        return None
    ends = _first_and_last_month(profile.results)
    words = (say("profile-rating"), say("profile-games"), say("profile-wins"))
    alt = say("profile-alt", games=" ".join(told))[:1000]
    return Picture("profile.jpg", alt, draw_profile, (tuple(drawn), words, ends))


def _first_and_last_month(results: Sequence[Result]) -> tuple[str, str]:
    """Return the months of the first and the last rated game, such as "11/2026".

    Both are "" if no game was rated.
    """
    rated = [result.at for result in results if result.rated]
    if not rated:
        return "", ""
    first, last = (datetime.fromtimestamp(at, UTC) for at in (rated[0], rated[-1]))
    return f"{first.month}/{first.year}", f"{last.month}/{last.year}"


def _profile_rows(
    say: Text, profile: ProfileData, titles: Mapping[str, str]
) -> tuple[tuple[Button | Select, ...], ...]:
    """Return the buttons and the select below a profile: for one game, all servers and privacy."""
    rows: list[tuple[Button | Select, ...]] = []
    asked = profile.request
    if titles:
        press = TableAction("profile", replace(asked, game="").value("awards"))
        options = (*titles.items(),)[:25]
        chosen = (asked.game,) if asked.game in titles else ()
        rows.append((Select(say("profile-which"), press, options, chosen=chosen),))
    buttons = []
    if asked.game in titles:
        back = replace(asked, game="").value("back")
        buttons.append(Button(say("profile-all-games"), TableAction("profile", back), "main"))
    if profile.may_switch_servers:
        other = replace(asked, everywhere=not asked.everywhere).value("where")
        label = "profile-only-here" if asked.everywhere else "profile-all-servers"
        buttons.append(Button(say(label), TableAction("profile", other), emoji="🌍"))
    if profile.is_own:
        buttons.append(Button(say("button-who-sees"), TableAction("privacy"), emoji="🔐"))
    if buttons:
        rows.append(tuple(buttons))
    return tuple(rows)
