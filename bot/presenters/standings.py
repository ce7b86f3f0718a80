"""Renders a server's scoreboard of a game, and a person's profile.

`bot/services/standings.py` decides how much of a profile a reader may see.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from bot.common.numbers import parse_id, parse_page
from bot.domain.display_names import escape_name
from bot.domain.puzzles import count_streak
from bot.domain.ratings import format_rating, month_of
from bot.domain.results import (
    ALL_SERVERS,
    MAX_LINES_PER_PAGE,
    MIN_OPPONENTS,
    Line,
    Page,
    Result,
    Standing,
)
from bot.drawing.profile import PlayedGame, draw_profile
from bot.engine.package import GamePackage, GameRegistry
from bot.engine.screen import Button, Field, Picture, Screen, Select, TableAction
from bot.engine.teams import name_team
from bot.engine.text_helpers import fit_lines, join_lines, shorten_name, to_percent
from bot.i18n import Text, text
from bot.presenters.welcome import format_title

Span = Literal["ever", "three", "month", "all"]
"""Which games a scoreboard counts.

All on this server, those of three months or of this month there, or all on all servers.
"""
MIN_SETTLED_GAMES, MIN_SURE_GAMES = 20, 50
"""Minimum numbers of rated games for a rating to be shown at all, and to be called sure."""
RATING_STALE_AFTER_SECONDS = 180 * 86_400.0
"""Seconds without a game after which a person's rating is no longer shown."""
ABSENT_AFTER_SECONDS = 365 * 86_400.0
"""Seconds without a game of a kind on a server after which people are on later pages there."""
MAX_SCOREBOARD_NAME_WIDTH = 24
"""In quarters of an em, so that ten lines fit on a phone."""


class ScoresRequest(Struct, frozen=True):
    """A person's request, by button or command, to see a page of a scoreboard."""

    game: str = ""
    """"" means the game that is played in this channel, or was played last."""
    span: Span = "ever"
    page: int = 0

    @property
    def value(self) -> str:
        """The request as text for a button: "<game>/<span>/<page>"."""
        return f"{self.game}/{self.span}/{self.page}"

    @property
    def goes_by_wins(self) -> bool:
        """Whether the most wins come first, and not the highest rating."""
        return self.span in ("three", "month")


def parse_scores_request(value: str) -> ScoresRequest:
    """Return the request for a scoreboard from "<game>", or from the value of another request.

    An invalid span counts as "ever", and an invalid page as the first one.
    """
    game, span, page = [*value.split("/"), "", ""][:3]
    known: Span = next((each for each in get_args(Span) if each == span), "ever")
    return ScoresRequest(game, known, parse_page(page))


def first_month_of(span: Span, now: float) -> int:
    """Return the first month that counts, such as 202611 for November 2026, or 0 for all months."""
    month = month_of(now)
    if span in ("ever", "all"):
        return 0
    if span == "month":
        return month
    year, of_year = divmod(month, 100)
    return month - 2 if of_year > 2 else (year - 1) * 100 + of_year + 10


def make_page(request: ScoresRequest, guild: int, now: float) -> Page:
    """Return the page of a scoreboard that a person in a server requests."""
    of = ALL_SERVERS if request.span == "all" else guild
    month, since = first_month_of(request.span, now), _find_played_since(request, now)
    return Page(of, request.game, month, request.page, since)


def _find_played_since(request: ScoresRequest, now: float) -> float:
    """Return the midnight since when people must have played to be on the first pages."""
    return (now - ABSENT_AFTER_SECONDS) // 86_400 * 86_400 if request.span == "ever" else 0.0


def select_lines(request: ScoresRequest, lines: Sequence[Line], now: float) -> Sequence[Line]:
    """Return those loaded lines that belong to a page, and one more if it goes on.

    People who have not played for a year have pages of their own. The first page is none of those.
    """
    recent = [line for line in lines if not _is_absent(request, line, now)]
    return recent or (lines if request.page else ())


def _is_absent(request: ScoresRequest, line: Line, now: float) -> bool:
    return line.at < _find_played_since(request, now)


