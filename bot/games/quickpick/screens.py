"""The screens of Quickpick, each made from a view."""

from collections.abc import Iterator, Sequence

from bot.games.events import Event, Seat
from bot.games.game import Place, Prompt
from bot.games.quickpick import ending, moments, pictures, private, rules_pages, teaching
from bot.games.quickpick.happened import news, too_late
from bot.games.quickpick.masks import ACROSS, LETTERS, MASKS
from bot.games.quickpick.state import PASS, View
from bot.games.quickpick.words import (
    counted,
    face,
    gallery,
    look,
    monster,
    named,
    player,
    seat_sign,
    signed,
    syllable,
)
from bot.games.screen import (
    Button,
    Field,
    Moment,
    Move,
    Picture,
    Scene,
    Screen,
    Screens,
    Seen,
    in_rows,
)
from bot.games.wording import lines, paragraphs

SOUNDS = 8
"""So many of the newest sounds are told beside a picture."""


class QuickpickScreens(Screens[View]):
    """What players and onlookers of Quickpick see."""

    rules_pages = len(rules_pages.PAGES)

    def banner(self, scene: Scene) -> Picture | None:
        """Return the island with its monsters."""
        return pictures.banner(scene.say)

    def board(self, view: View, scene: Scene) -> Screen:
        """Return the last result while the mime is to look; then the tiles, to be pressed.

        In a race the picture of the tiles is the embed's own, so that it stands right above the
        buttons, and the face so far is its lowest part.
        """
        if view.phase in ("race", "closing"):
            return Screen(
                "" if scene.pictures else _title(view, scene),
                text=_race(view, scene),
                fields=() if scene.pictures else (*_gallery(scene), _counts_in_short(view, scene)),
                below=pictures.tiles(view, scene.say) if scene.pictures else None,
                rows=_tiles(view, scene),
                stays=True,
            )
        if scene.pictures:
            text = lines(_camera_ready(view, scene), *_counts_beside_picture(view, scene))
            return Screen("", text=text, picture=_last_picture(view, scene))
        deck = scene.say("counts-deck", count=counted(view.deck, scene.say))
        counts = Field(scene.say("counts-title"), lines(_counts(view, scene), deck))
        return Screen(_title(view, scene), text=_before(view, scene), fields=(counts,))

    def private(
        self,
        view: View,
        seat: Seat,
        prompt: Prompt | None,
        moves: tuple[str, ...],
        path: str,  # noqa: ARG002 - every move is one press
        scene: Scene,
    ) -> Screen:
        """Return the mime's mask and buttons, or a guesser's own choice and masks."""
        if view.phase != "over" and seat == view.mime:
            screen = private.miming(view, prompt, moves, scene)
        else:
            screen = private.guessing(view, prompt, scene)
        if not scene.lesson:
            return screen
        return teaching.screen(screen, self.board(view, scene), view, scene)

    def asked(self, view: View, prompts: Sequence[Prompt], scene: Scene) -> str:
        """Return who looks, or whose face is to be guessed; the mime needs no line besides.

        Names alone: a notification cannot show the application's emojis, and others beside them
        would be a second alphabet.
        """
        kind = prompts[0].kind
        if kind == "race" and view.last_call:
            kind = "last-call"
        return "" if kind == "mime" else scene.say(f"asked-{kind}", name=named(view.mime, scene))

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
        self, events: Sequence[Event], view: View, seat: Seat, scene: Scene
    ) -> tuple[str, ...]:
        """Return how the races went for the seat since its last answer, the newest last."""
        return news(events, view, seat, scene)

    def too_late(self, view: View, seat: Seat, decision: int, move: str, scene: Scene) -> str:
        """Return who was quicker in the race that was over when this hand came."""
        slaps = move == PASS or move.startswith("tile/")
        return too_late(view, seat, decision, scene) if slaps else ""

    def end(self, view: View, places: Sequence[Place], scene: Scene) -> Screen:
        """Return the winners, who share the victory if level (ruling Q17), and all places.

        Without pictures, all piles are told, too.
        """
        return ending.end(view, places, scene)

    def result(self, view: View, places: Sequence[Place], seat: Seat, scene: Scene) -> str:
        """Return the seat's place, where its masks are from, and who understood it best."""
        return ending.result(view, places, seat, scene)

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

    def moments(self, course: Sequence[Seen], scene: Scene) -> tuple[Moment, ...]:
        """Return what people may laugh about afterwards."""
        return moments.moments(course, scene)

    def score(self, view: View, scene: Scene) -> str:
        """Return how many masks everybody collected so far."""
        over = scene.ended or view.phase == "over"
        head = "" if over else scene.say("score-turn", turn=view.turn + 1, turns=view.all_turns)
        deck = scene.say("counts-deck", count=counted(view.deck, scene.say))
        return lines(head, _counts(view, scene), deck)

    def rules(self, page: int, scene: Scene) -> Screen:
        """Return a page of the rules in our own words."""
        return rules_pages.page(page, scene)


