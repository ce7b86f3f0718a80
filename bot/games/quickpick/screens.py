"""The screens of Quickpick, each made from a view."""

from collections.abc import Sequence

from bot.games.game import Event, Place, Prompt, Seat
from bot.games.quickpick import pictures, private, rules_pages
from bot.games.quickpick.masks import MASKS
from bot.games.quickpick.state import View
from bot.games.quickpick.words import (
    SEAT_SIGNS,
    counted,
    face,
    gallery,
    lines,
    look,
    monster,
    paragraphs,
    player,
    players,
    signed,
    syllable,
)
from bot.games.screen import Button, Field, Move, Picture, Scene, Screen, Screens

IN_A_ROW = 4
"""Tiles in each of the four rows."""


class QuickpickScreens(Screens[View]):
    """What players and onlookers of Quickpick see."""

    rules_pages = len(rules_pages.PAGES)

    def banner(self, scene: Scene) -> Picture | None:
        """Return the island with its monsters."""
        return pictures.banner(scene.say)

    def board(self, view: View, scene: Scene) -> Screen:
        """Return the last result while the mime is to look; then the tiles, to be pressed.

        In a race the picture of the tiles stands right above their buttons.
        """
        title = scene.say("board-title", turn=view.turn + 1, turns=view.all_turns)
        if view.phase in ("race", "closing"):
            return Screen(
                title=title,
                text=_race(view, scene),
                fields=(*_gallery(scene), _counts_in_short(view, scene)),
                below=pictures.tiles(view, scene.say) if scene.pictures else None,
                rows=_tiles(view, scene),
                stays=True,
            )
        return Screen(
            title=title,
            text=_before(view, scene),
            fields=(_counts(view, scene),),
            picture=_last_picture(view, scene),
            below=pictures.piles(view, scene.say) if scene.pictures else None,
        )

    def private(
        self,
        view: View,
        seat: Seat,
        prompt: Prompt | None,
        moves: tuple[str, ...],
        path: str,  # noqa: ARG002 - every move is one press
        scene: Scene,
    ) -> Screen:
        """Return the mime's mask and buttons, or a guesser's own choice and prize."""
        if view.phase != "over" and seat == view.mime:
            return private.miming(view, prompt, moves, scene)
        return private.guessing(view, prompt, scene)

    def asked(self, view: View, prompts: Sequence[Prompt], scene: Scene) -> str:  # noqa: ARG002
        """Return who looks, makes a face or guesses; all guessers together in one line."""
        seats = (prompt.seat for prompt in prompts if prompt.seat is not None)
        return scene.say(f"asked-{prompts[0].kind}", names=players(seats, scene))

    def told(self, event: Event, scene: Scene) -> str:
        """Return the line that tells an event; each event's name is its message.

        Parts and sounds are passed over: the board itself tells all of a race.
        """
        say = scene.say
        values: dict[str, int | str] = {}
        match event.name, event.values:
            case "prize" | "kept" | "gone", (int(mask),):
                values = {"mask": monster(mask, say)}
            case "part-shown" | "sound-made", _:
                return ""
            case "guessed", (int(mime), int(mask), int(guesser)):
                values = {
                    "name": player(mime, scene),
                    "mask": monster(mask, say),
                    "guesser": player(guesser, scene),
                }
            case "not-guessed", (int(_), int(mask)):
                values = {"mask": monster(mask, say)}
            case _, (int(seat),):
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
        """Return the winners, who share the victory if level (ruling Q17), and all piles."""
        say = scene.say
        winners = players((place.seat for place in places if place.rank == 1), scene)
        shared = sum(place.rank == 1 for place in places) > 1
        won = say("end-shared", names=winners) if shared else say("end-winner", name=winners)
        told = (
            lines(
                say(
                    "end-place",
                    rank=place.rank,
                    name=player(place.seat, scene),
                    count=counted(place.points, say),
                ),
                " · ".join(monster(mask, say) for mask in view.piles[place.seat]),
            )
            for place in places
        )
        return Screen(
            title=say("board-over"),
            text=paragraphs(won, _last(view, scene)),
            fields=(Field(say("counts-title"), "\n".join(told)),),
            picture=pictures.end(view, places, say) if scene.pictures else None,
            below=_last_picture(view, scene) if view.turns else None,
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
        """Return the own collected masks, for whoever plays (ruling Q12)."""
        return () if view.viewer is None else ("masks",)

    def page(
        self,
        name: str,  # noqa: ARG002 - there is one page
        view: View,
        events: Sequence[Event],  # noqa: ARG002
        scene: Scene,
    ) -> Screen:
        """Return the viewer's own collected masks."""
        return private.masks(view, scene)

    def score(self, view: View, scene: Scene) -> str:
        """Return how many masks everybody collected so far."""
        over = view.phase == "over"
        head = "" if over else scene.say("score-turn", turn=view.turn + 1, turns=view.all_turns)
        return lines(head, _counts(view, scene).text)

    def rules(self, page: int, scene: Scene) -> Screen:
        """Return a page of the rules in our own words."""
        return rules_pages.page(page, scene)


def _before(view: View, scene: Scene) -> str:
    """Return who looks next, and how the last race went."""
    say, name = scene.say, player(view.mime, scene)
    camera = say("board-camera-ready", name=name) if view.mode == "camera" else ""
    return paragraphs(lines(say("board-next", name=name), camera), _last(view, scene))


def _race(view: View, scene: Scene) -> str:
    """Return what the mime has shown, who has chosen, and what to do."""
    say, name = scene.say, player(view.mime, scene)
    if view.mode == "camera":
        face_so_far = say("board-camera", name=name)
    elif view.shown:
        parts = " · ".join(signed(number, scene) for number in view.shown)
        face_so_far = say("part-shown", name=name, parts=parts)
    else:
        face_so_far = say("board-face-none", name=name)
    sounds = " ".join(f"{syllable(sound, say)}!" for sound in view.sounds)
    return lines(
        face_so_far,
        say("sound-made", sounds=sounds) if sounds else "",
        say("board-done", name=name) if view.done else "",
        say("board-tap-calm" if view.calm else "board-tap"),
        say("board-chosen", hands=_chosen(view, scene)) if view.chosen else "",
    )


def _chosen(view: View, scene: Scene) -> str:
    """Return who has chosen, with the tiles that they got."""
    told = []
    for seat in view.chosen:
        tile = f" → {monster(view.taken.index(seat), scene.say)}" if seat in view.taken else ""
        late = f" ({scene.say('chosen-late')})" if seat in view.late else ""
        told.append(f"{player(seat, scene)}{tile}{late}")
    return ", ".join(told)


def _last(view: View, scene: Scene) -> str:
    """Return how the last race went; "" before the first one is over."""
    if not view.turns:
        return ""
    say, turn = scene.say, view.turns[-1]
    shown = say("last-face", face=face(turn.mask, scene), parts=look(turn.mask, say))
    if turn.right is None:
        result = say("last-missed")
    else:
        result = say("last-guessed", guesser=player(turn.right, scene))
    hands = " · ".join(
        f"{SEAT_SIGNS[hand.seat]} {_choice(hand.tile, scene)}" for hand in turn.hands
    )
    return lines(shown, result, say("last-hands", hands=hands) if hands else "")


def _choice(tile: int | None, scene: Scene) -> str:
    return scene.say("hands-idea") if tile is None else monster(tile, scene.say)


def _last_picture(view: View, scene: Scene) -> Picture | None:
    """Return the last result, or the tiles that wait for the first race."""
    if not scene.pictures:
        return None
    if not view.turns:
        return pictures.tiles(view, scene.say)
    return pictures.revealed(view.turns[-1], scene.say)


def _counts(view: View, scene: Scene) -> Field:
    say = scene.say
    told = (
        say("counts-player", name=player(seat, scene), count=counted(masks, say))
        for seat, masks in enumerate(view.counts)
    )
    deck = say("counts-deck", count=counted(view.deck, say))
    return Field(say("counts-title"), "\n".join((*told, deck)))


def _counts_in_short(view: View, scene: Scene) -> Field:
    told = (f"{SEAT_SIGNS[seat]} {masks}" for seat, masks in enumerate(view.counts))
    return Field(scene.say("counts-title"), " · ".join(told))


def _gallery(scene: Scene) -> tuple[Field, ...]:
    """Return all faces in words where there is no picture of them, in two fields."""
    if scene.pictures:
        return ()
    half = len(MASKS) // 2
    return (
        Field(scene.say("gallery-first"), gallery(range(half), scene.say)),
        Field(scene.say("gallery-second"), gallery(range(half, len(MASKS)), scene.say)),
    )


def _tiles(view: View, scene: Scene) -> tuple[tuple[Button, ...], ...]:
    """Return the tiles, which stay where they are all game (ruling Q22)."""
    tiles = tuple(_tile(mask, view, scene) for mask in range(len(MASKS)))
    return tuple(tiles[start : start + IN_A_ROW] for start in range(0, len(tiles), IN_A_ROW))


def _tile(mask: int, view: View, scene: Scene) -> Button:
    """Return a tile with its name alone: beside emojis, four would not fit side by side on a phone.

    A taken one keeps its looks, so that no tile moves below a finger.
    """
    return Button(
        label=monster(mask, scene.say),
        press=Move(view.decision, f"tile/{mask}"),
        disabled=bool(view.taken) and view.taken[mask] is not None,
    )
