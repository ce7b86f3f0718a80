"""The private screens of Catham City: a player's cards, choices and answers.

Each choice is one press of a button, and the last press submits the move without confirmation.
Every button therefore says what the move costs and brings. Buttons may reveal what the hand holds,
because nobody else sees them.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from bot.engine.moves import EMPTY_PREFIX, Move, Prefix, list_next_values
from bot.engine.screen import Button, Field, OpenScreen, Screen, Select, SubmitMove, arrange_in_rows
from bot.engine.screens import Question, ScreenContext
from bot.engine.text_helpers import join_lines
from bot.games.catham_city import pictures, words
from bot.games.catham_city.model import moves, state
from bot.i18n import Text

Row = tuple[Button | Select, ...]
CityQuestion = Question[state.View]

FACTIONS_WITH_NOTES = (state.DETECTIVES, state.HACKERS, state.POLICE, state.BUREAUCRATS)
"""The factions whose play needs a note, because the buttons do not explain it."""
MIN_ROBOCATS_TO_SCORE = 4
"""The number of robocat cards in a play that brings points; a play of fewer draws cards."""


def show_hand(question: CityQuestion) -> Screen:
    """Return a player's private screen, with the cards and, if asked, the buttons to move."""
    if question.prompt is None:
        return _show_waiting(question.view, question.context)
    match question.prompt.kind:
        case "action":
            return _show_turn(question)
        case "discard":
            return _show_discard(question)
        case kind:
            return _show_answer(question, kind)


def _show_waiting(view: state.View, context: ScreenContext) -> Screen:
    """Return the private screen of a player who is not asked anything now.

    Disabled buttons replace those of a turn. No other player is named, so that the screen stays the
    same while the others act.
    """
    say = context.say
    if view.phase == "over":
        return _make_screen(view, say("hand-over"), (), context)
    if context.lesson:
        return _make_screen(view, "", (), context)
    given = say("answer-in", answer=_tell_answer(view.answer, view, context)) if view.answer else ""
    sets = tuple(
        Button(
            _tell_progress(view, faction, say),
            OpenScreen(0, Prefix(moves.PLAYS[faction]).path),
            emoji=words.format_faction_sign(faction, context),
            disabled=True,
        )
        for faction in sorted(set(view.hand))
    )
    return _make_screen(view, given or say("hand-wait"), (sets,) if sets else (), context)


def _show_turn(question: CityQuestion) -> Screen:
    """Return the private screen for a turn: all actions, or the next choice within a play."""
    entered, legal = question.entered, question.moves
    kind = entered.kind
    if kind is None or not issubclass(kind, moves.Play):
        return _show_actions(question)
    entered = _skip_forced(legal, entered)
    if entered.find_completed_move(legal):
        # A button of an older message: ask for the last choice again.
        entered = _step_back(legal, entered)
    return _show_step(question, kind, entered) if entered.kind else _show_actions(question)


def _show_discard(question: CityQuestion) -> Screen:
    say, number = question.context.say, len(question.view.hand) - state.HAND_LIMIT
    menu = _make_card_menu(question, moves.Discard, say("discard-menu", number=number), number)
    todo = say("discard-todo", number=number, limit=state.HAND_LIMIT)
    return _make_screen(question.view, todo, ((menu,),), question.context)


def _show_answer(question: CityQuestion, kind: str) -> Screen:
    """Return the private screen on which a player answers a play of the faction `kind`."""
    view, context = question.view, question.context
    extra = "" if view.extra is None else words.format_signed_card(view.extra, context)
    asked = context.say(
        f"answer-{kind}", name=words.format_player(view.active, context), card=extra
    )
    if view.played == state.DETECTIVES and view.extra is not None:
        return _make_screen(view, asked, _make_detectives_rows(question, view.extra), context)
    if view.played == state.MAFIA:
        return _make_screen(view, asked, _make_mafia_rows(question), context)
    match question.entered.values:
        case (int(given), *_):
            card = words.format_signed_card(given, context)
            asked = join_lines(asked, context.say("give-todo", card=card))
            return _make_screen(view, asked, _make_gift_rows(question, given), context)
    return _make_screen(view, asked, _make_journalists_rows(question), context)


