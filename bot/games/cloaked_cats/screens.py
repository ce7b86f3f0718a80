"""The screens of Cloaked Cats: the board, own screens, news and results.

Each screen is made from a view, which holds only what its reader may know.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from bot.engine.events import Event, Notices, Seat
from bot.engine.films import drop_repeated_shots, make_shot
from bot.engine.game import Place, Places, Prompts, rank_seats
from bot.engine.moves import get_tag
from bot.engine.replays import FilmScene, FilmShot, ReplayedStep
from bot.engine.screen import Field, Screen
from bot.engine.screens import MAX_NEWS_LINES, News, Question, ScreenContext, Screens
from bot.engine.text_helpers import (
    NO_BREAK_SPACE,
    format_medal,
    join_lines,
    join_paragraphs,
    list_seats_from,
    select_most_important,
)
from bot.games.cloaked_cats import lesson, pictures, words
from bot.games.cloaked_cats.art.drawing import MAX_SHOWN_CATS
from bot.games.cloaked_cats.model import events
from bot.games.cloaked_cats.model.state import View
from bot.games.cloaked_cats.private import make_private_screen
from bot.i18n import Text

MAX_LESSON_CHARACTERS = 1000
"""The maximum length of the list of cats in a lesson; an embed field holds 1,024 characters."""
MAX_LESSON_NEWS = 2
"""The maximum number of lines of news that a lesson shows at a time, besides its hint. Earlier
lines are left out.
"""
MAX_EVENT_NAME_ROOM = 16
"""The maximum width of a player's name in an event beside a picture, as in `shorten_name`."""
MAX_FEW_MASKS = 3
"""The highest number of mask tiles left to a player at which the board shows that number. It is a
warning, because the game ends when a player has none left.
"""


