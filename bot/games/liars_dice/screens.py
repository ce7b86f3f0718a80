"""The screens of Liar's Dice: the board, own screens, news and results.

Each screen is made from a view, which holds only what its reader may know.
"""

from collections.abc import Iterable, Iterator
from operator import attrgetter

from bot.engine.events import Event, Notices, Seat
from bot.engine.game import Place, Places, Prompts
from bot.engine.screen import Screen
from bot.engine.screens import MAX_NEWS_LINES, News, Question, ScreenContext, Screens
from bot.engine.text_helpers import format_medal, join_lines, join_paragraphs
from bot.games.liars_dice import pictures, private, words
from bot.games.liars_dice.lesson import add_lesson
from bot.games.liars_dice.model.events import BidMade, CupsLifted, DieLost, GameBegun
from bot.games.liars_dice.model.state import LiftedChallenge, View, rank_by_dice

MAX_SEATS_WITHOUT_ORDER, MAX_SEATS_WITH_ORDER = 2, 4
"""The numbers of players between which the end explains why the places are as they are. Two players
do not ask. With more than four, a phone has no room for it.
"""


class LiarsDiceScreens(Screens[View]):
    """The screens that players and onlookers of Liar's Dice see."""

    reveals = ("opened",)

    def board(self, view: View, context: ScreenContext) -> Screen:
        """Return the public board: the last bid and how many dice each player has.

        In the pause after a challenge, it shows all players' dice instead. Pictures show no names,
        so these are in the text.
        """
        if context.pictures:
            names = words.format_names(len(view.counts), context)
            return Screen("", names, picture=pictures.make_table_picture(view, context))
        head = _tell_lifted_cups(view.open_challenge, context) or _tell_bid(view, context)
        seats = range(len(view.counts))
        in_turn = (*seats[view.turn :], *seats[: view.turn])
        told = (_tell_standing(view, seat, context) for seat in in_turn)
        title = context.say("board-title", dice=sum(view.counts))
        ones = context.say("board-ones", wild=int(view.wild))
        return Screen(title, join_paragraphs(head, join_lines(*told), ones))

    def own_screen(self, question: Question[View]) -> Screen:
        """Return a player's own screen, which nobody else sees.

        In a lesson, it also has a hint and the contents of the board.
        """
        own, context = private.make_own_screen(question), question.context
        if not context.lesson:
            return own
        board = self.board(question.view, context)
        return add_lesson(own, board, question)

    def describe_prompts(self, view: View, prompts: Prompts, context: ScreenContext) -> str:
        """Return the public sentence that says what the game waits for.

        It is a player's bid or challenge, or one of the pauses after a challenge.
        """
        if view.lifting:
            return words.describe_call(view, context)
        if prompts[0].seat is None:
            return context.say("asked-look")
        key = "asked-bid" if view.bids else "asked-first"
        return context.say(key, name=words.format_player(prompts[0].seat, context))

    def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
        """Return the line that tells people about an event, or "" for an unknown event."""
        match event:
            case GameBegun(seat):
                return context.say("begins", name=words.format_player(seat, context))
            case BidMade():
                return words.tell_bid("bid", event.bid, context)
            case CupsLifted():
                return _tell_challenge("opened", event, context)
            case DieLost(seat, left):
                return context.say("lost-die", name=words.format_player(seat, context), left=left)
            case _:
                return ""

    def news(self, notices: Notices, view: View, seat: Seat, context: ScreenContext) -> News:
        """Return the news for a player: challenges since the player's last move, and the last bid.

        The oldest news comes first. The sentences address the player as "you". There are at most
        `MAX_NEWS_LINES`, and earlier ones are left out. A lesson's hints name the last bid, and so
        does the question to a player who is out.
        """
        told = [*_tell_news(map(attrgetter("event"), notices), seat, context)]
        if view.dice and view.bids and view.bids[-1].seat != seat and not context.lesson:
            told.append(words.tell_bid("bid", view.bids[-1], context))
        return tuple(told[-MAX_NEWS_LINES:])

    def end(self, view: View, places: Places, context: ScreenContext) -> Screen:
        """Return the final screen: the winner, all places and the last challenge's dice."""
        placed = (_tell_place(place, view, context) for place in places)
        winner = join_lines(
            context.say("lesson-over") if context.lesson else "",
            context.say("end-winner", name=words.format_player(places[0].seat, context)),
        )
        is_asked = MAX_SEATS_WITHOUT_ORDER < len(places) <= MAX_SEATS_WITH_ORDER
        order = context.say("end-order") if is_asked else ""
        last = _tell_lifted_cups(view.opened, context)
        if context.pictures:
            told = join_lines(winner, last, *placed, order)
            return Screen("", told, picture=pictures.make_table_picture(view, context, places))
        cups = (_tell_cup(view.opened, seat, context) for seat in _list_lifted_cups(view.opened))
        told = join_paragraphs(winner, join_lines(*placed, order), join_lines(last, *cups))
        return Screen(context.say("board-over"), told)

    def result(self, view: View, places: Places, seat: Seat, context: ScreenContext) -> str:
        """Return the sentence about a player's place in a finished game.

        Another sentence tells what they did best. For the first two players, one more tells how the
        last challenge ended.
        """
        place = next(place for place in places if place.seat == seat)
        return join_lines(
            context.say("result-place", rank=place.rank, dice=place.points),
            words.describe_feat(view, seat, context),
            _tell_lifted_cups(view.opened, context) if place.rank <= 2 else "",
        )

    def score(self, view: View, context: ScreenContext) -> str:
        """Return a line for each player with the number of dice that they have left, best first."""
        return "\n".join(
            context.say(
                "board-player", name=words.format_player(place.seat, context), dice=place.points
            )
            for place in rank_by_dice(view.counts, view.out)
        )