def _make_screen(
    view: state.View, instruction: str, rows: tuple[Row, ...], context: ScreenContext
) -> Screen:
    """Return a private screen with the player's cards, an instruction and rows of buttons."""
    say = context.say
    if context.pictures:
        picture = pictures.make_hand_picture(view, say)
        if context.lesson:
            picture = pictures.make_lesson_picture(view, context)
        return Screen("", instruction, picture=picture, rows=rows)
    held = Field(
        say("hand-cards", number=len(view.hand)), words.format_cards(view.hand, context, "\n")
    )
    market = Field(say("market-title"), words.format_cards(view.market, context))
    acting = view.phase == "action" and view.active == view.viewer
    return Screen("", instruction, (held, market) if acting else (held,), rows=rows)


def _skip_forced(legal: Sequence[Move], prefix: Prefix) -> Prefix:
    """Complete all choices of a partly entered move that have only one legal value."""
    while not prefix.find_completed_move(legal):
        values = list_next_values(legal, prefix)
        if len(values) != 1:
            break
        prefix = prefix.add_value(values[0])
    return prefix


def _step_back(legal: Sequence[Move], prefix: Prefix) -> Prefix:
    while prefix.values:
        prefix = Prefix(prefix.kind, prefix.values[:-1])
        if len(list_next_values(legal, prefix)) > 1:
            return prefix
    return EMPTY_PREFIX


def _make_button(question: CityQuestion, prefix: Prefix, label: str, emoji: str) -> Button:
    """Return a button that adds a choice to a partly entered move, or submits the complete one.

    It is disabled if no legal move begins with `prefix`.
    """
    prefix = _skip_forced(question.moves, prefix)
    if move := prefix.find_completed_move(question.moves):
        return Button(label, question.submit(move), "good", emoji)
    if any(map(prefix.is_prefix_of, question.moves)):
        return Button(label, question.open(prefix), "main", emoji)
    return Button(label, question.open(prefix), emoji=emoji, disabled=True)


def _show_actions(question: CityQuestion) -> Screen:
    """Return the private screen with a menu of cards to take and a button for each faction.

    In a lesson, factions of which the hand has too few cards are left out.
    """
    view, say = question.view, question.context.say
    takes = tuple(
        (f"{move.faction}/{move.number}", words.format_card_count(move.faction, move.number, say))
        for move in question.moves
        if isinstance(move, moves.Take)
    )
    press = _make_menu_press(question, moves.Take)
    menu = (Select(say("take-menu"), press, takes),) if takes else ()
    buttons = tuple(
        _make_play_button(question, faction)
        for faction in view.factions
        if not question.context.lesson or _is_nearly_playable(view, faction)
    )
    todo = say("action-take" if all(each.disabled for each in buttons) else "action-todo")
    if view.actions > 1:
        todo = f"{todo} {say('action-left', left=view.left)}"
    return _make_screen(view, todo, tuple(filter(None, (menu, buttons))), question.context)


def _make_menu_press(question: CityQuestion, kind: type[Move]) -> SubmitMove:
    return SubmitMove(question.decision, Prefix(kind).path)


def _make_card_menu(question: CityQuestion, kind: type[Move], label: str, count: int) -> Select:
    """Return a menu of all cards in the hand, from which exactly `count` have to be chosen.

    Cards of the same faction are numbered, because the values of a menu must differ.
    """
    options = tuple(
        (f"{faction}~{copy}", words.format_single_card(faction, question.context.say))
        for faction, held in words.count_by_faction(question.view.hand)
        for copy in range(1, held + 1)
    )
    least = most = count
    return Select(label, _make_menu_press(question, kind), options, least, most)


def _make_play_button(question: CityQuestion, faction: int) -> Button:
    """Return the button that plays a faction, with what it brings, or why it is disabled."""
    button = _make_button(
        question,
        Prefix(moves.PLAYS[faction]),
        "",
        words.format_faction_sign(faction, question.context),
    )
    tell = _tell_missing if button.disabled else _tell_bargain
    say = question.context.say
    return _label_button(button, faction, tell(question.view, faction, say), say)


def _label_button(button: Button, faction: int, detail: str, say: Text) -> Button:
    """Return the button with the faction's name as its label, followed by `detail` if any."""
    named = words.format_faction(faction, say)
    label = say("button-faction", faction=named, told=detail) if detail else named
    return replace(button, label=label)


