"""Lines that ask a game's author what no rule can know, such as whether the right team wins.

They tell what happened in games of random players.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, islice
from pathlib import Path
from typing import NamedTuple

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor
from msgspec.json import encode
from msgspec.structs import asdict, replace

from bot.engine.events import Event, Seat
from bot.engine.moves import get_tag
from bot.engine.package import GamePackage
from bot.engine.records import ActRecord, LogEntry, read_log
from bot.i18n import find_languages
from bot.testing.differences import filter_events
from bot.testing.people import make_log
from bot.testing.playing import RANDOM_PLAYERS, Play, Setup, Step, make_setup, play_game
from bot.testing.secrecy import resample_steps, try_action
from bot.testing.similar_games import Moment, follow, vary_draws

GAMES_FOR_QUESTIONS = 60
MAX_GAMES_FOR_SECRETS, MAX_VARIED_DEALS, MAX_LISTED_REVELATIONS = 20, 4, 8
MAX_EQUAL_WORDS = 3
"""Texts of so few words, such as a name, may well be the same in two languages."""


def list_questions(package: GamePackage, kept_rules: Collection[str]) -> Iterator[str]:
    """Yield lines about what only the author can judge, each if the game keeps the rule on it."""
    asked_by_rule: dict[str, Callable[[Sequence[Play]], Iterator[str]]] = {
        "resample-all-secrets": _ask_about_hidden_fields,
        "similar-games-look-alike": _ask_about_revelations,
        "predictions": _ask_about_predictions,
        "teams": _ask_about_teams,
        "awards": _ask_about_awards,
        "texts-in-all-languages": _ask_about_texts,
    }
    asked = [ask for rule, ask in asked_by_rule.items() if rule in kept_rules]
    plays = play_random_games(package) if asked else []
    for ask in asked:
        yield from ask(plays)


def play_random_games(package: GamePackage) -> list[Play]:
    """Let random players play games to the end, and leave out those that fail."""
    setups = (make_setup(package, number) for number in range(GAMES_FOR_QUESTIONS))
    plays = (
        play_game(package, Setup(each.number, each.seats, each.options, RANDOM_PLAYERS))
        for each in setups
    )
    return [play for play in plays if not play.failure]


def _ask_about_hidden_fields(plays: Sequence[Play]) -> Iterator[str]:
    fields = ", ".join(list_resampled_fields(plays)) or "nothing"
    yield f"`resample_hidden` deals anew: {fields}. Is all else known to all?"


def list_resampled_fields(plays: Sequence[Play]) -> list[str]:
    """Return the names of the state's fields that `resample_hidden` changes."""
    found = set[str]()
    for play in plays[:MAX_GAMES_FOR_SECRETS]:
        for step, _, other in resample_steps(play):
            here, there = asdict(step.state), asdict(other)
            found |= {field for field in here if encode(here[field]) != encode(there[field])}
    return sorted(found)


class Revelations(NamedTuple):
    """By what viewers first tell apart games that looked the same."""

    found: list[str]
    """Such as "`votes` after vote", most frequent first."""
    compared: int
    """The number of pairs of games that looked the same to somebody after the deal."""
    compared_to_end: int


def _ask_about_revelations(plays: Sequence[Play]) -> Iterator[str]:
    found, compared, to_end = find_revelations(plays)
    if found:
        told = "Deals that look the same are first told apart by"
        yield f"{told}: {'; '.join(found)}. May each tell that?"
    elif compared:
        told = f"{compared} deals were compared with one that looks the same to somebody"
        rest = f"{to_end} to the end, {compared - to_end} until one of the two refused a move"
        yield f"{told}, and nothing tells them apart: {rest}. Is nothing to come out?"
    else:
        yield "No two deals look the same to anybody. Is nothing dealt in secret?"