def render_scores(
    say: Text,
    request: ScoresRequest,
    lines: Sequence[Line],
    games: Sequence[str],
    registry: GameRegistry,
    current_score: str | None,
    now: float,
    *,
    may_share: bool,
    may_remove: bool = False,
) -> Screen:
    """Return a page of a server's scoreboard of one game.

    `lines` are those of the page, best first, and one more if another page follows. `games` are all
    that have a scoreboard here. The score of a game that is played in this channel stands above.
    `may_remove` is whether the reader may remove people who have left the server.
    """
    fields = [Field(say("scores-here"), current_score)] if current_score else []
    if not games:
        fields.append(Field(say("scores-server"), say("scores-none")))
        return Screen(say("scores-title"), fields=tuple(fields))
    titles = {name: format_title(say.language, registry[name]) for name in games}
    everywhere = request.span == "all"
    shown = select_lines(request, lines, now)
    told = say("scores-nobody-shown" if everywhere else "scores-nobody")
    order = "wins" if request.goes_by_wins else "rating"
    if shown:
        told = "\n".join(_format_lines(say, request, shown, registry[request.game], now))
        order = "absent" if _is_absent(request, shown[0], now) else order
    elif lines:
        told = say("scores-nobody-lately")
    of = "scores-of-all" if everywhere else "scores-of"
    fields.append(Field(say(of, game=titles[request.game], order=order), told))
    more = len(lines) > len(shown[:MAX_LINES_PER_PAGE])
    may_share, may_remove = may_share and bool(shown), may_remove and not everywhere
    rows = _scores_rows(say, request, titles, has_next=more, may_share=may_share)
    if may_remove:
        press = TableAction("scores-tidy", request.value)
        rows = (*rows, (Button(say("scores-tidy"), press, emoji="🧹"),))
    footer = say("scores-only-shown") if everywhere else ""
    return Screen(say("scores-title"), fields=tuple(fields), footer=footer, rows=rows)


def is_settled(standing: Line | Standing, now: float) -> bool:
    """Return whether a rating can be shown: it rests on enough games, and is not out of date."""
    return (
        standing.rated >= MIN_SETTLED_GAMES
        and standing.opponents >= MIN_OPPONENTS
        and now - standing.at < RATING_STALE_AFTER_SECONDS
    )


def _format_rating(say: Text, standing: Line | Standing, now: float) -> str:
    """Return a rating with a word for how sure it is, or "" if it has not settled."""
    if not is_settled(standing, now):
        return ""
    sureness = "sure" if standing.rated >= MIN_SURE_GAMES else "fair"
    return say("scores-rating", rating=str(format_rating(standing.mu)), sureness=sureness)


def _format_lines(
    say: Text, request: ScoresRequest, lines: Sequence[Line], package: GamePackage, now: float
) -> tuple[str, ...]:
    """Return the lines of a page of a scoreboard, without awards if they would not fit."""
    told: list[str] = []
    places = _find_places(request, lines, now)
    for most in (1, 0):
        told = [
            format_line(say, line, place, _list_awards(say, line, package)[:most], now)
            for line, place in zip(lines, places, strict=False)
        ]
        if len(fit_lines(told)) == len(told):
            break
    return fit_lines(told)


def _find_places(request: ScoresRequest, lines: Sequence[Line], now: float) -> list[int | None]:
    """Return the place of each line of a page, or None for people without a place.

    Those are people whom the order of the page does not tell apart from others, and people without
    a win, or without a rating where ratings decide. People who have not played for a year have no
    place either.
    """
    if _is_absent(request, lines[0], now):
        return [None] * len(lines[:MAX_LINES_PER_PAGE])
    by_wins = request.goes_by_wins
    keys = [line.sort_key(by_wins=by_wins) for line in lines]
    first = request.page * MAX_LINES_PER_PAGE + 1
    return [
        first + n if keys.count(keys[n]) == 1 and (line.wins if by_wins else line.rated) else None
        for n, line in enumerate(lines[:MAX_LINES_PER_PAGE])
    ]


