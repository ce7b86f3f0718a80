"""The screens of Catham City: messages for players and onlookers, each made from a view."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.engine.events import Event, Notices, Seat
from bot.engine.films import make_scene
from bot.engine.game import Place, Places, Prompts, rank_seats
from bot.engine.moves import EMPTY_PREFIX, get_tag
from bot.engine.replays import FilmScene, ReplayedStep
from bot.engine.screen import Field, Screen
from bot.engine.screens import MAX_NEWS_LINES, News, Question, ScreenContext, Screens
from bot.engine.text_helpers import (
    format_medal,
    join_lines,
    join_paragraphs,
    list_seats_from,
    select_most_important,
)
from bot.games.catham_city import lesson, pictures, private
from bot.games.catham_city.model import events
from bot.games.catham_city.model.state import HACKERS, HAND_LIMIT, Cards, View
from bot.games.catham_city.words import (
    format_cards,
    format_hand_size,
    format_heading,
    format_mark,
    format_player,
    format_players,
    format_points,
    format_signed_card,
    format_signed_faction,
)

MAX_NAMED_PLAYERS = 2
"""The maximum number of players who are named in the line that says who has to answer. If more have
to answer, the line gives only their number. The lines below it show who they are.
"""
MINOR_WEIGHT, MEDIUM_WEIGHT, MAJOR_WEIGHT, QUESTION_WEIGHT = range(4)
"""The weights of lines of news for a player, the least important first. If there are too many
lines, those with the highest weights are kept.
"""
REVEAL_WEIGHT = 2
"""The points that a play is worth in a film because everybody at the table looks up at it."""
EVENTS_TOLD_TO_ACTOR = (
    *(events.FactionPlayed, events.CardsTaken, events.CardsDiscarded),
    *(events.PointPaid, events.ExtraDiscarded, events.CardGiven),
)
"""The types of events of which the player who causes them gets news, too. Robocats played to draw
cards are left out, because the news of the drawn cards tells of them.
"""

NewsLine = tuple[int, str]
"""A line of news for a player: its weight, such as `MAJOR_WEIGHT`, and its text."""


class CathamCityScreens(Screens[View]):
    """All screens of Catham City, for players and for onlookers."""

    reveals = ("mafia", "hackers")

    def board(self, view: View, context: ScreenContext) -> Screen:
        """Return the board, the public message that shows the whole game to everybody.

        It lists all players with their points and numbers of cards. Without pictures, the player
        whose turn it is comes first, and the board also lists the played cards, the market (the
        face-up cards) and the factions.
        """
        say = context.say
        if context.pictures:
            stands = (_tell_standing(view, seat, context) for seat in range(len(view.points)))
            text = join_lines(_tell_awaited(view, context), *stands)
            return Screen("", text, picture=pictures.make_board_picture(view, context))
        seats = list_seats_from(view.active, len(view.points))
        stands = (_tell_standing(view, seat, context) for seat in seats)
        factions = " · ".join(format_signed_faction(faction, context) for faction in view.factions)
        return Screen(
            say("board-title", turn=view.turn + 1),
            text=join_lines(
                _tell_played(view, context),
                say("standings", target=view.target),
                *stands,
                "\n" + say("market", cards=format_cards(view.market, context)),
                _tell_piles(view, context),
            ),
            fields=(Field(say("factions-in-play"), factions),),
        )

    def own_screen(self, question: Question[View]) -> Screen:
        """Return a player's private screen, with the player's cards and buttons to move.

        A lesson has no public board. Its picture of the cards therefore shows all points, too, or
        its text contains the board's text if there are no pictures.
        """
        own = private.show_hand(question)
        if not question.context.lesson:
            return own
        own = lesson.add_lesson(question, own)
        hint = lesson.explain_moment(question) if question.entered == EMPTY_PREFIX else ""
        if own.picture:
            return replace(own, text=join_paragraphs(hint, own.text))
        board = self.board(question.view, question.context)
        fields = (*own.fields, *board.fields)
        return replace(own, text=join_paragraphs(hint, board.text, own.text), fields=fields)

    def describe_prompts(self, view: View, prompts: Prompts, context: ScreenContext) -> str:
        """Return the public sentence that says which players have to act, discard or answer."""
        say, kind = context.say, prompts[0].kind
        seats = [prompt.seat for prompt in prompts if prompt.seat is not None]
        match kind:
            case "action":
                many = "one" if view.actions == 1 else "last" if view.left == 1 else "two"
                return say("asked-action", name=format_players(seats, context), many=many)
            case "discard":
                number = view.hand_sizes[view.active] - HAND_LIMIT
                return say("asked-discard", name=format_players(seats, context), number=number)
            case _ if len(seats) > MAX_NAMED_PLAYERS:
                return say(f"asked-{kind}", names=say("several", number=len(seats)))
            case _:
                return say(f"asked-{kind}", names=format_players(seats, context))

    def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
        """Return a line of text that describes an event to everybody."""
        return context.say(get_tag(type(event)), **_make_message_values(event, context))

    def news(self, notices: Notices, view: View, seat: Seat, context: ScreenContext) -> News:
        """Return the lines that tell a player what has happened since the last move, at most three.

        They say what the player's own play brought, what others did to the player, and why the
        player is asked. If there are too many lines, the most important ones are kept, in their
        order.
        """
        return select_most_important(self._rate_news(notices, view, seat, context), MAX_NEWS_LINES)

    def _rate_news(
        self, notices: Notices, view: View, seat: Seat, context: ScreenContext
    ) -> Iterator[NewsLine]:
        """Yield each line of news for a player, with its weight (importance).

        If the player has to answer a play, the line on that play matters most. In a lesson, there
        are also lines on all public events of the other player, because no board shows them.
        """
        told = [notice.event for notice in notices]
        given = [e for e in told if isinstance(e, events.CardGiven) and e.receiver == seat]
        played = [e for e in told if isinstance(e, events.FactionPlayed)]
        owes = seat in view.owing
        acts = seat == view.active and view.phase != "answers"
        past = _find_past_takes(told, seat) if owes or acts else []
        before: Event | None = None
        for notice in notices:
            event = notice.event
            match event:
                case events.CardGiven() if event.receiver == seat:
                    if event is given[0]:
                        yield _tell_gifts(given, context)
                case events.CardsDrawn():  # without a cause, it is the deal
                    if before:
                        by_robocats = isinstance(before, events.RobocatsDrew)
                        key = "news-robocats-drew" if by_robocats else "drew"
                        yield MAJOR_WEIGHT, context.say(key, **_make_message_values(event, context))
                case events.SeatEvent() if event.seat == seat:
                    if event not in past:
                        yield from _tell_own_event(event, context)
                        yield from _tell_answers(event, told, context)
                case events.HackersPlayed() | events.PolicePlayed() if event.target == seat:
                    key = f"news-{get_tag(type(event))}-came"
                    yield MAJOR_WEIGHT, context.say(key, **_make_message_values(event, context))
                case _ if owes and event is played[-1]:
                    yield QUESTION_WEIGHT, self.describe_event(view, event, context)
                case _ if context.lesson and notice.to is None:
                    yield MEDIUM_WEIGHT, self.describe_event(view, event, context)
            before = event

    def end(self, view: View, places: Places, context: ScreenContext) -> Screen:
        """Return the final screen: the winner as the new mayor, and all players' points.

        Without pictures, it also lists the cards in all hands.
        """
        say = context.say
        winner = places[0]
        name, scored = format_player(winner.seat, context), format_points(winner.points, say)
        text = join_lines(
            say("end-winner", name=name, points=scored),
            _tell_decision(view, context),
            *(_tell_place(place, context) for place in places),
        )
        if context.lesson and view.viewer is not None:
            text = f"{text}\n\n{lesson.explain_end(places, view.viewer, context)}"
        if context.pictures:
            return Screen("", text, picture=pictures.make_end_picture(view, places, context))
        held = ((format_heading(p.seat, context), view.hands[p.seat]) for p in places)
        fields = tuple(Field(name, format_cards(cards, context)) for name, cards in held)
        return Screen(say("board-over"), text, fields)

    def result(self, view: View, places: Places, seat: Seat, context: ScreenContext) -> str:
        """Return the sentences about a player's result: place, points and the deciding faction.

        They also say by how many points the player won, or how many the player was behind the
        winner.
        """
        say = context.say
        place = next(place for place in places if place.seat == seat)
        first, second = places[:2]
        scored = format_points(place.points, say)
        if place.rank == 1:
            name, ahead = format_player(second.seat, context), place.points - second.points
            text = say("result-won", points=scored, name=name, ahead=ahead)
        else:
            name, ahead = format_player(first.seat, context), first.points - place.points
            text = say("result-lost", rank=place.rank, points=scored, name=name, ahead=ahead)
        return f"{text} {_tell_decision(view, context)}".rstrip()

    def score(self, view: View, context: ScreenContext) -> str:
        """Return a text with each player's points, one player per line, the best first.

        While the game is running, the first line says how many points win.
        """
        say = context.say
        scored = []
        for place in rank_seats(view.points, view.points):
            name, points = format_player(place.seat, context), format_points(place.points, say)
            scored.append(say("score-player", name=name, points=points))
        target = "" if context.ended else say("score-target", target=view.target)
        return join_lines(target, *scored)


def find_film_scenes(
    screens: Screens[View], log: Sequence[ReplayedStep], context: ScreenContext
) -> Iterator[FilmScene]:
    """Yield a scene for each play of a faction.

    The mafia, the hackers and plays that gain many points matter most.
    """
    for place, entry in enumerate(log):
        plays = [event for event in entry.events if isinstance(event, events.FactionPlayed)]
        for play in plays[:1]:
            weight = play.points + REVEAL_WEIGHT * (get_tag(type(play)) in screens.reveals)
            yield make_scene(screens, log, place, context, weight=weight)


def _tell_played(view: View, context: ScreenContext) -> str:
    """Return the sentence on the played cards while answers to them are awaited, otherwise ""."""
    if view.phase != "answers":
        return ""
    name = format_player(view.active, context)
    return context.say("played", name=name, cards=format_cards(view.table, context))


def _tell_awaited(view: View, context: ScreenContext) -> str:
    if view.phase != "answers":
        return ""
    missing = ", ".join(format_player(seat, context) for seat in view.owing)
    return context.say("answers", names=missing)


def _tell_piles(view: View, context: ScreenContext) -> str:
    on_top = format_signed_faction(view.discards[-1], context) if view.discards else ""
    return context.say("piles", pile=view.pile, discards=len(view.discards), top=on_top)


def _tell_standing(view: View, seat: Seat, context: ScreenContext) -> str:
    say = context.say
    return say(
        "board-player",
        name=format_heading(seat, context),
        points=format_points(view.points[seat], say),
        cards=format_hand_size(view.hand_sizes[seat], say),
        mark="none" if context.pictures else format_mark(view, seat),
    )


def _tell_place(place: Place, context: ScreenContext) -> str:
    name, points = format_heading(place.seat, context), format_points(place.points, context.say)
    return context.say("end-place", medal=format_medal(place.rank), name=name, points=points)


def _tell_decision(view: View, context: ScreenContext) -> str:
    """Return the sentence on the faction that decided the game, or "" if none did."""
    if view.played is None:
        return ""
    return context.say("end-decided", faction=format_signed_faction(view.played, context))


def _find_past_takes(news_events: Sequence[Event], seat: Seat) -> list[Event]:
    """Return the events of taking cards that are old news for a player.

    They are old if another player has done something afterwards. `seat` is the player who gets the
    news.
    """
    others = [
        place
        for place, event in enumerate(news_events)
        if isinstance(event, events.SeatEvent) and event.seat != seat
    ]
    return (
        [e for e in news_events[: others[-1]] if isinstance(e, events.CardsTaken)] if others else []
    )


def _tell_own_event(event: events.SeatEvent, context: ScreenContext) -> Iterator[NewsLine]:
    """Yield the line of news on an event that the player caused, or nothing if it needs no news."""
    if isinstance(event, EVENTS_TOLD_TO_ACTOR) and not isinstance(event, events.RobocatsDrew):
        is_minor = isinstance(event, events.CardsTaken | events.CardsDiscarded)
        told = context.say(f"news-{get_tag(type(event))}", **_make_message_values(event, context))
        yield MINOR_WEIGHT if is_minor else MAJOR_WEIGHT, told


def _tell_gifts(gifts: Sequence[events.CardGiven], context: ScreenContext) -> NewsLine:
    names = format_players((event.seat for event in gifts), context)
    held = format_cards((event.faction for event in gifts), context)
    return MAJOR_WEIGHT, context.say("news-given", names=names, cards=held)


def _tell_answers(
    play: events.SeatEvent, news_events: Sequence[Event], context: ScreenContext
) -> Iterator[NewsLine]:
    for kind, answer in (
        (events.DetectivesPlayed, events.ExtraDiscarded),
        (events.MafiaPlayed, events.PointPaid),
    ):
        number = sum(isinstance(e, answer) and e.seat != play.seat for e in news_events)
        if number and isinstance(play, kind) and not context.lesson:
            yield MINOR_WEIGHT, context.say(f"news-others-{get_tag(answer)}", number=number)


def _make_message_values(event: Event, context: ScreenContext) -> dict[str, int | str]:
    """Return the values for the placeholders of the message on an event."""
    values: dict[str, int | str] = {}
    match event:
        case events.CardsTaken():
            values = {"cards": format_cards((event.faction,) * event.number, context)}
        case events.CardsDrawn() | events.CardsDiscarded() | events.HandChanged():
            values = {"cards": format_cards(event.cards, context, max_signed=1)}
        case events.DetectivesPlayed() | events.ExtraDiscarded():
            values = {"card": format_signed_card(event.extra, context)}
        case events.RobocatsDrew() | events.PileReshuffled():
            values = {"number": event.number}
        case events.ElectionWon():
            values = {"points": format_points(event.score, context.say)}
        case events.CardGiven():
            values = {
                "receiver": format_player(event.receiver, context),
                "card": format_signed_card(event.faction, context),
                "discarded": event.points,
            }
        case events.HackersPlayed():
            taken = tuple(each for each in event.revealed if each != HACKERS)
            values = {
                "target": format_player(event.target, context),
                **_make_revealed_values(taken, event, context),
            }
        case events.PolicePlayed():
            values = {
                "target": format_player(event.target, context),
                "card": format_signed_faction(event.extra, context),
                **_make_revealed_values(event.revealed, event, context),
            }
        case events.BureaucratsPlayed():
            values = _make_revealed_values(event.revealed, event, context)
    if isinstance(event, events.SeatEvent):
        values["name"] = format_player(event.seat, context)
    return values


def _make_revealed_values(
    revealed: Cards, play: events.FactionPlayed, context: ScreenContext
) -> dict[str, int | str]:
    return {
        "number": len(revealed),
        "cards": format_cards(revealed, context),
        "scored": play.points,
        "points": format_points(play.points, context.say),
    }