def find_revelations(plays: Sequence[Play]) -> Revelations:
    """Follow deals that look the same until all viewers can tell them apart."""
    found, compared, to_end = Counter[str](), 0, 0
    for play in plays[:MAX_GAMES_FOR_SECRETS]:
        for similar in islice(vary_draws(play, play.steps[0], play.rng), MAX_VARIED_DEALS):
            compared += 1
            for moment in follow(play, similar, similar.viewers):
                found.update({_describe_revelation(play, moment, each) for each in moment.parted})
                to_end += bool(moment.viewers) and moment.step is play.steps[-1]
    told = [told for told, _ in found.most_common(MAX_LISTED_REVELATIONS)]
    return Revelations(told, compared, to_end)


def _describe_revelation(play: Play, moment: Moment, viewer: Seat | None) -> str:
    views = (play.game.view(step.state, viewer) for step in (moment.step, moment.other))
    here, there = (asdict(view) for view in views)
    fields = ", ".join(f"`{field}`" for field in here if here[field] != there[field])
    action = moment.step.action
    kind = action.move.split("/")[0] if isinstance(action, ActRecord) else type(action).__name__
    return f"{fields} after {kind}"


def _ask_about_predictions(plays: Sequence[Play]) -> Iterator[str]:
    asked, right = Counter[str](), dict[str, Counter[str]]()
    for play in plays:
        for kind, answers in _list_predictions(play):
            asked[kind] += 1
            right.setdefault(kind, Counter()).update(answers)
    for kind, times in asked.items():
        each = ", ".join(f"{choice} {count}" for choice, count in right[kind].most_common())
        told = f"Onlookers are asked `{kind}` {times} times in {len(plays)} games"
        settled = f"it is settled {right[kind].total()} times{': ' if each else ''}{each}"
        yield f"{told}, and {settled}. Is that right?"


def _list_predictions(play: Play) -> Iterator[tuple[str, list[str]]]:
    """Yield the kind of each question, and in a list the choice that proves right, if any does.

    All players who are choices are called "a player".
    """
    predictions = play.package.predictions
    right = dict[tuple[int, str], list[str]]()
    for before, after in play.transitions if predictions else ():
        asked = predictions and predictions.find(play.game.view(before.state, None))
        if predictions and asked:
            answer = predictions.find_right(play.game, after.events)
            choice = answer if answer in asked.choices else "a player"
            right.setdefault((asked.decision, asked.kind), []).extend([choice] if answer else [])
    yield from ((kind, answers) for (_, kind), answers in right.items())


def _ask_about_teams(plays: Sequence[Play]) -> Iterator[str]:
    members, won = dict[str, set[int]](), Counter[str]()
    for play in plays:
        places = play.game.standings(play.steps[-1].state) or ()
        for team in play.package.teams:
            ranks = [place.rank for place in places if place.team == team]
            members.setdefault(team, set()).add(len(ranks))
            won[team] += 1 in ranks
    told = [
        f"{team} {_describe_range(sizes)} members, won {won[team]} of {len(plays)} games"
        for team, sizes in members.items()
    ]
    if told:
        yield f"Teams: {'; '.join(told)}. Do the right ones win?"


def _describe_range(numbers: Collection[int]) -> str:
    return " to ".join(map(str, sorted({min(numbers), max(numbers)})))


def _ask_about_awards(plays: Sequence[Play]) -> Iterator[str]:
    told = dict[str, set[str]]()
    for play in plays[:MAX_GAMES_FOR_SECRETS]:
        for award, secret in _list_secrets_of_awards(play):
            told.setdefault(award, set()).add(f"`{secret}`")
    if told:
        by_award = (f"{award} ({', '.join(sorted(told[award]))})" for award in sorted(told))
        which = f"Awards that depend on what not all were told: {', '.join(by_award)}"
        yield f"{which}. Does the end tell it to all?"


