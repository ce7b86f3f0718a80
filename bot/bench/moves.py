"""Enters whole moves as people do: on their own screen, field by field."""

from collections.abc import Iterator

from bot.bench.world import Answer, Person, World
from bot.demo.shown import Control, Shown
from bot.discord_adapter.messages import BUTTON_TYPE, parse_custom_id
from bot.engine.screen import TableAction


async def enter(world: World, who: Person, move: str) -> Answer:
    """Enter a move from the board on, and return the answer to the last press."""
    (*_, screen), control, chosen = await press_all_but_last(world, who, move)
    return await world.click(who, screen, control, chosen)


async def press_all_but_last(
    world: World, who: Person, move: str, own: Shown | None = None
) -> tuple[list[Shown], Control, dict[str, list[str]]]:
    """Enter a move except for the last press.

    Returns:
        All screens on the way, the button or menu of the last press, and the values to choose.
    """
    screens = [own or (await who.press("c1:l:*:0:", on=world.board())).shown]
    path = ""
    while True:
        control, path = _next(screens[-1], move, path)
        chosen = {}
        if control.kind != BUTTON_TYPE:
            field, values = _choose_menu_values(control, move[len(path) :].lstrip("/"))
            chosen = {"values": values}
            path = f"{path}/{field}".lstrip("/")
        if control.custom_id.startswith("c1:m:") and path == move:
            return screens, control, chosen
        screens.append((await world.click(who, screens[-1], control, chosen)).shown)


def _next(shown: Shown, move: str, path: str) -> tuple[Control, str]:
    """Return the button or menu that leads on from `path` to `move`, and its own path."""
    for control, press, leads_to in _presses(shown):
        on = leads_to == move or move.startswith((f"{leads_to}/", f"{leads_to}."))
        further = len(leads_to) > len(path) or (leads_to == move and press == "m")
        if control.kind == BUTTON_TYPE and (leads_to == move or press == "l") and on and further:
            return control, leads_to
        if press == "m" and control.kind != BUTTON_TYPE and on:
            offered = {value.split("~")[0] for value, _ in control.options}
            if not offered.issuperset(move[len(leads_to) + 1 :].split(".")):
                continue  # such as a bluff, which has a button of its own
        if control.kind != BUTTON_TYPE and (leads_to == path or (on and further)):
            return control, leads_to
    return _detour(shown, move, path)


def _detour(shown: Shown, move: str, path: str) -> tuple[Control, str]:
    """Return the button or menu that leads to a field which is not offered at once.

    The path holds what is chosen so far, so a button that opens a menu leaves it unchanged.
    """
    for control, press, leads_to in _presses(shown):
        if any(f"{leads_to}/{value}" == move for value, _ in control.options):
            return control, leads_to
        beside = leads_to.rpartition("/")[0]
        if press == "l" and len(beside) >= len(path) and move.startswith(f"{beside}/"):
            return control, path
    raise AssertionError(f"no way from {path!r} to {move!r} on {shown.text!r}")


def _choose_menu_values(menu: Control, rest: str) -> tuple[str, list[str]]:
    offered = [value for value, _ in menu.options]
    if rest in offered:
        return rest, [rest]
    field, values = rest.split("/", 1)[0], []
    for part in field.split("."):
        fitting = (value for value in offered if value.split("~")[0] == part)
        values.append(next(value for value in fitting if value not in values))
    return field, values


def _presses(shown: Shown) -> Iterator[tuple[Control, str, str]]:
    for control in shown.controls:
        found = parse_custom_id(control.custom_id)
        if found is not None and not isinstance(found[1], TableAction) and not control.disabled:
            yield control, control.custom_id.split(":")[1], found[1].path