class CloakedCatsScreens(Screens[View]):
    """The screens of Cloaked Cats for players and onlookers."""

    reveals = ("guess-right", "guess-wrong")

    def board(self, view: View, context: ScreenContext) -> Screen:
        """Return the public board: the cats played so far and each player's points (ruling K16).

        Without pictures, the player whose turn it is comes first.
        """
        say = context.say
        last = say("last-round") if view.last_round else ""
        if context.pictures:
            text = join_lines(last, _tell_standings(view, context), _tell_shown_cats(view, say))
            return Screen("", text, picture=pictures.make_floor_picture(view, context))
        seats = list_seats_from(view.active, len(view.points))
        stands = (_tell_full_standing(view, seat, context) for seat in seats)
        pile = say("board-pile", pile=view.pile)
        return Screen(
            title=say("board-title", round=view.round),
            text=join_lines(last, *stands, pile, _tell_floor(view, context)),
        )

    def own_screen(self, question: Question[View]) -> Screen:
        """Return a player's own screen: their features and cats, or the next choice of a guess.

        In a lesson, a hint comes first. A learner sees no board, so the own screen also shows what
        the board would show. While the opponent moves, a picture of the cats played so far replaces
        the learner's hand.
        """
        own = make_private_screen(question)
        if not question.context.lesson:
            return own
        if question.entered.find_completed_move(question.moves):
            return lesson.add_lesson(question, own)
        view, context = question.view, question.context
        stand = _tell_standings(view, context) if view.guesses else ""
        if not context.pictures:
            cats = words.format_floor(view.number_dancers(), context, MAX_LESSON_CHARACTERS)
            floor = (Field(context.say("picture-floor"), cats),) if cats else ()
            own = replace(own, text=join_paragraphs(own.text, stand), fields=(*own.fields, *floor))
        elif question.prompt is None:
            picture = pictures.make_floor_picture(view, context, large=True)
            own = replace(own, text=stand, picture=picture)
        return lesson.add_lesson(question, own)

    def describe_prompts(self, view: View, prompts: Prompts, context: ScreenContext) -> str:
        """Return a sentence that says which player has to play a cat or to guess.

        Only the first prompt counts, because this game never asks two players at the same time.
        """
        prompt = prompts[0]
        if prompt.seat is None:
            return ""
        name = (words.format_brief_player if context.pictures else words.format_player)(
            prompt.seat, context
        )
        return context.say(f"asked-{prompt.kind}", name=name)

    def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
        """Return the line that tells people about an event, or "" if there is nothing to tell.

        Beside a picture, the line is shorter, because the picture already shows the mask tiles on
        each cat.
        """
        say, short = context.say, context.pictures and not context.lesson
        values: dict[str, int | str] = {}
        match event:
            case events.CardsDealt(features=features):
                told = (words.format_signed_feature(number, context) for number in features)
                values = {"features": " · ".join(told)}
            case events.CatDrawn(cat=cat):
                values = {"cat": words.format_cat(cat, context)}
            case events.CatPlayed() if short:
                name = words.format_brief_player(event.seat, context, MAX_EVENT_NAME_ROOM)
                return say("cat-short", name=name, cat=words.format_short_cat(event.cat, say))
            case events.CatPlayed(seat=seat, cat=cat, masks=placed):
                values = {
                    "name": words.format_player(seat, context),
                    "cat": words.format_cat(cat, context),
                }
                values |= {"placed": len(placed), "masks": words.format_masks(placed, context)}
            case events.GuessAnswered():
                return _tell_guess(event, context, short)
            case events.RoundBegan() | events.LastRoundBegan() if short:
                return ""  # the board's own lines say so
            case events.RoundBegan(round=number):
                values = {"round": number}
            case events.SeatEvent(seat=seat):
                name = words.format_brief_player(seat, context, MAX_EVENT_NAME_ROOM)
                values = {"name": name if short else words.format_player(seat, context)}
        return say(get_tag(type(event)), **values)

    def news(self, notices: Notices, view: View, seat: Seat, context: ScreenContext) -> News:
        """Return the most important news for one player since their last move.

        The news say who guessed what about the player, what the player's own cat and guess
        revealed, and which cat the player drew. In a lesson, which has no board, the newest cat of
        the opponent replaces the drawn cat.
        """
        told = [notice.event for notice in notices]
        if not context.lesson:
            return select_most_important(_weigh_news(told, seat, context), MAX_NEWS_LINES)
        cats = [e for e in told if isinstance(e, events.CatPlayed) and e.seat != seat]
        others = [event for event in told if not isinstance(event, events.CatDrawn)]
        cat_lines = (self.describe_event(view, cat, context) for cat in cats[-1:])
        return (
            *select_most_important(_weigh_news(others, seat, context), MAX_NEWS_LINES),
            *cat_lines,
        )[-MAX_LESSON_NEWS:]

    def end(self, view: View, places: Places, context: ScreenContext) -> Screen:
        """Return the final screen, with the winners and a line for each player.

        The picture shows all features and who guessed them. Without pictures, the text lists them.
        """
        say = context.say
        winners = [place for place in places if place.rank == 1]
        name = words.format_brief_player if context.pictures else words.format_player
        names = " · ".join(name(place.seat, context) for place in winners)
        told = (
            lesson.explain_end(view, context) if context.lesson else "",
            say("end-winner", name=names) if len(winners) == 1 else say("end-shared", names=names),
            say("end-tie-broken") if any(_is_tie_broken(place, places) for place in places) else "",
        )
        if context.pictures:
            text = join_lines(*told, *(_tell_place(place, context) for place in places))
            return Screen("", text, picture=pictures.make_end_picture(view, places, context))
        fields = tuple(_make_place_field(view, place, context) for place in places)
        return Screen(say("board-over"), join_lines(*told, _tell_floor(view, context)), fields)

    def result(self, view: View, places: Places, seat: Seat, context: ScreenContext) -> str:
        """Return one player's place and points, and who guessed which of their features."""
        say = context.say
        place = next(place for place in places if place.seat == seat)
        shared = sum(other.rank == place.rank for other in places) > 1
        key = "result-shared" if shared and place.rank == 1 else "result-place"
        guessed = []
        for guess in view.guesses:
            if guess.right and guess.opponent == seat:
                feature = words.format_signed_feature(guess.feature, context)
                name = words.format_player(guess.seat, context)
                guessed.append(say("result-guessed", name=name, feature=feature))
        found = ", ".join(guessed)
        why = say("result-found", guessed=found) if found else say("result-hidden")
        tie = say("end-tie-broken") if _is_tie_broken(place, places) else ""
        told = (say(key, rank=place.rank, points=place.points), tie, why)
        return " ".join(filter(None, told))

    def score(self, view: View, context: ScreenContext) -> str:
        """Return the points of each player so far, one line per player, best first (ruling K10).

        While the game runs, the first line says the number of the round.
        """
        hidden = [all_ - got for all_, got in zip(view.points, view.received, strict=True)]
        scored = (
            context.say(
                "score-player",
                name=words.format_player(place.seat, context),
                points=_format_points(place.points, context.say),
                received=view.received[place.seat],
                hidden=hidden[place.seat],
            )
            for place in rank_seats([*zip(view.points, hidden, strict=True)], view.points)
        )
        head = "" if context.ended else context.say("score-round", round=view.round)
        return join_lines(head, *scored)