def _list_awards(say: Text, line: Line, package: GamePackage) -> tuple[str, ...]:
    """Return the titles of a person's newest awards in a game."""
    words = text(say.language, package.text)
    known = package.awards.names
    return tuple(words(f"award-title-{award}") for award in line.awards if award in known)


def format_line(say: Text, line: Line, place: int | None, awards: Sequence[str], now: float) -> str:
    """Return a line of a scoreboard: name, wins, awards, and the rating once it has settled.

    The person in the first place gets a crown, if they have won a game.
    """
    name = shorten_name(escape_name(line.name), MAX_SCOREBOARD_NAME_WIDTH, say)
    parts = (
        say("scores-won", wins=line.wins, games=line.games),
        *(say("profile-award", award=award, times=1) for award in awards),
        _format_rating(say, line, now),
    )
    sign = say("scores-no-place") if place is None else f"**{place}.**"
    if place == 1 and line.wins:
        sign = say("scores-first")
    return f"{sign} **{name}** · {' · '.join(filter(None, parts))}"


def _scores_rows(
    say: Text, request: ScoresRequest, titles: dict[str, str], *, has_next: bool, may_share: bool
) -> tuple[tuple[Button | Select, ...], ...]:

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
    if request.page or has_next:
        last += [
            Button(say("button-previous"), to(request.page - 1), disabled=not request.page),
            Button(say("button-next"), to(request.page + 1), disabled=not has_next),
        ]
    if may_share:
        last.append(_share_button(say, TableAction("share-scores", request.value)))
    return (*rows, tuple(context), tuple(last))


def _share_button(say: Text, press: TableAction) -> Button:
    return Button(say("button-show-channel"), press, emoji="📣")


MAX_LINE_POINTS = 60
"""Of more rated games in a profile's chart, only every second, third and so on is shown."""
MIN_GAMES_FOR_PICTURE = 3
"""Minimum number of games for a profile to have a picture. Before, it names what can be earned."""
MAX_AWARDS_PER_GAME = 1
"""Maximum number of awards for each game in a profile of all games, which must fit on a phone."""


class ProfileRequest(Struct, frozen=True):
    """A person's request, by button or command, to see somebody's profile."""

    user: int
    everywhere: bool = False
    """Whether the profile counts games on all servers."""
    game: str = ""
    """The only game to show, or ""."""

    def value(self, control_name: str) -> str:
        """Return this request as text for a button, which `parse_profile_request` reads.

        `control_name` makes the texts of two buttons with the same target differ, as Discord
        requires.
        """
        return f"{self.user}/{'all' if self.everywhere else 'here'}/{self.game}/{control_name}"


def parse_profile_request(value: str) -> ProfileRequest:
    """Return a request from the text of `ProfileRequest.value`.

    A select appends the name of the chosen game.
    """
    user, where, game, _, chosen, *_ = [*value.split("/"), "", "", "", "", ""]
    return ProfileRequest(parse_id(user), where == "all", chosen or game)


class ProfileData(Struct, frozen=True):
    """All that a reader may see in a person's profile."""

    request: ProfileRequest
    name: str
    """The display name. Markup in it is not escaped."""
    standings: Mapping[str, Standing]
    """The person's rating and numbers of games, on one or all servers, by game."""
    results: tuple[Result, ...]
    """The person's results in finished games, oldest first."""
    guess_counts: Mapping[str, tuple[int, int]]
    """How often the person guessed the winner as an onlooker, and how often correctly, by game."""
    is_own: bool
    """Whether the reader looks at their own profile, and so may change who sees it."""
    may_switch_servers: bool
    may_share: bool
    """Whether it is the reader's own profile, and others may see it."""
    team_counts: Mapping[str, tuple[int, int]] = {}
    """How often the person played and won in each team of the request's only game."""
    is_clairvoyant: bool = False
    """Whether the person was often right about games that they only watched, on any servers."""
    solved_puzzles: tuple[tuple[int, int], ...] = ()
    """The numbers of the daily puzzles that the person solved in time, with their paw prints."""

    @property
    def games(self) -> tuple[str, ...]:
        """The games in which the person has a rating or has guessed a winner."""
        return tuple(dict.fromkeys((*self.standings, *self.guess_counts)))

    @property
    def finished_games(self) -> int:
        """The number of games that the person has finished."""
        return sum(standing.games for standing in self.standings.values())

    def mu(self, result: Result) -> float:
        """Return the mean of the person's rating after a game, on this server or on all servers."""
        return result.everywhere if self.request.everywhere else result.mu

    def awards(self, game: str) -> Counter[str]:
        """Return how often the person has earned each award of a game."""
        return Counter(each for r in self.results if r.game == game for each in r.awards)


