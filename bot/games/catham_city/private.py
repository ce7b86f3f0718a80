"""What one player alone may see: the hand, the way through a move, and the answers to others.

Each choice is one press, and the last one does it. Nothing asks back: every button says what it
costs and what it brings, and what acts at once is green. Buttons may tell what the hand holds, as
nobody else is shown them.
"""

from msgspec import Struct

from bot.games.catham_city import pictures, plays
from bot.games.catham_city.cards import DETECTIVES, FACTIONS, HAND_LIMIT, MAFIA, MAFIA_DROP
from bot.games.catham_city.state import DISCARD, PASS, PAY, View
from bot.games.catham_city.words import (
    SPELLED,
    card,
    card_label,
    cards,
    counted,
    hand_size,
    lettered,
    name,
    one,
    player,
    seat_sign,
    sign,
    signed,
)
from bot.games.game import Prompt
from bot.games.moves import next_fields
from bot.games.screen import Button, Field, Look, Move, Scene, Screen, Select, in_rows
from bot.games.wording import lines
from bot.text import Text

Row = tuple[Button | Select, ...]


class Ask(Struct, frozen=True):
    """A question to a player, and what the player may know."""

    view: View
    prompt: Prompt
    moves: tuple[str, ...]
    scene: Scene

    def moving(self, path: str) -> Move:
        """Return the press that submits a move."""
        return Move(self.prompt.decision, path)

    def looking(self, path: str) -> Look:
        """Return the press that shows what follows a path."""
        return Look(self.prompt.decision, path)

    def button(self, path: str, label: str, emoji: str) -> Button:
        """Return a button that goes on from a path: to a choice, or to the move if there is none.

        It is grey if no move begins with the path.
        """
        path = _onward(self.moves, path)
        if path in self.moves:
            return Button(label, self.moving(path), "good", emoji)
        leads_on = any(move.startswith(f"{path}/") for move in self.moves)
        if leads_on:
            return Button(label, self.looking(path), "main", emoji)
        return Button(label, self.looking(path), emoji=emoji, disabled=True)


def waiting(view: View, scene: Scene) -> Screen:
    """Return the hand while nothing is asked of its owner, and the own answer if one is in.

    It names nobody, because it stays as it is while the others act: the board tells who is asked.
    Grey buttons stand where the own turn has others, and tell how much of each set there is. In a
    lesson, its explanation tells all that matters.
    """
    say = scene.say
    if view.phase == "over":
        return _screen(view, say("hand-over"), (), scene)
    if scene.lesson:
        return _screen(view, "", (), scene)
    given = "" if view.answer is None else say("answer-in", answer=_answer(view, scene))
    sets = tuple(
        Button(
            plays.progress(view, faction, say),
            Look(0, f"play/{faction}"),
            emoji=sign(faction, scene),
            disabled=True,
        )
        for faction in sorted(set(view.hand))
    )
    return _screen(view, given or say("hand-wait"), (sets,) if sets else (), scene)


def acting(ask: Ask, path: str) -> Screen:
    """Return the hand with all that may be taken and played, or the next step of a play."""
    path = _onward(ask.moves, path) if path.startswith("play/") else ""
    if path in ask.moves:  # of an older message: what is chosen last is to be pressed here
        path = _earlier(ask.moves, path)
    return _step(ask, path) if path else _actions(ask)


def discarding(ask: Ask) -> Screen:
    """Return the menu of all cards in hand, of which as many are discarded as are too many."""
    say, number = ask.scene.say, len(ask.view.hand) - HAND_LIMIT
    menu = Select(
        say("discard-menu", number=number),
        ask.moving(DISCARD),
        _single_cards(ask.view, say),
        least=number,
        most=number,
    )
    todo = say("discard-todo", number=number, limit=HAND_LIMIT)
    return _screen(ask.view, todo, ((menu,),), ask.scene)


def answering(ask: Ask, path: str) -> Screen:
    """Return the question that a played faction asks; what the hand does not allow is grey."""
    view, say = ask.view, ask.scene.say
    extra = "" if view.extra is None else card(view.extra, ask.scene)
    asked = say(f"answer-{ask.prompt.kind}", name=player(view.active, ask.scene), card=extra)
    if view.played == DETECTIVES and view.extra is not None:
        return _screen(view, asked, _to_detectives(ask, view.extra), ask.scene)
    if view.played == MAFIA:
        return _screen(view, asked, _to_mafia(ask), ask.scene)
    if path.startswith("give/"):
        given = int(path.split("/")[1])
        asked = lines(asked, say("give-todo", card=card(given, ask.scene)))
        return _screen(view, asked, _presents(ask, given), ask.scene)
    return _screen(view, asked, _to_journalists(ask), ask.scene)