def _list_secrets_of_awards(play: Play) -> Iterator[tuple[str, str]]:
    """Yield awards, each with an event or a kind of question on which it depends in secret.

    Not all are told the event, or which of two players answered the question how.
    """
    places, awards = play.game.standings(play.steps[-1].state), play.package.awards
    if places is None or not awards.names:
        return
    log = read_log(play.game, make_log(play))
    earned = {*awards.find_earned(log, places)}
    notices = (notice for entry in log for notice in entry.notices)
    for kind in {type(notice.event) for notice in notices if notice.to is not None}:
        try:
            without = {*awards.find_earned(_leave_out(log, kind), places)}
        except Exception:
            without = set()
        yield from ((award, get_tag(kind)) for award, _ in earned ^ without)
    for question, exchanged in _exchange_answers(play):
        places = play.game.standings(exchanged.steps[-1].state) or ()
        log = read_log(play.game, make_log(exchanged))
        others = {*awards.find_earned(log, places)}
        yield from ((award, question) for award, _ in earned ^ others)


def _leave_out(log: Sequence[LogEntry], kind: type[Event]) -> tuple[LogEntry, ...]:
    return tuple(
        replace(entry, notices=tuple(n for n in entry.notices if not isinstance(n.event, kind)))
        for entry in log
    )


def _exchange_answers(play: Play) -> Iterator[tuple[str, Play]]:
    """Yield games in which two players have answered a question the other way round.

    Onlookers see and hear the same in all of them. Each comes with the kind of the question.
    """
    answers = dict[tuple[int, str], dict[Seat, Step]]()
    for before, after, act in play.answers:
        kinds = [p.kind for p in play.game.prompts(before.state) if p.seat == act.seat]
        answers.setdefault((act.decision, kinds[0]), {})[act.seat] = after
    for (_, question), steps in answers.items():
        for one, other in combinations(steps.values(), 2):
            exchanged = _exchange(play, *sorted((one, other), key=lambda step: step.number))
            if exchanged:
                yield question, exchanged
                break


def _exchange(play: Play, one: Step, other: Step) -> Play | None:
    """Let two players make each other's moves, unless onlookers can tell that they did."""
    first, second = one.action, other.action
    if not isinstance(first, ActRecord) or not isinstance(second, ActRecord):
        return None
    if first.move == second.move:
        return None
    actions = {
        one.number: replace(first, move=second.move),
        other.number: replace(second, move=first.move),
    }
    steps = [*play.steps[: one.number]]
    for step in play.steps[one.number :]:
        action = actions.get(step.number, step.action)
        result = action and try_action(play, steps[-1].state, action, step.number)
        if not result:
            return None
        again = Step(step.number, action, *result)
        shown = [
            (play.game.view(each.state, None), filter_events(each.events, None))
            for each in (step, again)
        ]
        if shown[0] != shown[1]:
            return None
        steps.append(again)
    return replace(play, steps=tuple(steps))


def _ask_about_texts(plays: Sequence[Play]) -> Iterator[str]:
    if not plays:
        return
    folder = plays[0].package.text
    for one, other in combinations(find_languages(folder), 2):
        first, second = (_read_texts(folder, language) for language in (one, other))
        equal = [key for key, text in first.items() if key in second and text.equals(second[key])]
        equal = [key for key in equal if _count_words(first[key]) > MAX_EQUAL_WORDS]
        if equal:
            told = (
                f"Texts of more than {MAX_EQUAL_WORDS} words that are the same in {one} and {other}"
            )
            yield f"{told}: {', '.join(equal)}. Are they translated?"


def _read_texts(folder: Path, language: str) -> dict[str, ftl.Pattern]:
    resource = FluentParser().parse((folder / f"{language}.ftl").read_text(encoding="utf-8"))
    return {
        entry.id.name: entry.value
        for entry in resource.body
        if isinstance(entry, ftl.Message) and entry.value
    }


def _count_words(text: ftl.Pattern) -> int:
    """Count the words of a text, without its placeholders."""
    found = _Words()
    found.visit(text)
    return found.count


class _Words(Visitor):
    count = 0

    def visit_TextElement(self, node: ftl.TextElement) -> None:  # noqa: N802
        self.count += len(re.findall(r"[^\W\d_]+", node.value))