def _tell_place(place: Place, view: View, context: ScreenContext) -> str:
    tell_name = words.format_short_player if context.pictures else words.format_brief_player
    name = tell_name(place.seat, context)
    line = context.say("end-line", medal=format_medal(place.rank), name=name)
    feat = words.describe_feat(view, place.seat, context)
    return f"{line} · {feat}" if feat else line


def _tell_news(events: Iterable[Event], seat: Seat, context: ScreenContext) -> Iterator[str]:
    for event in events:
        match event:
            case CupsLifted(challenger) if challenger == seat:
                yield _tell_challenge("news-you-called", event, context)
            case CupsLifted(_, bidder):
                key = "news-called-you" if bidder == seat else "opened"
                yield _tell_challenge(key, event, context)
            case DieLost(loser, left) if loser == seat:
                yield context.say("news-lost", left=left)
            case _:
                pass


def _tell_challenge(key: str, challenge: CupsLifted, context: ScreenContext) -> str:
    return context.say(
        key,
        name=words.format_player(challenge.challenger, context),
        bidder=words.format_player(challenge.bidder, context),
        bid=words.format_bid(challenge.bid, context),
        found=challenge.found,
        true=int(challenge.is_true),
    )


def _tell_bid(view: View, context: ScreenContext) -> str:
    if not view.bids:
        return context.say("board-no-bid", name=words.format_player(view.turn, context))
    return words.tell_bid("board-bid", view.bids[-1], context)


def _tell_lifted_cups(challenge: LiftedChallenge | None, context: ScreenContext) -> str:
    """Return a sentence that tells how a challenge ended.

    The result is "" if `challenge` is None.
    """
    if challenge is None:
        return ""
    return context.say(
        "board-opened",
        name=words.format_player(challenge.challenger, context),
        bidder=words.format_player(challenge.bid.seat, context),
        loser=words.format_player(challenge.loser, context),
        bid=words.format_bid(challenge.bid, context),
        found=challenge.found,
    )


def _list_lifted_cups(challenge: LiftedChallenge | None) -> tuple[Seat, ...]:
    """Return the seats of the players whose cups were lifted in a challenge.

    There are none if `challenge` is None.
    """
    return () if challenge is None else tuple(s for s, cup in enumerate(challenge.cups) if cup)


def _tell_cup(challenge: LiftedChallenge | None, seat: Seat, context: ScreenContext) -> str:
    cup = () if challenge is None else challenge.cups[seat]
    return context.say(
        "board-shown",
        name=words.format_brief_player(seat, context),
        dice=words.format_dice(cup, context),
    )


def _tell_standing(view: View, seat: Seat, context: ScreenContext) -> str:
    """Return a line about one player: the revealed dice, or else the last bid and dice count."""
    if seat in _list_lifted_cups(view.open_challenge):
        return _tell_cup(view.open_challenge, seat, context)
    bid = pictures.find_last_bid(view, seat)
    name = words.format_brief_player(seat, context)
    told = context.say("board-player", name=name, dice=view.counts[seat])
    return f"{told} · {words.format_bid(bid, context)}" if bid else told