def _screen(view: View, todo: str, rows: tuple[Row, ...], scene: Scene) -> Screen:
    """Return the hand with a question; without pictures, fields tell what it shows."""
    say = scene.say
    if scene.pictures:
        picture = pictures.lesson(view, scene) if scene.lesson else pictures.hand(view, say)
        return Screen("", todo, picture=picture, rows=rows)
    held = Field(say("hand-cards", number=len(view.hand)), cards(view.hand, scene, "\n"))
    market = Field(say("market-title"), cards(view.market, scene))
    acting = view.phase == "action" and view.active == view.viewer
    return Screen("", todo, (held, market) if acting else (held,), rows=rows)


def _onward(moves: tuple[str, ...], path: str) -> str:
    """Return the path with all that follows it as long as there is nothing to choose."""
    while path not in moves:
        fields = next_fields(moves, path)
        if len(fields) != 1:
            break
        path = f"{path}/{fields[0]}"
    return path


def _earlier(moves: tuple[str, ...], path: str) -> str:
    """Return the last path before this one where there was something to choose, "" if none."""
    while path.count("/") > 1:
        path = path.rsplit("/", 1)[0]
        if len(next_fields(moves, path)) > 1:
            return path
    return ""


def _actions(ask: Ask) -> Screen:
    """Return what can be taken from the market, and the factions in play.

    In a lesson, those of which hardly a card is in the hand would be in the way.
    """
    view, say = ask.view, ask.scene.say
    takes = tuple(_take(move, say) for move in ask.moves if move.startswith("take/"))
    menu = (Select(say("take-menu"), ask.moving("take"), takes),) if takes else ()
    buttons = tuple(
        _play(ask, faction)
        for faction in view.factions
        if not ask.scene.lesson or plays.is_near(view, faction)
    )
    todo = " ".join(
        filter(
            None,
            (
                say("action-take" if all(each.disabled for each in buttons) else "action-todo"),
                say("action-left", left=view.left) if view.actions > 1 else "",
            ),
        )
    )
    return _screen(view, todo, tuple(filter(None, (menu, buttons))), ask.scene)


def _take(move: str, say: Text) -> tuple[str, str]:
    """Return a move that takes cards as the value and label for a menu."""
    faction, number = map(int, move.split("/")[1:])
    return f"{faction}/{number}", counted(faction, number, say)


def _play(ask: Ask, faction: int) -> Button:
    """Return the button of a faction: what it costs and brings, or why it cannot be played."""
    button = ask.button(f"play/{faction}", "", sign(faction, ask.scene))
    told = plays.missing if button.disabled else plays.bargain
    return _labelled(button, faction, told(ask.view, faction, ask.scene.say), ask.scene.say)


def _labelled(button: Button, faction: int, told: str, say: Text) -> Button:
    """Return a button with the name of a faction and what is told of it."""
    label = say("button-faction", faction=name(faction, say), told=told) if told else ""
    return Button(
        label or name(faction, say), button.press, button.style, button.emoji, button.disabled
    )


def _step(ask: Ask, path: str) -> Screen:
    """Return what can be chosen next for a faction that is to be played."""
    scene, say = ask.scene, ask.scene.say
    faction, *chosen = (int(field) for field in path.split("/")[1:])
    kind = plays.FIELDS[faction][len(chosen)]
    match kind:
        case "number":
            buttons = _numbers(ask, path, faction)
        case "extra":
            buttons = _extras(ask, path, faction)
        case _:
            buttons = _targets(ask, path)
    laid = plays.laid(faction, chosen)
    told = cards(laid, scene, spelled=SPELLED) if laid else signed(faction, scene)
    note = say(f"note-{FACTIONS[faction]}") if faction in plays.NOTED else ""
    back = Button(say("back"), ask.looking(_earlier(ask.moves, path)), emoji="↩️")
    todo = lines(say(f"step-{kind}", cards=told), note)
    return _screen(ask.view, todo, (*in_rows(buttons), (back,)), scene)


def _numbers(ask: Ask, path: str, faction: int) -> tuple[Button, ...]:
    """Return how many cards of a faction can be played, and what each number brings."""
    say, drawn = ask.scene.say, sign(faction, ask.scene)
    return tuple(
        ask.button(
            f"{path}/{number}",
            plays.offer(faction, int(number), ask.view, say),
            drawn,
        )
        for number in next_fields(ask.moves, path)
    )


