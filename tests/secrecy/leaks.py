"""Games that leak, each in its own way, to see that the tests of secrecy would notice."""

import logging
from typing import Any

from msgspec.structs import replace

from bot.engine.events import Event, Notice, Seat
from bot.engine.game import Act, Action, Chance, Prompt
from bot.engine.moves import Move
from bot.engine.package import GameRegistry
from bot.engine.screen import Button, Field, OpenScreen, Picture, Screen
from bot.engine.screens import ScreenContext
from bot.games.cloaked_cats.model.events import CatDrawn
from bot.games.cloaked_cats.model.moves import GuessFeature, PlayCat
from bot.games.cloaked_cats.model.state import FEATURES, State, View
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.rules import CloakedCats
from bot.games.cloaked_cats.screens import CloakedCatsScreens


class Leaky(CloakedCats, CloakedCatsScreens):
    """Rules and screens in one, so that the screens can see the state that they must not see."""

    peeked: State

    def leak(self, screen: Screen) -> Screen:
        return screen

    def leak_by_picture(self, picture: Picture) -> Picture:
        return picture

    def board(self, view: View, context: ScreenContext) -> Screen:
        screen = self.leak(super().board(view, context))
        return replace(
            screen,
            picture=screen.picture and self.leak_by_picture(screen.picture),
            below=screen.below and self.leak_by_picture(screen.below),
        )

    def view(self, state: State, viewer: Seat | None) -> View:
        self.peeked = state
        return super().view(state, viewer)

    @property
    def hidden(self) -> str:
        """The features that nobody has revealed, as their numbers."""
        state = self.peeked
        fans = zip(state.fans, state.revealed, strict=True)
        return " ".join(str(f) for fan, shown in fans for f in sorted({*fan} - {*shown}))

    @property
    def words(self) -> str:
        return ", ".join(FEATURES[int(number)].replace("-", " ") for number in self.hidden.split())


class InText(Leaky):
    """The board tells the hidden features."""

    def leak(self, screen: Screen) -> Screen:
        return replace(screen, fields=(*screen.fields, Field("?", self.words or "?")))


class InTitle(Leaky):
    """The board's title changes with the hidden features, by one sign."""

    def leak(self, screen: Screen) -> Screen:
        return replace(screen, title=screen.title + " " * (sum(map(ord, self.hidden)) % 7))


class InFileName(Leaky):
    """The picture's file is named after the hidden features."""

    def leak_by_picture(self, picture: Picture) -> Picture:
        name = self.words.replace(", ", "_").replace(" ", "-")
        return replace(picture, name=f"{name}.jpg")


class InPicture(Leaky):
    """The picture's bytes depend on the hidden features."""

    def leak_by_picture(self, picture: Picture) -> Picture:
        more = self.hidden.encode()
        return replace(picture, function=_with_more, arguments=(picture, more))


def _with_more(picture: Picture, more: bytes) -> bytes:
    return picture.draw() + more


class InAltText(Leaky):
    """The picture's description tells the hidden features."""

    def leak_by_picture(self, picture: Picture) -> Picture:
        return replace(picture, alt=self.words or "?")


class InCustomIds(Leaky):
    """Everybody's own screen has a button that names the hidden features."""

    def own_screen(self, *given: Any) -> Screen:
        screen = super().own_screen(*given)
        look = OpenScreen(0, f"x{self.hidden}".replace(" ", "."))
        *rows, last = screen.rows or ((),)
        return replace(screen, rows=(*rows, (*last[:4], Button("?", look))))


class InDeadlines(Leaky):
    """How long one may think depends on the hidden features."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        hidden = sum(feature for fan in state.fans for feature in fan)
        return tuple(replace(p, seconds=3600.0 + hidden) for p in super().prompts(state))


class InEvents(Leaky):
    """Whoever plays a cat tells everybody the next one."""

    def apply(
        self, state: State, action: Action, chance: Chance
    ) -> tuple[State, tuple[Notice, ...]]:
        after, notices = super().apply(state, action, chance)
        if isinstance(action, Act) and isinstance(action.move, PlayCat):
            notices += tuple(Notice(CatDrawn(cat)) for cat in after.hands[action.seat][:1])
        return after, notices


class InLines(Leaky):
    """The lines about what happened tell the hidden features."""

    def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
        return f"{super().describe_event(view, event, context)} {self.words}"


class InMoves(Leaky):
    """Guesses that are wrong are not offered."""

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        moves = super().legal_moves(state, seat)
        return tuple(m for m in moves if not isinstance(m, GuessFeature) or _is_right(state, m))


class InLog(Leaky):
    """The log tells each state."""

    def view(self, state: State, viewer: Seat | None) -> View:
        super_view = super().view(state, viewer)
        logging.getLogger("bot.games.leaky").debug("%s", self.words)
        return super_view


def _is_right(state: State, move: GuessFeature) -> bool:
    return move.feature in state.fans[move.opponent]


def leaking(kind: type[Leaky]) -> GameRegistry:
    game = kind()
    return {"cloaked_cats": replace(PACKAGE, game=game, screens=game)}
