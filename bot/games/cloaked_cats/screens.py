"""The screens of Cloaked Cats, each made from a view."""

from collections.abc import Sequence

from bot.games.cloaked_cats import notebook, pictures, private, rules_pages, story, teaching
from bot.games.cloaked_cats.cards import FAN
from bot.games.cloaked_cats.state import Guess, View
from bot.games.cloaked_cats.words import (
    cat_words,
    floor_words,
    guess_words,
    heading,
    in_short,
    mask,
    masks,
    player,
    signed,
)
from bot.games.game import Event, Place, Prompt, Seat
from bot.games.screen import Field, Picture, Scene, Screen, Screens
from bot.text import Text


class CloakedCatsScreens(Screens[View]):
    """What players and onlookers of Cloaked Cats see."""

    rules_pages = len(rules_pages.PAGES)

    def banner(self, scene: Scene) -> Picture | None:
        """Return the cats that wait behind the curtain."""
        return pictures.banner(scene.say)

    def board(self, view: View, scene: Scene) -> Screen:
        """Return the dance floor and what lies open in front of each player (ruling K16)."""
        say = scene.say
        lines = (
            say("last-round") if view.last_round else "",
            say("board-pile", pile=view.pile),
            _floor(view, scene),
        )
        return Screen(
            title=say("board-title", round=view.round),
            text="\n".join(filter(None, lines)),
            fields=tuple(_stand(view, seat, scene) for seat in range(len(view.points))),
            picture=pictures.floor(view, say) if scene.pictures else None,
            below=pictures.panel(view, say) if scene.pictures else None,
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
        screen = _private(view, seat, prompt, moves, path, scene)
        if not scene.lesson or path in moves:
            return screen
        happened = (self.told(event, scene) for event in teaching.happened(view, seat, prompt))
        explained = teaching.explained(view, seat, prompt, scene)
        return teaching.screen(screen, self.board(view, scene), (*happened,), explained, scene)

    def asked(self, view: View, prompts: Sequence[Prompt], scene: Scene) -> str:  # noqa: ARG002
        """Return who is to play a cat or to guess: one seat, as this game has no pauses."""
        prompt = prompts[0]
        if prompt.seat is None:
            return ""
        return scene.say(f"asked-{prompt.kind}", name=player(prompt.seat, scene))

    def told(self, event: Event, scene: Scene) -> str:
        """Return the line that tells an event, in short; each event's name is its message."""
        say, scene = scene.say, scene if scene.lesson else in_short(scene)
        values: dict[str, int | str] = {}
        match event.name, [int(value) for value in event.values]:
            case "dealt", [*numbers]:
                values = {"features": " · ".join(signed(number, scene) for number in numbers[:FAN])}
            case "drew", [cat]:
                values = {"cat": cat_words(cat, scene)}
            case "cat-played", [seat, cat, *masked]:
                values = {
                    "name": player(seat, scene),
                    "cat": cat_words(cat, scene),
                    "placed": len(masked),
                    "masks": masks(masked, scene),
                }
            case "guess-right" | "guess-wrong", [seat, opponent, feature]:
                right = event.name == "guess-right"
                return guess_words(Guess(0, seat, opponent, feature, right), scene)
            case "round-begins", [number]:
                values = {"round": number}
            case _, [seat]:
                values = {"name": player(seat, scene)}
        return say(event.name, **values)

    def news(
        self,
        events: Sequence[Event],  # noqa: ARG002
        view: View,  # noqa: ARG002
        seat: Seat,  # noqa: ARG002
        scene: Scene,  # noqa: ARG002
    ) -> tuple[str, ...]:
        """Nothing to tell."""
        return ()

    def end(self, view: View, places: Sequence[Place], scene: Scene) -> Screen:
        """Return everybody's features and points by kind, the winners, and how a tie was broken."""
        say = scene.say
        winners = [place for place in places if place.rank == 1]
        level = [place for place in places if place.points == winners[0].points]
        names = " · ".join(player(place.seat, scene) for place in winners)
        lines = (
            teaching.ended(view, scene) if scene.lesson else "",
            say("end-winner", name=names) if len(winners) == 1 else say("end-shared", names=names),
            say("end-tie-broken") if len(level) > len(winners) else "",
            _floor(view, scene),
        )
        return Screen(
            title=say("board-over"),
            text="\n".join(filter(None, lines)),
            fields=tuple(_place(view, place, scene) for place in places),
            picture=pictures.end(view, places, say) if scene.pictures else None,
            below=pictures.floor(view, say) if scene.pictures else None,
        )

    def result(
        self,
        view: View,  # noqa: ARG002
        places: Sequence[Place],
        seat: Seat,
        scene: Scene,
    ) -> str:
        """Return the seat's place."""
        place = next(place for place in places if place.seat == seat)
        return scene.say("own-place", rank=place.rank, points=place.points)

    def pages(self, view: View) -> tuple[str, ...]:
        """Return the notebook while playing, and how it went once the game is over."""
        if view.phase == "over":
            return ("story",)
        return ("notebook",) if view.viewer is not None and view.help != "none" else ()

    def page(self, name: str, view: View, events: Sequence[Event], scene: Scene) -> Screen:
        """Return the notebook or how it went."""
        return notebook.page(view, scene) if name == "notebook" else story.page(view, events, scene)

    def score(self, view: View, scene: Scene) -> str:
        """Return what is public of everybody's points (ruling K10)."""
        lines = (
            scene.say(
                "score-player",
                name=player(seat, scene),
                points=_points(points, scene.say),
                received=view.received[seat],
                hidden=points - view.received[seat],
            )
            for seat, points in enumerate(view.points)
        )
        return "\n".join((scene.say("score-round", round=view.round), *lines))

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
    return f"\n{head}\n{floor_words(view.floor, scene)}"


def _stand(view: View, seat: Seat, scene: Scene) -> Field:
    say = scene.say
    revealed = " · ".join(signed(feature, scene) for feature in view.revealed[seat])
    text = say(
        "board-player-short" if scene.pictures else "board-player",
        stockpile=view.stockpiles[seat],
        received=_received(view, seat, scene),
        hand=view.hand_sizes[seat],
        revealed=revealed or say("board-nothing-revealed"),
        points=view.points[seat],
    )
    return Field(heading(seat, scene), text, inline=True)


def _place(view: View, place: Place, scene: Scene) -> Field:
    say = scene.say
    features = (_told_feature(view, place.seat, f, scene) for f in view.fans[place.seat])
    points = say(
        "end-player",
        total=_points(place.points, say),
        received=_received(view, place.seat, scene),
        hidden=place.points - view.received[place.seat],
    )
    name = say("end-place", rank=place.rank, name=heading(place.seat, scene))
    return Field(name, "\n".join((points, *features)), inline=True)


def _received(view: View, seat: Seat, scene: Scene) -> str:
    """Return how many masks a player received, and whose they were."""
    givers = view.givers(seat)
    told = str(view.received[seat])
    return f"{told} ({masks(givers, scene)})" if givers else told


def _told_feature(view: View, seat: Seat, feature: int, scene: Scene) -> str:
    """Return a feature and, where it was guessed, by whom."""
    guesser = view.guesser(seat, feature)
    if guesser is None:
        return signed(feature, scene)
    return scene.say("end-guessed", feature=signed(feature, scene), mask=mask(guesser, scene))


def _points(points: int, say: Text) -> str:
    return say("end-points", points=points)
