"""The screens of Cloaked Cats, each made from a view."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.games.cloaked_cats import (
    moments,
    news,
    notebook,
    pictures,
    private,
    rules_pages,
    story,
    teaching,
)
from bot.games.cloaked_cats.art import SHOWN
from bot.games.cloaked_cats.cards import FAN
from bot.games.cloaked_cats.state import Guess, View
from bot.games.cloaked_cats.words import (
    LINE_ROOM,
    brief,
    cat_short,
    cat_words,
    claim,
    feature,
    floor_words,
    guess_words,
    heading,
    label,
    letters,
    mask,
    masks,
    player,
    sign,
    signed,
)
from bot.games.events import Event, Seat
from bot.games.game import Place, Prompt
from bot.games.screen import Button, Do, Field, Moment, Picture, Scene, Screen, Screens, Seen
from bot.games.wording import lines, medal, paragraphs
from bot.text import Text

LESSON_ROOM = 1000
"""Characters for the cats of a lesson, of the 1,024 of a field."""
LESSON_NEWS = 2
"""Sentences of what happened, besides the hint."""
FEW = 3
"""From so many masks on, it is told how many are left to a player beside the picture, too."""


class CloakedCatsScreens(Screens[View]):
    """What players and onlookers of Cloaked Cats see."""

    rules_pages = len(rules_pages.PAGES)

    def banner(self, scene: Scene) -> Picture | None:
        """Return the cats that wait behind the curtain."""
        return pictures.banner(scene.say)

    def board(self, view: View, scene: Scene) -> Screen:
        """Return the dance floor and what lies open in front of each player (ruling K16)."""
        say = scene.say
        last = say("last-round") if view.last_round else ""
        if scene.pictures:
            return Screen(
                title="",
                text=lines(last, *_standings(view, scene), _shown(view, say)),
                picture=pictures.floor(view, scene),
            )
        return Screen(
            title=say("board-title", round=view.round),
            text=lines(last, say("board-pile", pile=view.pile), _floor(view, scene)),
            fields=tuple(_stand(view, seat, scene) for seat in range(len(view.points))),
        )

    def private(
        self,
        view: View,
        seat: Seat,
        prompt: Prompt | None,
        moves: tuple[str, ...],
        path: str,
        scene: Scene,
    ) -> Screen:
        """Return the cat and hand of `seat`, or the step of the guess that `path` leads to."""
        if scene.lesson and path not in moves:
            return _taught(view, seat, prompt, moves, path, scene)
        return _private(view, seat, prompt, moves, path, scene)

    def asked(self, view: View, prompts: Sequence[Prompt], scene: Scene) -> str:  # noqa: ARG002
        """Return who is to play a cat or to guess: one seat, as this game has no pauses."""
        prompt = prompts[0]
        if prompt.seat is None:
            return ""
        name = (brief if scene.pictures else player)(prompt.seat, scene)
        return scene.say(f"asked-{prompt.kind}", name=name)

    def told(self, event: Event, scene: Scene) -> str:
        """Return the line that tells an event; each event's name is its message.

        Beside a picture it is short: the masks are on the cat, and the same board tells whose mask
        is whose.
        """
        say, short = scene.say, scene.pictures and not scene.lesson
        name = mask if short else player
        values: dict[str, int | str] = {}
        match event.name, [int(value) for value in event.values]:
            case "dealt", [*numbers]:
                values = {"features": " · ".join(signed(number, scene) for number in numbers[:FAN])}
            case "drew", [cat]:
                values = {"cat": cat_words(cat, scene)}
            case "cat-played", [seat, cat, *_] if short:
                values = {"name": mask(seat, scene), "cat": cat_short(cat, say)}
                return say("cat-short", **values)
            case "cat-played", [seat, cat, *masked]:
                values = {
                    "name": player(seat, scene),
                    "cat": cat_words(cat, scene),
                    "placed": len(masked),
                    "masks": masks(masked, scene),
                }
            case "guess-right" | "guess-wrong", [seat, opponent, asked]:
                right = event.name == "guess-right"
                if not short:
                    return guess_words(Guess(0, seat, opponent, asked, right), scene)
                claimed = claim(mask(opponent, scene), asked, say)
                values = {"asker": mask(seat, scene), "claim": claimed, "right": str(right).lower()}
                return say("guess-short", **values)
            case "round-begins", _ if short:
                return ""
            case "round-begins", [number]:
                values = {"round": number}
            case _, [seat]:
                values = {"name": name(seat, scene)}
        return say(event.name, **values)

    def news(
        self,
        events: Sequence[Event],
        view: View,  # noqa: ARG002
        seat: Seat,
        scene: Scene,
    ) -> tuple[str, ...]:
        """Return who guessed what of `seat`, what became of its cat and its guess, what it drew.

        In a lesson, which has no board, it is the opponent's cat instead of one that was drawn.
        """
        if not scene.lesson:
            return news.news(events, seat, scene)
        theirs = [e for e in events if e.name == "cat-played" and e.values[0] != seat]
        others = [e for e in events if e.name != "drew"]
        cats = (self.told(event, scene) for event in theirs[-1:])
        return (*news.news(others, seat, scene), *cats)[-LESSON_NEWS:]

    def end(self, view: View, places: Sequence[Place], scene: Scene) -> Screen:
        """Return the winners on a podium, a line for each player, and in words all the rest."""
        say = scene.say
        winners = [place for place in places if place.rank == 1]
        level = [place for place in places if place.points == winners[0].points]
        name = brief if scene.pictures else player
        names = " · ".join(name(place.seat, scene) for place in winners)
        told = (
            teaching.ended(view, scene) if scene.lesson else "",
            say("end-winner", name=names) if len(winners) == 1 else say("end-shared", names=names),
            say("end-tie-broken") if len(level) > len(winners) else "",
        )
        if scene.pictures:
            placed = (_placed(place, scene) for place in places)
            return Screen(
                title="",
                text=lines(*told, *placed),
                picture=pictures.end(view, places, scene),
            )
        return Screen(
            title=say("board-over"),
            text=lines(*told, _floor(view, scene)),
            fields=tuple(_place(view, place, scene) for place in places),
        )

    def result(self, view: View, places: Sequence[Place], seat: Seat, scene: Scene) -> str:
        """Return the seat's place and points, and who guessed what of it."""
        say = scene.say
        place = next(place for place in places if place.seat == seat)
        shared = sum(other.rank == place.rank for other in places) > 1
        key = "result-shared" if shared and place.rank == 1 else "result-place"
        guessed = [guess for guess in view.guesses if guess.right and guess.opponent == seat]
        told = ", ".join(
            say(
                "result-guessed",
                name=player(guess.seat, scene),
                feature=signed(guess.feature, scene),
            )
            for guess in guessed
        )
        why = say("result-found", guessed=told) if guessed else say("result-hidden")
        return f"{say(key, rank=place.rank, points=place.points)} {why}"

    def pages(self, view: View) -> tuple[str, ...]:
        """Return how it went once the game is over; before, the notebook, and all the cats.

        There is something to note as soon as a cat dances, and the cats are a page as soon as they
        are not all in one picture.
        """
        if view.phase == "over":
            return ("story",)
        noting = bool(view.floor) and view.viewer is not None and view.help != "none"
        crowded = len(view.floor) > SHOWN
        return (*(("notebook",) if noting else ()), *(("floor",) if crowded else ()))

    def page(self, name: str, view: View, events: Sequence[Event], scene: Scene) -> Screen:
        """Return the notebook, how it went, or a part of the dance floor."""
        match name.split("-"):
            case ["notebook", *_]:
                return notebook.page(view, scene)
            case ["floor", part]:
                return _part(view, int(part), scene)
            case ["floor"]:
                return _part(view, 1, scene)
            case _:
                return story.page(view, events, scene)

    def moments(self, course: Sequence[Seen], scene: Scene) -> tuple[Moment, ...]:
        """Return what people may laugh about afterwards."""
        return moments.moments(course, scene)

    def score(self, view: View, scene: Scene) -> str:
        """Return what is public of everybody's points (ruling K10)."""
        scored = (
            scene.say(
                "score-player",
                name=player(seat, scene),
                points=_points(points, scene.say),
                received=view.received[seat],
                hidden=points - view.received[seat],
            )
            for seat, points in enumerate(view.points)
        )
        head = "" if scene.ended else scene.say("score-round", round=view.round)
        return lines(head, *scored)

    def rules(self, page: int, scene: Scene) -> Screen:
        """Return a page of the rules in our own words."""
        return rules_pages.page(page, scene)


