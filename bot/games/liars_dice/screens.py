"""The screens of Liar's Dice, each made from a view."""

from collections.abc import Iterable, Iterator, Sequence

from bot.engine.events import Event, Notice, Seat
from bot.engine.game import Place, Prompt
from bot.engine.screen import MAX_NEWS_LINES, Question, Screen, ScreenContext, Screens
from bot.engine.text_helpers import format_medal, join_lines, join_paragraphs
from bot.games.liars_dice import highlights, pages, pictures, private
from bot.games.liars_dice.art import drawing
from bot.games.liars_dice.lesson import add_lesson
from bot.games.liars_dice.model.events import BidMade, CupsLifted, DieLost, GameBegun
from bot.games.liars_dice.model.state import LiftedChallenge, View
from bot.games.liars_dice.words import format_bid, format_brief_player, format_dice, format_player


class LiarsDiceScreens(Screens[View]):
    """The screens that players and onlookers of Liar's Dice see."""

    rules_pages = pages.RULES_PAGES
    rules_page = staticmethod(pages.rules_page)
    draw_banner = staticmethod(drawing.draw_lobby_banner)
    find_highlights = staticmethod(highlights.find_highlights)

    def board(self, view: View, scene: ScreenContext) -> Screen:
        """Return the board: the last bid and each player's number of dice, or all dice if open."""
        if scene.pictures:
            stand = (_tell_dice_count(view, seat, scene) for seat in range(len(view.counts)))
            return Screen("", join_lines(*stand), picture=pictures.make_table_picture(view, scene))
        head = _tell_lifted_cups(view.open, scene) or _tell_bid(view, scene)
        told = (_tell_standing(view, seat, scene) for seat in range(len(view.counts)))
        title = scene.say("board-title", dice=sum(view.counts))
        ones = scene.say("board-ones", wild=int(view.wild))
        return Screen(title, join_paragraphs(head, join_lines(*told), ones))

    def own_screen(self, question: Question[View]) -> Screen:
        """Return a player's own screen, in a lesson with its hint."""
        own, scene = private.make_own_screen(question), question.scene
        if not scene.lesson:
            return own
        board = self.board(question.view, scene)
        return add_lesson(own, board, question.view, question.prompt, scene)

    def describe_prompts(self, view: View, prompts: Sequence[Prompt], scene: ScreenContext) -> str:
        """Return the sentence that says who has to bid, or that all look at the dice."""
        if prompts[0].seat is None:
            return scene.say("asked-look")
        key = "asked-bid" if view.bids else "asked-first"
        return scene.say(key, name=format_player(prompts[0].seat, scene))

    def describe_event(self, event: Event, scene: ScreenContext) -> str:
        """Return the line that describes an event."""
        match event:
            case GameBegun(seat):
                return scene.say("begins", name=format_player(seat, scene))
            case BidMade(seat):
                return scene.say(
                    "bid", name=format_player(seat, scene), bid=format_bid(event.bid, scene)
                )
            case CupsLifted():
                return _tell_challenge("opened", event, scene)
            case DieLost(seat, left):
                return scene.say("lost-die", name=format_player(seat, scene), left=left)
            case _:
                return ""

    def news(
        self, notices: Sequence[Notice], view: View, seat: Seat, scene: ScreenContext
    ) -> tuple[str, ...]:
        """Return how challenges ended, oldest first; `seat` is addressed as "you"."""
        return tuple(_tell_news((notice.event for notice in notices), seat, scene))[
            -MAX_NEWS_LINES:
        ]

    def end(self, view: View, places: Sequence[Place], scene: ScreenContext) -> Screen:
        """Return the final screen: the winner, the dice of the last challenge and all places."""
        placed = (
            scene.say(
                "end-line",
                medal=format_medal(place.rank),
                name=format_brief_player(place.seat, scene),
            )
            for place in places
        )
        winner = join_lines(
            scene.say("lesson-over") if scene.lesson else "",
            scene.say("end-winner", name=format_player(places[0].seat, scene)),
        )
        if scene.pictures:
            told = join_lines(winner, _tell_lifted_cups(view.opened, scene), *placed)
            return Screen("", told, picture=pictures.make_table_picture(view, scene))
        last = _tell_lifted_cups(view.opened, scene)
        shown = "\n".join(
            _tell_cup(view.opened, seat, scene) for seat in _list_lifted_cups(view.opened)
        )
        title = scene.say("board-over")
        return Screen(title, join_paragraphs(winner, join_lines(*placed), join_lines(last, shown)))

    def result(self, view: View, places: Sequence[Place], seat: Seat, scene: ScreenContext) -> str:
        """Return the seat's place and, for the first two, how the last challenge ended."""
        place = next(place for place in places if place.seat == seat)
        return join_lines(
            scene.say("result-place", rank=place.rank, dice=place.points),
            _tell_lifted_cups(view.opened, scene) if place.rank <= 2 else "",
        )

    def pages(self, view: View) -> tuple[str, ...]:
        """Return the names of the pages that can be opened: the notebook, or the story at the end.

        The notebook is there for players with dice while the dice are covered, if it is chosen.
        """
        if view.over:
            return ("story",)
        noting = bool(view.dice) and not view.looking and view.help == "odds"
        return ("notebook",) if noting else ()

    def page(self, name: str, view: View, events: Sequence[Event], scene: ScreenContext) -> Screen:
        """Return the page of this name: the notebook or the story of the game."""
        if name == "notebook":
            return pages.make_notebook_page(view, scene)
        return pages.make_story_page(events, scene)

    def score(self, view: View, scene: ScreenContext) -> str:
        """Return a line for each player with the number of dice left."""
        return "\n".join(
            scene.say("board-player", name=format_player(seat, scene), dice=count)
            for seat, count in enumerate(view.counts)
        )