def _title(view: View, scene: Scene) -> str:
    return scene.say("board-title", turn=view.turn + 1, turns=view.all_turns)


def _before(view: View, scene: Scene) -> str:
    """Return who looks next, and how the last race went."""
    name = player(view.mime, scene)
    next_mime = lines(scene.say("board-next", name=name), _camera_ready(view, scene))
    return paragraphs(next_mime, _last(view, scene))


def _camera_ready(view: View, scene: Scene) -> str:
    """Return what everybody is to do before the mime looks; "" where no faces are made."""
    if view.mode != "camera":
        return ""
    return scene.say("board-camera-ready", name=player(view.mime, scene))


def _race(view: View, scene: Scene) -> str:
    """Return what to do, and what no picture shows: sounds, and who has chosen."""
    say, newest = scene.say, -SOUNDS if scene.pictures else 0
    sounds = " ".join(f"{syllable(sound, say)}!" for sound in view.sounds[newest:])
    return lines(
        _face_so_far(view, scene),
        say("sound-made", sounds=sounds) if sounds else "",
        _to_press(view, scene),
        say("board-chosen", hands=_chosen(view, scene)) if view.chosen else "",
    )


def _face_so_far(view: View, scene: Scene) -> str:
    """Return what a camera shows, or the parts shown so far where there is no picture of them."""
    say, name = scene.say, player(view.mime, scene)
    if view.mode == "camera":
        return say("board-camera", name=name)
    if not view.shown and not view.done:
        return say("board-face-none", name=name)
    if scene.pictures or not view.shown:
        return ""
    parts = " · ".join(signed(number, scene) for number in view.shown)
    return say("part-shown", name=name, parts=parts)


def _to_press(view: View, scene: Scene) -> str:
    """Return what the guessers are to do; "" as long as there is nothing to be guessed from."""
    if view.done:
        return scene.say("board-done")
    if view.mode != "camera" and not view.shown:
        return ""
    return scene.say("board-tap-calm" if view.calm else "board-tap")


def _chosen(view: View, scene: Scene) -> str:
    """Return who has chosen; without a picture of their hands, with names and tiles."""
    if scene.pictures:
        return " ".join(seat_sign(seat, scene) for seat in view.chosen)
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
        f"{seat_sign(hand.seat, scene)} {_choice(hand.tile, scene)}" for hand in turn.hands
    )
    return lines(shown, result, say("last-hands", hands=hands) if hands else "")


def _choice(tile: int | None, scene: Scene) -> str:
    return scene.say("hands-idea") if tile is None else monster(tile, scene.say)


def _last_picture(view: View, scene: Scene) -> Picture:
    """Return the last result, or the tiles that wait for the first race."""
    if not view.turns:
        return pictures.tiles(view, scene.say)
    return pictures.revealed(view.turns[-1], scene.say)


def _counts(view: View, scene: Scene) -> str:
    """Return a line for each player with the number of masks collected."""
    return "\n".join(
        scene.say("counts-player", name=player(seat, scene), count=counted(masks, scene.say))
        for seat, masks in enumerate(view.counts)
    )


def _counts_beside_picture(view: View, scene: Scene) -> Iterator[str]:
    """Yield the turn, and a line for each player with the number of masks collected."""
    yield scene.say("counts-head", turn=view.turn + 1, turns=view.all_turns)
    for seat, masks in enumerate(view.counts):
        yield scene.say("counts-line", name=player(seat, scene), masks=masks)


def _counts_in_short(view: View, scene: Scene) -> Field:
    told = (f"{seat_sign(seat, scene)} {masks}" for seat, masks in enumerate(view.counts))
    return Field(scene.say("counts-title"), " · ".join(told))


def _gallery(scene: Scene) -> tuple[Field, ...]:
    """Return all faces in words, in two fields."""
    half = len(MASKS) // 2
    return (
        Field(scene.say("gallery-first"), gallery(range(half), scene.say)),
        Field(scene.say("gallery-second"), gallery(range(half, len(MASKS)), scene.say)),
    )


def _tiles(view: View, scene: Scene) -> tuple[tuple[Button, ...], ...]:
    """Return the tiles, which stay where they are all game (ruling Q22), and "no idea" (Q8).

    They stand in rows and columns as in the picture; "no idea" follows the last one.
    """
    idea = Button(scene.say("button-no-idea"), Move(view.decision, PASS), emoji="🤷")
    tiles = [_tile(mask, view, scene) for mask in range(len(MASKS))]
    *rows, last = in_rows(tiles, ACROSS)
    return (*rows, (*last, idea))


def _tile(mask: int, view: View, scene: Scene) -> Button:
    """Return a tile: the face and the letter that the picture has, or the name without pictures.

    A taken one keeps its looks, so that no tile moves below a finger.
    """
    return Button(
        label=LETTERS[mask].upper() if scene.pictures else monster(mask, scene.say),
        press=Move(view.decision, f"tile/{mask}"),
        emoji=scene.emojis.get(f"face-{LETTERS[mask]}", ""),
        disabled=bool(view.taken) and view.taken[mask] is not None,
    )