def _private(
    view: View, seat: Seat, prompt: Prompt | None, moves: tuple[str, ...], path: str, scene: Scene
) -> Screen:
    if prompt is None:
        return private.waiting(view, seat, scene)
    ask = private.Ask(view, seat, prompt, moves, scene)
    return private.playing(ask) if prompt.kind == "cat" else private.guessing(ask, path)


def _floor(view: View, scene: Scene) -> str:
    head = scene.say("board-floor", cats=len(view.floor))
    return f"\n{head}\n{floor_words(view.dancing(), scene)}"


def _part(view: View, number: int, scene: Scene) -> Screen:
    """Return some of the cats on the dance floor, with the way to the others; the first is 1."""
    say, dancing = scene.say, view.dancing()
    parts = [dancing[at : at + SHOWN] for at in range(0, len(dancing), SHOWN)]
    shown = min(number, len(parts))
    buttons = tuple(
        Button(
            say("floor-part", first=part[0].number, last=part[-1].number),
            Do("page", f"floor-{place}"),
            disabled=place == shown,
        )
        for place, part in enumerate(parts, 1)
    )
    cats = parts[shown - 1]
    return Screen(
        title=say("button-floor"),
        text="" if scene.pictures else floor_words(cats, scene),
        picture=pictures.part(cats, scene) if scene.pictures else None,
        rows=(buttons,),
    )