def _show_step(question: CityQuestion, kind: type[moves.Play], prefix: Prefix) -> Screen:
    """Return the private screen with the next choice within a play, such as the target player."""
    context, say, faction = question.context, question.context.say, kind.faction
    chosen = [value for value in prefix.values if isinstance(value, int)]
    fields = kind.__struct_fields__
    match field := fields[len(chosen)]:
        case "number":
            buttons = _make_number_buttons(question, prefix, faction)
        case "extra":
            buttons = _make_extra_buttons(question, prefix, faction)
        case _:
            buttons = _make_target_buttons(question, prefix)
    laid = _list_laid(faction, dict(zip(fields, chosen, strict=False)))
    told = (
        words.format_cards(laid, context) if laid else words.format_signed_faction(faction, context)
    )
    note = say(f"note-{state.FACTIONS[faction]}") if faction in FACTIONS_WITH_NOTES else ""
    back = Button(say("back"), question.open(_step_back(question.moves, prefix)), emoji="↩️")
    todo = join_lines(say(f"step-{field}", cards=told), note)
    return _make_screen(question.view, todo, (*arrange_in_rows(buttons), (back,)), context)


def _list_laid(faction: int, chosen_values: Mapping[str, int]) -> state.Cards:
    number = (
        state.MIN_CARDS_TO_PLAY[state.DETECTIVES]
        if faction == state.DETECTIVES
        else chosen_values.get("number", 0)
    )
    extra = (chosen_values["extra"],) if "extra" in chosen_values else ()
    return (*(faction,) * number, *extra)


def _make_number_buttons(
    question: CityQuestion, prefix: Prefix, faction: int
) -> tuple[Button, ...]:
    say, drawn = question.context.say, words.format_faction_sign(faction, question.context)
    return tuple(
        _make_button(
            question, prefix.add_value(n), _tell_number(faction, n, question.view, say), drawn
        )
        for n in list_next_values(question.moves, prefix)
    )


def _make_extra_buttons(question: CityQuestion, prefix: Prefix, faction: int) -> tuple[Button, ...]:
    """Return a button for each faction that the extra card can have, disabled if none is left."""
    return tuple(
        _make_extra_button(question, prefix.add_value(extra), extra)
        for extra in question.view.factions
        if extra != faction or faction == state.DETECTIVES
    )


def _make_extra_button(question: CityQuestion, prefix: Prefix, extra: int) -> Button:
    say = question.context.say
    button = _make_button(question, prefix, "", words.format_faction_sign(extra, question.context))
    missing = "missing-another" if extra in question.view.hand else "missing-all"
    return _label_button(button, extra, say(missing) if button.disabled else "", say)


def _make_target_buttons(question: CityQuestion, prefix: Prefix) -> tuple[Button, ...]:
    """Return a button for each possible target, disabled if the player holds too few cards."""
    context, view = question.context, question.view
    return tuple(
        _make_button(
            question,
            prefix.add_value(seat),
            context.say(
                "target-label",
                name=words.format_lettered_name(seat, context.labels[seat], context),
                cards=words.format_hand_size(held, context.say),
            ),
            words.PLAYER_WORDS.sign(seat, context),
        )
        for seat, held in enumerate(view.hand_sizes)
        if seat != view.active and view.present[seat]
    )


def _make_detectives_rows(question: CityQuestion, extra: int) -> tuple[Row, ...]:
    say = question.context.say
    key = "pursue-label" if moves.Discard() in question.moves else "pursue-missing"
    label = say(key, card=words.format_single_card(extra, say))
    drawn = words.format_faction_sign(extra, question.context)
    discard = _make_button(question, Prefix(moves.Discard), label, drawn)
    return ((discard, _make_pass_button(question)),)


def _make_mafia_rows(question: CityQuestion) -> tuple[Row, ...]:
    """Return the menu and the button to answer the mafia: discard two cards, or pay a point."""
    say, may_pay = question.context.say, moves.Pay() in question.moves
    drop = _make_card_menu(question, moves.Drop, say("drop-menu"), state.CARDS_DROPPED_FOR_MAFIA)
    label = say("pay-label" if may_pay else "pay-missing")
    return ((drop,), (Button(label, question.submit(moves.Pay()), disabled=not may_pay),))


def _make_journalists_rows(question: CityQuestion) -> tuple[Row, ...]:
    gifts = (_make_gift_button(question, faction) for faction in question.view.factions)
    return arrange_in_rows((*gifts, _make_pass_button(question)))


def _make_gift_button(question: CityQuestion, faction: int) -> Button:
    """Return the button that gives a card, or asks whether to discard a second one."""
    prefix, held = Prefix(moves.Give, (faction,)), question.view.hand.count(faction)
    say, drawn = question.context.say, words.format_faction_sign(faction, question.context)
    label = say(
        "give-label" if held else "give-missing", card=words.format_single_card(faction, say)
    )
    if held > 1:
        return Button(label, question.open(prefix), "main", drawn)
    return _make_button(question, prefix, label, drawn)