def _tell_news(events: Iterable[Event], seat: Seat, scene: ScreenContext) -> Iterator[str]:
    for event in events:
        match event:
            case CupsLifted(challenger) if challenger == seat:
                yield _tell_challenge("news-you-called", event, scene)
            case CupsLifted(_, bidder):
                key = "news-called-you" if bidder == seat else "opened"
                yield _tell_challenge(key, event, scene)
            case DieLost(loser, left) if loser == seat:
                yield scene.say("news-lost", left=left)
            case _:
                pass


def _tell_challenge(key: str, lifted: CupsLifted, scene: ScreenContext) -> str:
    return scene.say(
        key,
        name=format_player(lifted.challenger, scene),
        bidder=format_player(lifted.bidder, scene),
        bid=format_bid(lifted.bid, scene),
        found=lifted.found,
        true=int(lifted.is_true),
    )


def _tell_bid(view: View, scene: ScreenContext) -> str:
    if not view.bids:
        return scene.say("board-no-bid", name=format_player(view.turn, scene))
    bid = view.bids[-1]
    return scene.say("board-bid", name=format_player(bid.seat, scene), bid=format_bid(bid, scene))


def _tell_lifted_cups(opened: LiftedChallenge | None, scene: ScreenContext) -> str:
    """Return the sentence that tells how the last challenge ended; "" if there was none."""
    if opened is None:
        return ""
    return scene.say(
        "board-opened",
        name=format_player(opened.challenger, scene),
        bidder=format_player(opened.bid.seat, scene),
        loser=format_player(opened.loser, scene),
        bid=format_bid(opened.bid, scene),
        found=opened.found,
    )


def _list_lifted_cups(opened: LiftedChallenge | None) -> tuple[Seat, ...]:
    """Return the seats whose cups were lifted in the last challenge."""
    return () if opened is None else tuple(s for s, cup in enumerate(opened.cups) if cup)


def _tell_cup(opened: LiftedChallenge | None, seat: Seat, scene: ScreenContext) -> str:
    """Return a player's line with the dice that were under the cup."""
    cup = () if opened is None else opened.cups[seat]
    return scene.say(
        "board-shown", name=format_brief_player(seat, scene), dice=format_dice(cup, scene)
    )


def _tell_standing(view: View, seat: Seat, scene: ScreenContext) -> str:
    """Return a player's line: the open dice, or the number of dice and the last bid."""
    if seat in _list_lifted_cups(view.open):
        return _tell_cup(view.open, seat, scene)
    told, bid = _tell_dice_count(view, seat, scene), pictures.find_last_bid(view, seat)
    return f"{told} · {format_bid(bid, scene)}" if bid else told


def _tell_dice_count(view: View, seat: Seat, scene: ScreenContext) -> str:
    """Return a player's line with name and number of dice, which a picture gives without words."""
    return scene.say("board-player", name=format_brief_player(seat, scene), dice=view.counts[seat])
