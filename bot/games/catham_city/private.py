"""What one player alone may see: the hand, the way through a move, and the answers to others."""

from msgspec import Struct

from bot.games.catham_city import pictures
from bot.games.catham_city.cards import (
    BUREAUCRATS,
    DETECTIVES,
    FACTIONS,
    HACKERS,
    HAND_LIMIT,
    MAFIA_DROP,
    POLICE,
    ROBOCATS,
)
from bot.games.catham_city.state import DISCARD, PASS, PAY, View
from bot.games.catham_city.words import (
    FACTION_SIGNS,
    SEAT_LETTERS,
    card_label,
    cards,
    lines,
    name,
    player,
    seat_sign,
    sign,
    signed,
)
from bot.games.game import Prompt, next_fields
from bot.games.screen import BUTTONS, Button, Field, Look, Move, Press, Scene, Screen, Select
from bot.text import Text

Row = tuple[Button | Select, ...]

FIELDS = {
    DETECTIVES: ("extra",),
    ROBOCATS: ("number",),
    HACKERS: ("number", "target"),
    POLICE: ("number", "extra", "target"),
    BUREAUCRATS: ("number",),
}
"""What is to be chosen when a faction is played, in the order of a move's fields."""


class Ask(Struct, frozen=True):
    """A question to a player, and what the player may know."""

    view: View
    prompt: Prompt
    moves: tuple[str, ...]
    scene: Scene

    def moving(self, path: str) -> Move:
        """Return the press that submits a move; the rules say why an impossible one is refused."""
        return Move(self.prompt.decision, path)

    def looking(self, path: str) -> Look:
        """Return the press that shows what follows a path."""
        return Look(self.prompt.decision, path)

    def leads_on(self, path: str) -> bool:
        """Tell whether a move begins with this path."""
        return any(move == path or move.startswith(f"{path}/") for move in self.moves)


def waiting(view: View, scene: Scene) -> Screen:
    """Return the hand while nothing is asked of its owner, and the own answer if one is in.

    It names nobody, because it stays as it is while the others act: the board tells who is asked.
    """
    say = scene.say
    given = "" if view.answer is None else say("answer-in", answer=_answer(view, scene))
    todo = say("hand-over") if view.phase == "over" else lines(given, say("hand-wait"))
    return _screen(view, say("button-hand"), todo, (), scene)


def acting(ask: Ask, path: str) -> Screen:
    """Return the hand with all that may be taken and played, or the next step of a play."""
    path = _onward(ask.moves, path) if path.startswith("play/") else ""
    if not path:
        return _actions(ask)
    return _confirmation(ask, path) if path in ask.moves else _step(ask, path)


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
    return _screen(ask.view, say("button-hand"), todo, ((menu,),), ask.scene)


def answering(ask: Ask, path: str) -> Screen:
    """Return the question that a played faction asks.

    Its buttons are the same whatever the hand holds; pressing what it does not allow explains so.
    """
    view, say = ask.view, ask.scene.say
    faction = ask.prompt.kind
    extra = "" if view.extra is None else signed(view.extra, ask.scene)
    todo = say(f"answer-{faction}", name=player(view.active, ask.scene), card=extra)
    match faction:
        case "detectives" if view.extra is not None:
            rows = _to_detectives(ask, view.extra)
        case "mafia":
            rows = _to_mafia(ask)
        case _ if path.startswith("give/"):
            chosen = int(path.split("/")[1])
            todo = say("give-todo", card=signed(chosen, ask.scene))
            rows = _presents(ask, chosen)
        case _:
            rows = _to_journalists(ask)
    return _screen(view, say(f"answer-{faction}-title"), todo, rows, ask.scene)


def _screen(view: View, title: str, todo: str, rows: tuple[Row, ...], scene: Scene) -> Screen:
    say = scene.say
    held = Field(
        say("hand-cards", number=len(view.hand)), cards(view.hand, scene, "\n") or say("none")
    )
    return Screen(
        title=title,
        text=todo,
        fields=(held,),
        picture=pictures.hand(view.hand, say) if scene.pictures else None,
        rows=rows,
    )


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
    """Return what can be taken from the market, and the factions in play."""
    view, scene, say = ask.view, ask.scene, ask.scene.say
    takes = tuple(_take(move, say) for move in ask.moves if move.startswith("take/"))
    menu = (Select(say("take-menu"), ask.moving("take"), takes),) if takes else ()
    plays = tuple(_play(ask, faction) for faction in view.factions)
    todo = lines(
        say("action-todo" if any(not play.disabled for play in plays) else "action-take"),
        say("action-left", left=view.left) if view.actions > 1 else "",
        say("market", cards=cards(view.market, scene) or say("none")),
    )
    rows: tuple[Row, ...] = tuple(filter(None, (menu, plays)))
    return _screen(view, say("button-hand"), todo, rows, scene)


def _take(move: str, say: Text) -> tuple[str, str]:
    """Return a move that takes cards as the value and label for a menu."""
    faction, number = map(int, move.split("/")[1:])
    label = say("cards", faction=card_label(faction, 1, 1, say), number=number)
    return f"{faction}/{number}", label


def _play(ask: Ask, faction: int) -> Button:
    path = f"play/{faction}"
    playable = ask.leads_on(path)
    return Button(
        label=name(faction, ask.scene.say),
        press=ask.looking(path),
        style="main" if playable else "plain",
        emoji=sign(faction, ask.scene),
        disabled=not playable,
    )