def _make_gift_rows(question: CityQuestion, faction: int) -> tuple[Row, ...]:
    say, drawn = question.context.say, words.format_faction_sign(faction, question.context)
    give, give_two = Prefix(moves.Give, (faction,)), Prefix(moves.Give, (faction, "discard"))
    buttons = (
        _make_button(question, give, say("give-yes"), drawn),
        _make_button(question, give_two, say("give-and-discard"), drawn),
        Button(say("back"), question.open(), emoji="↩️"),
    )
    return (buttons,)


def _make_pass_button(question: CityQuestion) -> Button:
    """Return the button to pass, green if passing is the only possible answer."""
    style: Literal["good", "plain"] = "good" if question.moves == (moves.Pass(),) else "plain"
    return Button(question.context.say("pass-label"), question.submit(moves.Pass()), style)


def _tell_answer(path: str, view: state.View, context: ScreenContext) -> str:
    """Return the part of a sentence that describes the viewer's own answer, given as text."""
    say = context.say
    match moves.read_answer(path):
        case moves.Discard() if view.extra is not None:
            return say("answered-discard", card=words.format_signed_card(view.extra, context))
        case moves.Pay():
            return say("answered-pay")
        case moves.Drop(dropped):
            return say("answered-drop", cards=words.format_cards(dropped, context))
        case moves.Give(faction, second):
            key = "answered-give-discard" if second else "answered-give"
            return say(key, card=words.format_signed_card(faction, context))
        case _:
            return say("answered-pass")


def _tell_bargain(view: state.View, faction: int, say: Text) -> str:
    held = view.hand.count(faction)
    if faction == state.ROBOCATS:
        return say("play-robocats-both" if held >= MIN_ROBOCATS_TO_SCORE else "play-robocats-drew")
    number = min(held, state.MAX_HACKERS) if faction == state.HACKERS else held
    most = _compute_max_points(faction, number, view)
    return say(f"play-{state.FACTIONS[faction]}", number=number, most=most)


def _tell_number(faction: int, number: int, view: state.View, say: Text) -> str:
    most = _compute_max_points(faction, number, view)
    return say(f"number-{state.FACTIONS[faction]}", number=number, most=most)


def _compute_max_points(faction: int, number: int, view: state.View) -> int:
    return min(number, len(view.factions)) if faction == state.BUREAUCRATS else number


def _tell_progress(view: state.View, faction: int, say: Text) -> str:
    """Return how many cards of a faction the viewer has out of those needed, or what is missing."""
    held, needed = view.hand.count(faction), state.MIN_CARDS_TO_PLAY[faction]
    if held < needed:
        told = say("progress-some", held=held, needed=needed)
    else:
        ready = is_playable(view, faction)
        told = say("progress-ready") if ready else _tell_missing(view, faction, say)
    return say("progress", faction=words.format_faction(faction, say), told=told)


def is_playable(view: state.View, faction: int) -> bool:
    """Return whether the viewer's cards would be enough to play a faction on the viewer's turn.

    Detectives also need one more card (ruling C16), police a card of another faction (ruling C28),
    and hackers another player who holds a card (ruling C23).
    """
    held = view.hand.count(faction)
    others = (size for seat, size in enumerate(view.hand_sizes) if seat != view.viewer)
    if faction == state.HACKERS and not any(others):
        return False
    laid_beside = len(view.hand) - (
        held if faction == state.POLICE else state.MIN_CARDS_TO_PLAY[state.DETECTIVES]
    )
    needs_another = faction in (state.DETECTIVES, state.POLICE)
    return held >= state.MIN_CARDS_TO_PLAY[faction] and (laid_beside > 0 or not needs_another)


def _is_nearly_playable(view: state.View, faction: int) -> bool:
    return 2 * view.hand.count(faction) >= state.MIN_CARDS_TO_PLAY[faction]


def _tell_missing(view: state.View, faction: int, say: Text) -> str:
    held = view.hand.count(faction)
    if not held:
        return say("missing-all")
    if held < state.MIN_CARDS_TO_PLAY[faction]:
        return say("missing-some", needed=state.MIN_CARDS_TO_PLAY[faction], held=held)
    return say("missing-target" if faction == state.HACKERS else "missing-extra")
