"""The screens of Quickpick: messages for players and onlookers, each made from a view.

A view holds all that its reader may know.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from bot.engine import screen
from bot.engine.events import Event, Notices, Seat
from bot.engine.films import drop_repeated_shots, make_shot, tell_step
from bot.engine.game import Place, Places, Prompts, rank_seats
from bot.engine.lessons import format_lesson_hint
from bot.engine.moves import Move, get_tag
from bot.engine.replays import FilmScene, ReplayedStep
from bot.engine.screens import MAX_NEWS_LINES, News, Question, ScreenContext, Screens
from bot.engine.text_helpers import format_medal, join_lines, join_paragraphs, list_seats_from
from bot.games.quickpick import lesson, pages, pictures, private
from bot.games.quickpick.model import events, moves
from bot.games.quickpick.model.state import (
    DECISIONS_PER_TURN,
    MASK_LETTERS,
    MASKS,
    TILES_PER_ROW,
    Turn,
    View,
)
from bot.games.quickpick.words import (
    format_choice,
    format_face,
    format_look,
    format_mask_count,
    format_monster,
    format_name,
    format_player,
    format_seat_sign,
    format_signed_part,
)

MAX_SOUNDS_BESIDE_PICTURE = 8
"""The number of the mime's latest sounds that are listed beside a picture. Earlier ones are left
out.
"""


class QuickpickScreens(Screens[View]):
    """The screens that players and onlookers of Quickpick see."""

    reveals = ("guessed", "not-guessed")

    def board(self, view: View, context: ScreenContext) -> screen.Screen:
        """Return the public board: the tiles to choose from in a race, or the last result.

        The last race's result is shown until the next mime looks at the secret mask. In a race, the
        picture of the tiles stands right above the buttons. The lowest part of the picture shows
        the parts of the secret face that the mime has shown.
        """
        if view.phase in ("race", "closing"):
            text, rows = _tell_race(view, context), _make_tile_rows(view, context)
            if context.pictures:
                below = pictures.make_tiles_picture(view, context)
                return screen.FixedBoard("", text=text, below=below, rows=rows)
            fields = (*pages.list_monsters(context), _make_counts_field(view, context))
            return screen.FixedBoard(_tell_title(view, context), text, fields, rows=rows)
        if context.pictures:
            counts = _list_counts_beside_picture(view, context)
            picture = find_reveal(view, context) or pictures.make_tiles_picture(view, context)
            return screen.Screen(
                "", join_lines(_tell_camera_setup(view, context), *counts), picture=picture
            )
        counted = _list_counts(view, _order_counts(view), context)
        fields = (screen.Field(context.say("counts-title"), counted),)
        return screen.Screen(_tell_title(view, context), _tell_before_race(view, context), fields)

    def own_screen(self, question: Question[View]) -> screen.Screen:
        """Return a player's own screen, which nobody else sees.

        The mime sees the secret face and buttons. A guesser sees their choice and the masks that
        they have won. In a lesson, the screen also has hints and the contents of the board.
        """
        view, context = question.view, question.context
        mimes = view.phase != "over" and question.seat == view.mime
        own = private.show_mime(question) if mimes else private.show_guesser(question)
        if not context.lesson:
            return own
        return lesson.explain_moment(own, self.board(view, context), view, context)

    def describe_prompts(self, view: View, prompts: Prompts, context: ScreenContext) -> str:
        """Return the public line that says what the game waits for, such as the players' guesses.

        The result is "" if only the mime is asked. The line has players' names without emojis,
        because it is also the text of notifications, which cannot show the bot's own emojis.
        """
        kind = prompts[0].kind
        if kind == "race" and view.last_call:
            kind = "last-call"
        if kind == "mime":
            return ""
        return context.say(f"asked-{kind}", name=format_name(view.mime, context))

    def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
        """Return the line that tells people about an event.

        It is "" for shown parts and sounds, because the board shows them during a race.
        """
        say = context.say
        values: dict[str, int | str] = {}
        match event:
            case events.PartShown() | events.SoundMade():
                return ""
            case events.MaskGuessed(mime, mask, guesser):
                values = {"name": format_player(mime, context), "mask": format_monster(mask, say)}
                values["guesser"] = format_player(guesser, context)
            case (
                events.MaskNotGuessed(_, mask)
                | events.PrizeDrawn(mask)
                | events.MaskKept(mask)
                | events.MaskLost(mask)
            ):
                values = {"mask": format_monster(mask, say)}
            case (
                events.Overtaken(seat)
                | events.NotWaitedFor(seat)
                | events.RolePassedOn(seat)
                | events.SeatLeft(seat)
                | events.MimeGone(seat)
            ):
                values = {"name": format_player(seat, context)}
        return say(get_tag(type(event)), **values)

    def news(self, notices: Notices, view: View, seat: Seat, context: ScreenContext) -> News:
        """Return the news for a player: how races ended since the player's last move, oldest first.

        There are at most `MAX_NEWS_LINES` lines, and earlier ones are left out.

        Args:
            notices: The notices since the player's last move, up to now.
            view: All that the player may know of the game.
            seat: The player's seat.
            context: The names and language of the screen.
        """
        told = [notice.event for notice in notices]
        ends = (*events.RACE_ENDS, events.MimeGone)
        ended = sum(isinstance(event, ends) for event in told)
        turns, news = iter(view.turns[len(view.turns) - ended :]), list[str]()
        for number, event in enumerate(told):
            match event:
                case events.MaskGuessed() | events.MaskNotGuessed():
                    news.append(_tell_race_news(next(turns), seat, told[number + 1 :], context))
                case events.MimeGone():
                    news.append(context.say("void", name=format_player(next(turns).mime, context)))
                case events.Overtaken():
                    news.append(context.say("news-overtaken"))
                case events.NotWaitedFor(silent) if silent == seat:
                    news.append(context.say("news-not-waited-for"))
        return tuple(news[-MAX_NEWS_LINES:])

    def end(self, view: View, places: Places, context: ScreenContext) -> screen.Screen:
        """Return the final screen: the winners and all players' places.

        Winners with equally many masks (face cards) share the victory (ruling Q17). Without
        pictures, the screen also lists the masks of all players.
        """
        say = context.say
        winners = [place.seat for place in places if place.rank == 1]
        key = "end-winner" if len(winners) == 1 else "end-shared"
        won = say(key, names=", ".join(format_player(seat, context) for seat in winners))
        told = join_lines(*(_tell_place(place, view, context) for place in places))
        learned: tuple[str, ...] = ()
        if context.lesson and view.viewer is not None:
            own = self.result(view, places, view.viewer, context)
            learned = (own, format_lesson_hint(say("lesson-over"), context))
        return screen.Screen(
            "" if context.pictures else say("board-over"),
            text=join_paragraphs(*learned, won, told),
            picture=pictures.make_end_picture(view, places, context) if context.pictures else None,
        )

    def result(self, view: View, places: Places, seat: Seat, context: ScreenContext) -> str:
        """Return the sentences about a player's result.

        They tell the player's place, how the masks were won, and who guessed most of the faces that
        the player acted out.
        """
        say = context.say
        if not view.present[seat]:
            return say("result-left")
        place = next(place for place in places if place.seat == seat)
        level = [other.seat for other in places if other.rank == 1 and other.seat != seat]
        key = "result-place" if place.rank > 1 else "result-shared" if level else "result-won"
        first = say(key, rank=place.rank, count=format_mask_count(place.points, say))
        sources = _tell_mask_sources(view, seat, context)
        fan = _tell_best_guesser(view, seat, context)
        return " ".join(filter(None, (first, sources, fan)))

    def score(self, view: View, context: ScreenContext) -> str:
        """Return a line for each player with the number of masks (face cards) won, the best first.

        While the game runs, the number of the turn stands above the lines.
        """
        over = context.ended or view.phase == "over"
        head = "" if over else context.say("score-turn", turn=view.turn + 1, turns=view.all_turns)
        scores = [*zip(view.present, view.counts, strict=True)]
        places = rank_seats(scores, view.counts)
        best_first = ((place.seat, place.points) for place in places)
        return join_lines(head, _list_counts(view, best_first, context))


def find_reveal(view: View, context: ScreenContext) -> screen.Picture | None:
    """Return the picture of the last race's result, which the board shows until the next race.

    The result is None in a race and before the first one is over.
    """
    if view.phase in ("race", "closing") or not view.turns:
        return None
    return pictures.make_race_result_picture(view.turns[-1], context)


def explain_late_press(
    view: View, seat: Seat, decision: int, move: Move, context: ScreenContext
) -> str:
    """Return the sentence on who was quicker, for a guess that came after the end of the race.

    The result is "" unless the guess was for the last race, and its player had made no choice
    in that race.
    """
    since = {"over": 0, "draw": DECISIONS_PER_TURN}.get(view.phase, 2 * DECISIONS_PER_TURN)
    broken_off = view.phase == "over" and view.deck > 0
    is_last = bool(view.turns) and view.decision - decision == since and not broken_off
    if not is_last or not isinstance(move, (moves.ChooseTile, moves.ChooseNothing)):
        return ""
    turn = view.turns[-1]
    if seat in (turn.mime, *(hand.seat for hand in turn.hands)):
        return ""
    mask = format_face(turn.mask, context)
    if turn.right is None:
        return context.say("too-late-nobody", mask=mask)
    return context.say("too-late", guesser=format_name(turn.right, context), mask=mask)


def find_film_scenes(
    screens: Screens[View], log: Sequence[ReplayedStep], context: ScreenContext
) -> Iterator[FilmScene]:
    """Yield a scene for each race: the face as far as it was shown, and who got it."""
    for before, after in pairwise(log):
        for event in after.events:
            if isinstance(event, events.RACE_ENDS):
                asked = context.say("asked-slap", name=format_name(event.mime, context))
                shots = (
                    make_shot(screens, before, asked, context),
                    make_shot(screens, after, tell_step(screens, after, context), context),
                )
                is_guessed = isinstance(event, events.MaskGuessed)
                yield FilmScene(after.step, drop_repeated_shots(shots), int(is_guessed))


def _tell_title(view: View, context: ScreenContext) -> str:
    return context.say("board-title", turn=view.turn + 1, turns=view.all_turns)


def _tell_before_race(view: View, context: ScreenContext) -> str:
    name = format_player(view.mime, context)
    next_mime = join_lines(context.say("board-next", name=name), _tell_camera_setup(view, context))
    return join_paragraphs(next_mime, _tell_last_race(view, context))


def _tell_camera_setup(view: View, context: ScreenContext) -> str:
    if view.mode != "camera":
        return ""
    return context.say("board-camera-ready", name=format_player(view.mime, context))


def _tell_race(view: View, context: ScreenContext) -> str:
    """Return the board's lines in a race: what to do, the sounds, and who has chosen.

    They also tell the shown parts of the face if there is no picture.
    """
    say, newest = context.say, -MAX_SOUNDS_BESIDE_PICTURE if context.pictures else 0
    sounds = " ".join(f"{say(f'sound-{sound}')}!" for sound in view.sounds[newest:])
    return join_lines(
        _tell_face_so_far(view, context),
        say("sound-made", sounds=sounds) if sounds else "",
        _tell_guessers_todo(view, context),
        say("board-chosen", hands=_tell_choices(view, context)) if view.chosen else "",
    )


def _tell_face_so_far(view: View, context: ScreenContext) -> str:
    """Return the line about the parts of the face that the mime has shown.

    With pictures, it is "" as soon as there is a part, because the picture shows the parts.
    """
    say, name = context.say, format_player(view.mime, context)
    if view.mode == "camera":
        return say("board-camera", name=name)
    if not view.shown and not view.done:
        return say("board-face-none", name=name)
    if context.pictures or not view.shown:
        return ""
    parts = " · ".join(format_signed_part(number, context) for number in view.shown)
    return say("part-shown", name=name, parts=parts)


def _tell_guessers_todo(view: View, context: ScreenContext) -> str:
    """Return what the guessers have to do, or "" while the mime has shown nothing to guess from."""
    if view.done:
        return context.say("board-done")
    if view.mode != "camera" and not view.shown:
        return ""
    return context.say("board-guess-calm" if view.calm else "board-guess")


def _tell_choices(view: View, context: ScreenContext) -> str:
    """Return which players have chosen in this race.

    Without a picture of the hands on the tiles, it also tells the chosen tiles, except secret ones.
    """
    if context.pictures:
        return " ".join(format_seat_sign(seat, context) for seat in view.chosen)
    told = []
    for seat in view.chosen:
        hand = format_player(seat, context)
        if seat in view.taken:
            hand += f" → {format_monster(view.taken.index(seat), context.say)}"
        if seat in view.late:
            hand += f" ({context.say('chosen-late')})"
        told.append(hand)
    return ", ".join(told)


def _tell_last_race(view: View, context: ScreenContext) -> str:
    """Return the lines on how the last race went, or "" before the first race is over."""
    if not view.turns:
        return ""
    say, turn = context.say, view.turns[-1]
    face, parts = format_face(turn.mask, context), format_look(turn.mask, say)
    shown = say("last-face", face=face, parts=parts)
    if turn.right is None:
        result = say("last-missed")
    else:
        result = say("last-guessed", guesser=format_player(turn.right, context))
    hands = " · ".join(
        f"{format_seat_sign(hand.seat, context)} {format_choice(hand.tile, say)}"
        for hand in turn.hands
    )
    return join_lines(shown, result, say("last-hands", hands=hands) if hands else "")


def _list_counts(view: View, counts: Iterable[tuple[Seat, int]], context: ScreenContext) -> str:
    say = context.say
    told = (
        say("counts-player", name=format_player(seat, context), count=format_mask_count(masks, say))
        for seat, masks in counts
    )
    return join_lines(*told, say("counts-deck", count=format_mask_count(view.deck, say)))


def _list_counts_beside_picture(view: View, context: ScreenContext) -> Iterator[str]:
    yield context.say("counts-head", turn=view.turn + 1, turns=view.all_turns)
    for seat, masks in enumerate(view.counts):
        yield context.say("counts-line", name=format_player(seat, context), masks=masks)


def _order_counts(view: View) -> Iterator[tuple[Seat, int]]:
    for seat in list_seats_from(view.mime, len(view.counts)):
        yield seat, view.counts[seat]


def _make_counts_field(view: View, context: ScreenContext) -> screen.Field:
    told = (
        context.say("counts-line", name=format_player(seat, context), masks=masks)
        for seat, masks in _order_counts(view)
    )
    return screen.Field(context.say("counts-title"), " · ".join(told))


def _make_tile_rows(view: View, context: ScreenContext) -> tuple[tuple[screen.Button, ...], ...]:
    """Return the rows of buttons on the board: one button for each tile, and "no idea" (ruling Q8).

    The tiles keep their places for the whole game (ruling Q22), in the same rows and columns as in
    the picture. "No idea" follows the last tile.
    """
    press = screen.SubmitMove(view.decision, moves.CHOOSE_NOTHING.path)
    idea = screen.Button(context.say("button-no-idea"), press, emoji="🤷")
    tiles = [_make_tile_button(mask, view, context) for mask in range(len(MASKS))]
    *rows, last = screen.arrange_in_rows(tiles, TILES_PER_ROW)
    return (*rows, (*last, idea))


def _make_tile_button(mask: int, view: View, context: ScreenContext) -> screen.Button:
    return screen.Button(
        label=MASK_LETTERS[mask].upper() if context.pictures else format_monster(mask, context.say),
        press=screen.SubmitMove(view.decision, moves.TILE_MOVES[mask].path),
        emoji=context.emojis.get(f"face-{MASK_LETTERS[mask]}", ""),
        disabled=bool(view.taken) and view.taken[mask] is not None,
    )


# News


def _tell_race_news(turn: Turn, seat: Seat, later: Sequence[Event], context: ScreenContext) -> str:
    """Return the line of news that tells a player how a race ended.

    `later` is the events after the result. They begin with the prize if the player was
    right.
    """
    say, outcome = context.say, turn.get_outcome_key(seat)
    values = {"mask": format_face(turn.mask, context)}
    match later:
        case [events.PrizeDrawn(prize), *_] if turn.right == seat:
            return say("news-right", prize=format_face(prize, context), **values)
    if turn.right is not None:
        values["guesser"] = format_player(turn.right, context)
    elif outcome != "unseen":
        outcome = "nobody" if outcome == "idea" else "nobody-wrong"
    tile = turn.find_tile(seat)
    if tile is not None:
        values["own"] = format_face(tile, context)
    return say(f"news-{outcome}", **values)


# End


def _tell_place(place: Place, view: View, context: ScreenContext) -> str:
    say, rank, name = context.say, format_medal(place.rank), format_player(place.seat, context)
    if context.pictures:
        return say("end-line", rank=rank, name=name, masks=place.points)
    pile = " · ".join(format_monster(mask, say) for mask in view.piles[place.seat])
    count = format_mask_count(place.points, say)
    return join_lines(say("end-place", rank=rank, name=name, count=count), pile)


def _tell_mask_sources(view: View, seat: Seat, context: ScreenContext) -> str:
    """Return a sentence on how a player won masks: by guessing, and as the mime.

    It tells how many faces the player guessed, and how many of the faces that the player acted out
    were guessed. The result is "" if both numbers are zero.
    """
    guessed = sum(turn.right == seat for turn in view.turns)
    understood = sum(turn.mime == seat and turn.right is not None for turn in view.turns)
    if not guessed + understood:
        return ""
    return context.say("result-sources", guessed=guessed, understood=understood)


def _tell_best_guesser(view: View, seat: Seat, context: ScreenContext) -> str:
    """Return the sentence on who guessed most of the faces that a player acted out.

    The result is "" unless somebody guessed at least two of them, and more than any other player.
    """
    guessers = (turn.right for turn in view.turns if turn.mime == seat)
    fans = Counter(each for each in guessers if each is not None).most_common(2)
    if not fans or fans[0][1] < 2 or (len(fans) == 2 and fans[0][1] == fans[1][1]):
        return ""
    return context.say("result-fan", name=context.names[fans[0][0]], faces=fans[0][1])
