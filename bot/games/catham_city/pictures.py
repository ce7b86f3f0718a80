"""The pictures on the screens of Catham City, each with a text that describes it."""

from functools import lru_cache

from bot.engine.game import Places
from bot.engine.screen import Picture
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import join_names
from bot.games.catham_city import words
from bot.games.catham_city.art import drawing
from bot.games.catham_city.model.state import FACTIONS, View
from bot.i18n import Text


def make_board_picture(view: View, context: ScreenContext) -> Picture:
    """Return the board's picture: the face-up cards, both piles, and all players' points."""
    say = context.say
    on_top = view.discards[-1] if view.discards else None
    market = drawing.Market(view.factions, view.market, view.pile, len(view.discards), on_top)
    drawn = (market, _make_race_rows(view, context), view.target, make_picture_words(say))
    alt = say(
        "board-alt",
        cards=_describe_cards(view.market, say),
        pile=view.pile,
        discards=len(view.discards),
        top="" if on_top is None else words.format_faction(on_top, say),
        players=_describe_players(view, context),
        target=view.target,
    )
    return Picture("board.jpg", alt, drawing.draw_board, drawn)


def make_hand_picture(view: View, say: Text) -> Picture:
    """Return the picture of the viewer's cards, with the market while the viewer may take cards."""
    acting = view.phase == "action" and view.active == view.viewer
    drawn = (view.hand, view.market if acting else None, make_picture_words(say))
    alt = say("hand-alt", cards=_describe_cards(view.hand, say))
    if acting:
        alt = f"{alt} {say('market-alt', cards=_describe_cards(view.market, say))}"
    return Picture("hand.jpg", alt, drawing.draw_hand, drawn)


def make_lesson_picture(view: View, context: ScreenContext) -> Picture:
    """Return a lesson's picture, which also shows the market and the points, as on a board."""
    say = context.say
    written, rows = make_picture_words(say), _make_race_rows(view, context)
    drawn = (view.hand, view.market, written, rows, view.target)
    cards, market = _describe_cards(view.hand, say), _describe_cards(view.market, say)
    players = _describe_players(view, context)
    alt = say("lesson-alt", cards=cards, market=market, players=players, target=view.target)
    return Picture("hand.jpg", alt, drawing.draw_hand, drawn)


def make_end_picture(view: View, places: Places, context: ScreenContext) -> Picture:
    """Return the final picture: the winner as the new mayor, and the other players' places."""
    say = context.say
    rows = tuple(drawing.EndRow(context.letter(p.seat), p.rank, p.points) for p in places)
    drawn = (rows, view.played, make_picture_words(say))
    told = ", ".join(
        say("alt-points", name=context.labels[place.seat], points=place.points) for place in places
    )
    alt = say("end-alt", name=context.labels[places[0].seat], points=told)
    return Picture("end.jpg", alt, drawing.draw_end, drawn)


def make_overview_picture(factions: tuple[int, ...], say: Text) -> Picture:
    """Return a picture with one card of each of these factions."""
    drawn = (factions, make_picture_words(say))
    names = join_names([words.format_faction(faction, say) for faction in factions], say)
    alt = say("overview-alt", factions=names)
    return Picture("factions.jpg", alt, drawing.draw_overview, drawn)


@lru_cache(maxsize=8)
def make_picture_words(say: Text) -> drawing.Words:
    """Return the words that are drawn into pictures."""
    return drawing.Words(
        factions=tuple(words.format_faction(faction, say) for faction in range(len(FACTIONS))),
        pile=say("picture-pile"),
        discards=say("picture-discards"),
        hand=say("picture-hand"),
        market=say("picture-market"),
    )


def _make_race_rows(view: View, context: ScreenContext) -> tuple[drawing.Row, ...]:
    """Return the data of each player's row in a picture, which shows the player's points."""
    return tuple(
        drawing.Row(
            context.letter(seat),
            points,
            view.hand_sizes[seat],
            seat == view.active and view.phase != "over",
            seat in view.owing,
            view.present[seat],
        )
        for seat, points in enumerate(view.points)
    )


def _describe_players(view: View, context: ScreenContext) -> str:
    """Return the alternative text on each player's points, cards and mark (`format_mark`)."""
    return "; ".join(
        context.say(
            "alt-player",
            name=context.labels[seat],
            points=words.format_points(scored, context.say),
            cards=words.format_hand_size(view.hand_sizes[seat], context.say),
            mark=words.format_mark(view, seat) if view.present[seat] else "left",
        )
        for seat, scored in enumerate(view.points)
    )


def _describe_cards(cards: tuple[int, ...], say: Text) -> str:
    """Return a list of cards in words, without emojis, because screen readers read it aloud."""
    told = (
        words.format_card_count(faction, number, say)
        for faction, number in words.count_by_faction(cards)
    )
    return ", ".join(told) or say("none")