def _taught(
    view: View, seat: Seat, prompt: Prompt | None, moves: tuple[str, ...], path: str, scene: Scene
) -> Screen:
    """Return a learner's screen: with a hint and, as a learner sees no board, what one shows.

    While the opponent moves, it is the dance floor in place of the hand.
    """
    own = _private(view, seat, prompt, moves, path, scene)
    stand = lines(*_standings(view, scene)) if view.guesses else ""
    if not scene.pictures:
        cats = floor_words(view.dancing(), scene, LESSON_ROOM)
        floor = (Field(scene.say("picture-floor"), cats),) if cats else ()
        own = replace(own, text=paragraphs(own.text, stand), fields=(*own.fields, *floor))
    elif prompt is None:
        own = replace(own, text=stand, picture=pictures.floor(view, scene, large=True))
    explained = teaching.explained(view, seat, prompt, scene)
    return replace(own, text=paragraphs(explained, own.text))


def _shown(view: View, say: Text) -> str:
    """Return which cats the picture shows, if not all."""
    cats = len(view.floor)
    return say("board-newest", shown=SHOWN, cats=cats) if cats > SHOWN else ""


def _standings(view: View, scene: Scene) -> tuple[str, ...]:
    """Return a line for each player, by seat."""
    return tuple(_standing(view, seat, scene) for seat in range(len(view.points)))


def _standing(view: View, seat: Seat, scene: Scene) -> str:
    say, left = scene.say, view.stockpiles[seat]
    revealed = " ".join(sign(number, scene) for number in view.revealed[seat])
    parts = (
        say("board-points", name=brief(seat, scene), points=view.points[seat]),
        say("board-few", masks=left) if left <= FEW else "",
        revealed,
    )
    return " · ".join(filter(None, parts))


def _stand(view: View, seat: Seat, scene: Scene) -> Field:
    say = scene.say
    revealed = " · ".join(feature(number, say) for number in view.revealed[seat])
    text = say(
        "board-player",
        stockpile=view.stockpiles[seat],
        received=_received(view, seat, scene),
        hand=view.hand_sizes[seat],
        revealed=revealed or say("board-nothing-revealed"),
        points=view.points[seat],
    )
    return Field(heading(seat, scene), text, inline=True)


def _placed(place: Place, scene: Scene) -> str:
    """Return a player's place, name and points in a line."""
    return scene.say(
        "end-line",
        medal=medal(place.rank),
        name=brief(place.seat, scene, LINE_ROOM),
        points=place.points,
    )


def _place(view: View, place: Place, scene: Scene) -> Field:
    say = scene.say
    features = (_told_feature(view, place.seat, f, scene) for f in view.fans[place.seat])
    points = say(
        "end-player",
        total=_points(place.points, say),
        received=_received(view, place.seat, scene),
        hidden=place.points - view.received[place.seat],
    )
    name = f"{medal(place.rank)} {heading(place.seat, scene)}"
    return Field(name, "\n".join((points, *features)), inline=True)


def _received(view: View, seat: Seat, scene: Scene) -> str:
    """Return how many masks a player received, and the letters of those that gave them."""
    givers = view.givers(seat)
    told = str(view.received[seat])
    return f"{told} ({letters(givers, scene)})" if givers else told


def _told_feature(view: View, seat: Seat, number: int, scene: Scene) -> str:
    """Return a feature and, where it was guessed, by whom."""
    guesser = view.guesser(seat, number)
    name = label(number, scene.say)
    if guesser is None:
        return name
    return scene.say("end-guessed", feature=name, mask=letters((guesser,), scene))


def _points(points: int, say: Text) -> str:
    return say("end-points", points=points)