def _extras(ask: Ask, path: str, faction: int) -> tuple[Button, ...]:
    """Return the factions of which a card can go with those played; grey is what is missing."""
    return tuple(
        _extra(ask, f"{path}/{extra}", extra)
        for extra in ask.view.factions
        if extra != faction or faction == DETECTIVES
    )


def _extra(ask: Ask, path: str, extra: int) -> Button:
    button = ask.button(path, "", sign(extra, ask.scene))
    told = plays.no_extra(ask.view, extra, ask.scene.say) if button.disabled else ""
    return _labelled(button, extra, told, ask.scene.say)


def _targets(ask: Ask, path: str) -> tuple[Button, ...]:
    """Return whose hand it can be; grey is who holds too few cards."""
    scene, view = ask.scene, ask.view
    return tuple(
        ask.button(
            f"{path}/{seat}",
            scene.say(
                "target-label",
                name=lettered(seat, scene.labels[seat], scene),
                cards=hand_size(held, scene.say),
            ),
            seat_sign(seat, scene),
        )
        for seat, held in enumerate(view.hand_sizes)
        if seat != view.active and view.present[seat]
    )


def _to_detectives(ask: Ask, extra: int) -> tuple[Row, ...]:
    say = ask.scene.say
    missing = DISCARD not in ask.moves
    label = say("pursue-missing" if missing else "pursue-label", card=one(extra, say))
    return ((ask.button(DISCARD, label, sign(extra, ask.scene)), _pass(ask)),)


def _to_mafia(ask: Ask) -> tuple[Row, ...]:
    """Return both ways to answer; neither has a colour, as neither is better."""
    say = ask.scene.say
    drop = Select(
        say("drop-menu"),
        ask.moving("drop"),
        _single_cards(ask.view, say),
        least=MAFIA_DROP,
        most=MAFIA_DROP,
    )
    pay = say("pay-label" if PAY in ask.moves else "pay-missing")
    button = Button(pay, ask.moving(PAY), disabled=PAY not in ask.moves)
    return ((drop,), (button,))


def _to_journalists(ask: Ask) -> tuple[Row, ...]:
    return in_rows((*(_present(ask, faction) for faction in ask.view.factions), _pass(ask)))


def _present(ask: Ask, faction: int) -> Button:
    """Return the button that gives a card; with a second one of the faction, there is a choice."""
    path, held = f"give/{faction}", ask.view.hand.count(faction)
    key = "give-label" if held else "give-missing"
    label = ask.scene.say(key, card=one(faction, ask.scene.say))
    if held > 1:
        return Button(label, ask.looking(path), "main", sign(faction, ask.scene))
    return ask.button(path, label, sign(faction, ask.scene))


def _presents(ask: Ask, faction: int) -> tuple[Row, ...]:
    say, path, drawn = ask.scene.say, f"give/{faction}", sign(faction, ask.scene)
    return (
        (
            ask.button(path, say("give-yes"), drawn),
            ask.button(f"{path}/{DISCARD}", say("give-and-discard"), drawn),
            Button(say("back"), ask.looking(""), emoji="↩️"),
        ),
    )


def _pass(ask: Ask) -> Button:
    """Return the button to do nothing; it has a colour if there is nothing else to do."""
    alone = all(move == PASS for move in ask.moves)
    return Button(ask.scene.say("pass-label"), ask.moving(PASS), "good" if alone else "plain")


def _answer(view: View, scene: Scene) -> str:
    """Return the viewer's own answer that is in."""
    say = scene.say
    match (view.answer or PASS).split("/"):
        case [answer] if answer == DISCARD and view.extra is not None:
            return say("answered-discard", card=card(view.extra, scene))
        case [answer] if answer == PAY:
            return say("answered-pay")
        case ["drop", dropped]:
            held = map(int, dropped.split("."))
            return say("answered-drop", cards=cards(held, scene, spelled=SPELLED))
        case ["give", given]:
            return say("answered-give", card=card(int(given), scene))
        case ["give", given, _]:
            return say("answered-give-discard", card=card(int(given), scene))
        case _:
            return say("answered-pass")


def _single_cards(view: View, say: Text) -> tuple[tuple[str, str], ...]:
    """Return each card in hand as a value and a label for a menu; alike ones are numbered."""
    return tuple(
        (
            f"{faction}~{copy}",
            card_label(faction, copy, view.hand.count(faction), say),
        )
        for faction in sorted(set(view.hand))
        for copy in range(1, view.hand.count(faction) + 1)
    )