def find_film_scenes(
    screens: Screens[View], log: Sequence[ReplayedStep], context: ScreenContext
) -> Iterator[FilmScene]:
    """Yield a scene for each guess: the dance floor with the guess, and the card as answer."""
    for before, after in pairwise(log):
        for event in after.events:
            if isinstance(event, events.GuessAnswered):
                shots = (
                    make_shot(screens, before, _tell_asked_guess(event, context), context),
                    FilmShot(
                        pictures.make_guess_picture(event.make_guess(0), context),
                        _tell_guess(event, context, is_short=False),
                    ),
                )
                yield FilmScene(after.step, drop_repeated_shots(shots), int(event.right))


def _tell_floor(view: View, context: ScreenContext) -> str:
    head = context.say("board-floor", cats=len(view.floor))
    return f"\n{head}\n{words.format_floor(view.number_dancers(), context)}"


def _tell_asked_guess(event: events.GuessAnswered, context: ScreenContext) -> str:
    claimed = words.format_claim(
        words.format_player(event.opponent, context), event.feature, context.say
    )
    return context.say("film-guess", asker=words.format_player(event.seat, context), claim=claimed)


def _tell_guess(event: events.GuessAnswered, context: ScreenContext, is_short: bool) -> str:
    """Return a sentence about a guess and its answer.

    With `is_short` False, the sentence also says which player gave a mask tile to whom.
    """
    say, guess = context.say, event.make_guess(0)
    if is_short:
        asker, opponent = (
            words.format_brief_player(seat, context, MAX_EVENT_NAME_ROOM)
            for seat in (event.seat, event.opponent)
        )
        claimed = words.format_claim(opponent, event.feature, say)
        return say("guess-short", asker=asker, claim=claimed, right=str(event.right).lower())
    giver, receiver = (words.format_mask(seat, context) for seat in guess.find_mask_transfer())
    return say(
        get_tag(type(event)),
        **{"asker": words.format_player(event.seat, context), "from": giver, "to": receiver},
        claim=words.format_claim(words.format_player(event.opponent, context), event.feature, say),
    )


def _weigh_news(
    news_events: Sequence[Event], seat: Seat, context: ScreenContext
) -> Iterator[tuple[int, str]]:
    """Yield each line of news with its importance; lines with higher numbers matter more."""
    say = context.say
    for event in news_events:
        match event:
            case events.CatDrawn(cat=cat):
                yield 0, say("drew", cat=words.format_cat(cat, context))
            case events.CatPlayed(masks=placed) if event.seat == seat:
                yield (
                    1,
                    say("news-cat", placed=len(placed), masks=words.format_masks(placed, context)),
                )
            case events.GuessAnswered(right=right) if event.seat == seat:
                name = words.format_brief_player(event.opponent, context)
                claimed = words.format_claim(
                    name, event.feature, say, "claim" if right else "claim-not"
                )
                yield 2, say("news-right" if right else "news-wrong", claim=claimed)
            case events.GuessAnswered(right=right) if event.opponent == seat:
                name = words.format_brief_player(event.seat, context)
                key = "news-caught" if right else "news-missed"
                yield 3, say(key, name=name, feature=words.format_feature(event.feature, say))
            case events.Unmasked() if event.seat == seat:
                yield 4, say("news-unmasked")