def render_profile(
    say: Text, profile: ProfileData, registry: GameRegistry, now: float, *, reads_text: bool = False
) -> Screen:
    """Return a person's profile: either with all games, or with one game and all its awards.

    For readers without pictures, the description of the picture is in the text.
    """
    titles = {game: format_title(say.language, registry[game]) for game in profile.games}
    key = "profile-everywhere" if profile.request.everywhere else "profile-here"
    title = say(key, name=escape_name(profile.name or say("somebody")))
    others = (*_describe_onlooker(say, profile), *_describe_puzzles(say, profile, now))
    if not titles:
        rows = _profile_rows(say, profile, titles)
        return Screen(title, say("profile-none"), fields=others, rows=rows)
    game = profile.request.game if profile.request.game in titles else ""
    is_new = profile.finished_games < MIN_GAMES_FOR_PICTURE
    if game:
        awards = _format_awards(say, profile, game, registry[game])
        teams = _format_teams(say, profile, registry[game])
        lines = (_format_statistics(say, profile, game, now), *teams, *awards)
        fields = [Field(titles[game], "\n".join(fit_lines(filter(None, lines))))]
    else:
        describe = _describe_new_player if is_new else _describe_player
        fields = [
            Field(name, describe(say, profile, each, registry[each], now))
            for each, name in titles.items()
        ]
        fields.extend(others)
    picture = None if game or is_new else _draw_profile(say, profile, titles, now)
    return Screen(
        title,
        picture.alt if picture and reads_text else "",
        fields=tuple(fields),
        picture=None if reads_text else picture,
        rows=_profile_rows(say, profile, titles),
    )


def _describe_onlooker(say: Text, profile: ProfileData) -> tuple[Field, ...]:
    if not profile.is_clairvoyant:
        return ()
    return (Field(say("profile-onlooker"), say("profile-clairvoyant")),)


def _describe_puzzles(say: Text, profile: ProfileData, now: float) -> tuple[Field, ...]:
    """Return the streak of daily puzzles, and on which share of days no paw print was lost."""
    solved = dict(profile.solved_puzzles)
    if not solved:
        return ()
    clean = sum(not prints for prints in solved.values())
    told = say(
        "profile-puzzles-told",
        streak=count_streak(solved, now, rests=True).days,
        solved=len(solved),
        percent=to_percent(clean / len(solved)),
    )
    return (Field(say("profile-puzzles"), told),)


def _describe_player(
    say: Text, profile: ProfileData, game: str, package: GamePackage, now: float
) -> str:
    """Return a game's part of a profile: games, wins, rating and the most frequent awards."""
    words = text(say.language, package.text)
    best = [
        say("profile-award", award=words(f"award-title-{award}"), times=times)
        for award, times in profile.awards(game).most_common(MAX_AWARDS_PER_GAME)
        if award in package.awards.names
    ]
    return join_lines(_format_statistics(say, profile, game, now), *best)


def _describe_new_player(
    say: Text, profile: ProfileData, game: str, package: GamePackage, now: float
) -> str:
    """Return a game's part of a new player's profile: all awards, and the next one to reach."""
    words, earned = text(say.language, package.text), profile.awards(game)
    has = [
        say("profile-award", award=words(f"award-title-{award}"), times=earned[award])
        for award in package.awards.names
        if earned[award]
    ]
    missing = next((award for award in package.awards.names if not earned[award]), "")
    if missing:
        title = words(f"award-title-{missing}")
        has.append(join_lines(say("profile-next", award=title), words(f"award-{missing}")))
    return "\n".join(fit_lines([_format_statistics(say, profile, game, now), *has]))