def _step(ask: Ask, path: str) -> Screen:
    """Return what can be chosen next for a faction that is to be played."""
    scene, say = ask.scene, ask.scene.say
    faction, *chosen = (int(field) for field in path.split("/")[1:])
    kind = FIELDS[faction][len(chosen)]
    choices = tuple(
        _choice(ask, kind, int(field), f"{path}/{field}", faction)
        for field in next_fields(ask.moves, path)
    )
    laid = cards(_laid(faction, chosen), scene)
    todo = lines(
        say(f"step-{kind}"), say("step-so-far", cards=laid) if laid else "", _effect(faction, say)
    )
    rows = (*_in_rows(choices), (_back(ask, path),))
    return _screen(ask.view, _play_title(faction, say), todo, rows, scene)


def _choice(ask: Ask, kind: str, value: int, path: str, faction: int) -> Button:
    scene, press = ask.scene, ask.looking(path)
    match kind:
        case "number":
            return Button(str(value), press, "main", sign(faction, scene))
        case "extra":
            return Button(name(value, scene.say), press, "main", sign(value, scene))
        case _:
            label = scene.say(
                "target-label",
                letter=SEAT_LETTERS[value],
                name=scene.labels[value],
                cards=ask.view.hand_sizes[value],
            )
            return Button(label, press, "main", seat_sign(value, scene))


def _laid(faction: int, chosen: list[int]) -> tuple[int, ...]:
    """Return the cards that are chosen so far to be played."""
    known = dict(zip(FIELDS[faction], chosen, strict=False))
    extra = (known["extra"],) if "extra" in known else ()
    return (*(faction,) * known.get("number", 0), *extra)


def _confirmation(ask: Ask, path: str) -> Screen:
    """Return what a full path is about to do."""
    scene, say = ask.scene, ask.scene.say
    faction, *chosen = (int(field) for field in path.split("/")[1:])
    values: dict[str, int | str] = {}
    for kind, value in zip(FIELDS.get(faction, ()), chosen, strict=True):
        match kind:
            case "number":
                values[kind] = value
            case "extra":
                values[kind] = signed(value, scene)
            case _:
                values[kind] = player(value, scene)
    play = Button(say("play-yes"), ask.moving(path), "good", sign(faction, scene))
    todo = say(f"confirm-{FACTIONS[faction]}", **values)
    return _screen(ask.view, _play_title(faction, say), todo, ((play, _back(ask, path)),), scene)


def _to_detectives(ask: Ask, extra: int) -> tuple[Row, ...]:
    say, drawn = ask.scene.say, sign(extra, ask.scene)
    pursue = Button(say("pursue-label", card=name(extra, say)), ask.moving(DISCARD), "main", drawn)
    return ((pursue, Button(say("pass-label"), ask.moving(PASS), emoji="💤")),)


def _to_mafia(ask: Ask) -> tuple[Row, ...]:
    say = ask.scene.say
    drop = Select(
        say("drop-menu"),
        ask.moving("drop"),
        _single_cards(ask.view, say),
        least=MAFIA_DROP,
        most=MAFIA_DROP,
    )
    return ((drop,), (Button(say("pay-label"), ask.moving(PAY), emoji="⭐"),))


def _to_journalists(ask: Ask) -> tuple[Row, ...]:
    def press(path: str) -> Press:
        return ask.looking(path) if ask.leads_on(path) else ask.moving(path)

    say = ask.scene.say
    factions = tuple(
        Button(name(faction, say), press(f"give/{faction}"), "main", sign(faction, ask.scene))
        for faction in ask.view.factions
    )
    return (factions, (Button(say("give-nothing"), ask.moving(PASS), emoji="💤"),))


def _presents(ask: Ask, faction: int) -> tuple[Row, ...]:
    say, path = ask.scene.say, f"give/{faction}"
    return (
        (
            Button(say("give-yes"), ask.moving(path), "good", "🎁"),
            Button(say("give-and-discard"), ask.moving(f"{path}/{DISCARD}"), "good", "⭐"),
            _back(ask, ""),
        ),
    )


def _answer(view: View, scene: Scene) -> str:
    """Return the viewer's own answer that is in."""
    say = scene.say
    match (view.answer or PASS).split("/"):
        case [answer] if answer == DISCARD and view.extra is not None:
            return say("answered-discard", card=signed(view.extra, scene))
        case [answer] if answer == PAY:
            return say("answered-pay")
        case ["drop", dropped]:
            return say("answered-drop", cards=cards(map(int, dropped.split(".")), scene))
        case ["give", given]:
            return say("answered-give", card=signed(int(given), scene))
        case ["give", given, _]:
            return say("answered-give-discard", card=signed(int(given), scene))
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


def _back(ask: Ask, path: str) -> Button:
    return Button(ask.scene.say("back"), ask.looking(_earlier(ask.moves, path)), emoji="↩️")


def _play_title(faction: int, say: Text) -> str:
    return say("play-title", faction=f"{FACTION_SIGNS[faction]} {name(faction, say)}")


def _effect(faction: int, say: Text) -> str:
    return say(f"effect-{FACTIONS[faction]}")


def _in_rows(buttons: tuple[Button, ...]) -> tuple[Row, ...]:
    """Return buttons in as few rows as hold them."""
    return tuple(buttons[start : start + BUTTONS] for start in range(0, len(buttons), BUTTONS))