def _tell_shown_cats(view: View, say: Text) -> str:
    """Return a note that says how many of the cats the picture shows.

    The note is empty if the picture shows all cats.
    """
    cats = len(view.floor)
    return say("board-newest", shown=MAX_SHOWN_CATS, cats=cats) if cats > MAX_SHOWN_CATS else ""


def _tell_standings(view: View, context: ScreenContext) -> str:
    told = (_tell_standing(view, seat, context) for seat in range(len(view.points)))
    return context.say("board-points", players=" · ".join(told))


def _tell_standing(view: View, seat: Seat, context: ScreenContext) -> str:
    left = view.stockpiles[seat]
    notes = [words.format_feature_sign(number, context) for number in view.revealed[seat]]
    if left <= MAX_FEW_MASKS:
        notes.append(context.say("board-few", masks=left))
    told = f"{words.format_brief_player(seat, context)}{NO_BREAK_SPACE}**{view.points[seat]}**"
    return f"{told} ({', '.join(notes)}{words.WORD_JOINER})" if notes else told


def _tell_full_standing(view: View, seat: Seat, context: ScreenContext) -> str:
    """Return a line with all that everybody knows of a player, for a board without pictures."""
    say = context.say
    name = f"{words.format_mask(seat, context)} {context.names[seat]}"
    revealed = ", ".join(words.format_feature(number, say) for number in view.revealed[seat])
    parts = (
        say("board-player-points", name=name, points=view.points[seat]),
        say("board-stockpile", masks=view.stockpiles[seat]),
        say("board-hand", cats=view.hand_sizes[seat]),
        say("board-received", masks=_tell_received_masks(view, seat, context))
        if view.received[seat]
        else "",
        say("board-revealed", features=revealed) if revealed else "",
    )
    return " · ".join(filter(None, parts))


def _tell_place(place: Place, context: ScreenContext) -> str:
    medal = format_medal(place.rank)
    name = words.format_brief_player(place.seat, context, words.MAX_LINE_NAME_ROOM)
    return context.say("end-line", medal=medal, name=name, points=place.points)


def _is_tie_broken(place: Place, places: Places) -> bool:
    """Return whether somebody with equally many points has another place (ruling K11)."""
    return any(other.points == place.points and other.rank != place.rank for other in places)


def _make_place_field(view: View, place: Place, context: ScreenContext) -> Field:
    say = context.say
    features = (_tell_feature(view, place.seat, f, context) for f in view.fans[place.seat])
    points = say(
        "end-player",
        total=_format_points(place.points, say),
        received=_tell_received_masks(view, place.seat, context),
        hidden=place.points - view.received[place.seat],
    )
    name = f"{format_medal(place.rank)} {words.format_heading(place.seat, context)}"
    return Field(name, "\n".join((points, *features)), inline=True)


def _tell_received_masks(view: View, seat: Seat, context: ScreenContext) -> str:
    givers = view.find_givers(seat)
    told = str(view.received[seat])
    return f"{told} ({words.format_letters(givers, context)})" if givers else told


def _tell_feature(view: View, seat: Seat, number: int, context: ScreenContext) -> str:
    """Return a feature's name and, if an opponent guessed the feature, that opponent's letter."""
    guesser = view.find_guesser(seat, number)
    name = words.format_feature_label(number, context.say)
    if guesser is None:
        return name
    return context.say("end-guessed", feature=name, mask=words.format_letters((guesser,), context))


def _format_points(points: int, say: Text) -> str:
    return say("end-points", points=points)