def _format_statistics(say: Text, profile: ProfileData, game: str, now: float) -> str:
    """Return a person's games, wins and rating in a game, and how often they guessed its winner."""
    told = []
    standing = profile.standings.get(game)
    if standing:
        won = say("scores-won", games=standing.games, wins=standing.wins)
        rating = _format_rating(say, standing, now) or say("profile-settling")
        told.append(f"{won} · {rating}")
    if game in profile.guess_counts:
        times, right = profile.guess_counts[game]
        told.append(say("profile-reader", times=times, right=right))
    return join_lines(*told)


def _format_teams(say: Text, profile: ProfileData, package: GamePackage) -> Iterator[str]:
    words = text(say.language, package.text)
    for team in package.teams:
        games, wins = profile.team_counts.get(team, (0, 0))
        if games:
            yield say("profile-team", team=name_team(team, words), games=games, wins=wins)


def _format_awards(
    say: Text, profile: ProfileData, game: str, package: GamePackage
) -> tuple[str, ...]:
    """Return a game's awards in a profile, each with what it is for: first the earned ones."""
    words, earned = text(say.language, package.text), profile.awards(game)
    all_ = sorted(package.awards.names, key=lambda each: -earned[each])

    def describe(award: str) -> str:
        title = words(f"award-title-{award}")
        return join_lines(
            say("profile-award-of-game", award=title, times=earned[award]), words(f"award-{award}")
        )

    told = [describe(award) for award in all_ if earned[award]]
    missing = [describe(award) for award in all_ if not earned[award]]
    return fit_lines([*told, *([say("profile-missing"), *missing] if missing else [])])


def _draw_profile(
    say: Text, profile: ProfileData, titles: Mapping[str, str], now: float
) -> Picture:
    """Return the picture of a profile: settled ratings over time, and numbers of games and wins."""
    drawn, told = list[PlayedGame](), []
    for game, title in titles.items():
        standing = profile.standings.get(game)
        games, wins = (standing.games, standing.wins) if standing else (0, 0)
        shows = standing is not None and is_settled(standing, now)
        rated = [r for r in profile.results if shows and r.game == game and r.rated]
        every = max(1, -(-len(rated) // MAX_LINE_POINTS))
        kept = [*rated[::-every]][::-1]
        points = tuple((result.at, format_rating(profile.mu(result))) for result in kept)
        drawn.append(PlayedGame(title, points, games, wins))
        ratings = {"from": points[0][1], "to": points[-1][1]} if points else {"from": 0, "to": 0}
        told.append(say("profile-alt-game", game=title, games=games, wins=wins, **ratings))
    times = [at for each in drawn for at, _ in each.ratings]
    words = (say("profile-rating"), say("profile-games"), say("profile-wins"))
    alt = say("profile-alt", ratings=len(times), games=" ".join(told))[:1000]
    months = _first_and_last_month(times)
    return Picture("profile.jpg", alt, draw_profile, (tuple(drawn), words, months))


def _first_and_last_month(times: Sequence[float]) -> tuple[str, str]:
    """Return the months of the first and the last time, such as "11/2026", and "" for none."""
    if not times:
        return "", ""
    first, last = (
        f"{date.month}/{date.year}"
        for date in (datetime.fromtimestamp(at, UTC) for at in (min(times), max(times)))
    )
    return first, last if last != first else ""


def _profile_rows(
    say: Text, profile: ProfileData, titles: Mapping[str, str]
) -> tuple[tuple[Button | Select, ...], ...]:
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
    if profile.may_share and titles:
        buttons.append(_share_button(say, TableAction("share-profile", asked.value("share"))))
    if buttons:
        rows.append(tuple(buttons))
    return tuple(rows)
