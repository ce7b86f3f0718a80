"""The screens of the lobby: the public board, the seat that one has, the host's options."""

from collections.abc import Iterator

from bot.games.box import Box, Shelf
from bot.games.game import Option, Seat
from bot.games.screen import BUTTONS, Button, Do, Scene, Screen, Select
from bot.store.records import Player, Table
from bot.tables.dues import PACES
from bot.tables.levels import level_of
from bot.tables.seating import CLOCKS, options_of, startable
from bot.text import LANGUAGES, Text, text


def lobby(table: Table, box: Box, here: Scene) -> Screen:
    """Return the public board before the game: seats, host, options, buttons."""
    say = here.say
    seats = box.game.seats
    full = len(table.players) == seats[-1]
    computers = any(player.user is None for player in table.players)
    return Screen(
        title=say("lobby-title", game=say("game-title")),
        content=say("plain-lobby"),
        text="\n".join(
            (say("lobby-text"), "", *_seats(table, box, here), "", options_told(table, box, here))
        ),
        picture=box.screens.banner(here) if here.pictures else None,
        footer=say("lobby-footer", least=seats[0], most=seats[-1]),
        rows=(
            (
                Button(say("button-join"), Do("join"), "good", "🐾", disabled=_taken(table, box)),
                Button(say("button-leave"), Do("leave"), emoji="🚪"),
                Button(say("button-computer-add"), Do("computer-add"), emoji="🤖", disabled=full),
                Button(
                    say("button-computer-remove"),
                    Do("computer-remove"),
                    emoji="➖",
                    disabled=not computers,
                ),
            ),
            (
                Button(
                    say("button-start"),
                    Do("start"),
                    "main",
                    "🎉",
                    disabled=not startable(table, box),
                ),
                Button(say("button-options"), Do("options"), emoji="⚙️"),
                rules_button(say, table.game),
                Button(say("button-cancel"), Do("cancel"), "bad", "✖️"),
            ),
        ),
    )


def play_buttons(shelf: Shelf, language: str) -> tuple[tuple[Button, ...], ...]:
    """Return rows of buttons that open a lobby, one for each game."""
    games = list(shelf)
    return tuple(
        tuple(
            Button(text(language, shelf[game].text)("game-title"), Do("play", game), "main", "🐾")
            for game in games[start : start + BUTTONS]
        )
        for start in range(0, len(games), BUTTONS)
    )


def rules_button(say: Text, game: str) -> Button:
    """Return the button that opens the rules of a game at their first page."""
    return Button(say("button-rules"), Do("rules", f"{game}/0"), emoji="📖")


def _taken(table: Table, box: Box) -> bool:
    """Tell whether nobody can take or confirm a seat any more."""
    return len(table.players) == box.game.seats[-1] and all(p.confirmed for p in table.players)


def _seats(table: Table, box: Box, here: Scene) -> list[str]:
    lines = []
    for seat in range(box.game.seats[-1]):
        if seat >= len(table.players):
            lines.append(here.say("seat-free"))
            continue
        lines.append(_seat(table, box, here, seat))
    return lines


def _seat(table: Table, box: Box, here: Scene, seat: Seat) -> str:
    say, name, player = here.say, here.names[seat], table.players[seat]
    if not player.confirmed:
        return say("seat-kept", name=name)
    if player.user is None and len(box.game.levels) > 1:
        return say("seat-computer", name=name, level=level_name(say, player, box))
    if player.user is not None and player.user == table.host:
        return say("seat-host", name=name)
    return say("seat-taken", name=name)


def level_name(say: Text, player: Player, box: Box) -> str:
    """Return how well a computer player plays, in the game's own words."""
    return say(f"level-{level_of(player, box)}")


def options_told(table: Table, box: Box, here: Scene) -> str:
    """Return what is chosen for the table, a line for each option."""
    say = here.say
    lines = [say("option-clock", choice=say(f"clock-{table.clock}"))]
    lines.append(say("option-language", choice=say(f"language-{table.language}")))
    if table.pace != "normal":
        lines.append(say("option-pace", choice=say(f"pace-{table.pace}")))
    if table.text_only:
        lines.append(say("option-text-only"))
    lines.extend(_option_told(say, name, choice) for name, choice in options_of(table, box).items())
    return "\n".join(lines)


def _option_told(say: Text, name: str, choice: str) -> str:
    """Return what is chosen for one of the game's options; of picked parts, all."""
    chosen = " · ".join(say(f"choice-{name}-{part}") for part in choice.split("."))
    return say(f"option-{name}", choice=chosen)


def seat_taken(table: Table, here: Scene) -> Screen:
    """Return the private message of a seat: at the start, the own screen takes its place."""
    return Screen(
        here.say("seated-title", game=here.say("game-title")),
        here.say("seated-text", button=here.say("button-hand")),
        rows=((Button(here.say("button-leave"), Do("leave"), emoji="🚪"),),),
        table=table.id,
    )


def seat_kept(table: Table, here: Scene) -> Screen:
    """Return the private message for somebody who has not said yes to a rematch so far."""
    return Screen(
        here.say("kept-title", game=here.say("game-title")),
        here.say("kept-text"),
        rows=(
            (
                Button(here.say("button-join"), Do("join"), "good", "🐾"),
                Button(here.say("button-leave"), Do("leave"), emoji="🚪"),
            ),
        ),
        table=table.id,
    )


def options(table: Table, box: Box, here: Scene) -> Screen:
    """Return the host's private panel: options, removing a seat, the way to the game's own ones."""
    say = here.say
    clocks = tuple((clock, say(f"clock-{clock}")) for clock in CLOCKS)
    rows: list[tuple[Button | Select, ...]] = [
        (
            Select(
                say("option-clock", choice=say(f"clock-{table.clock}")),
                Do("set", "clock"),
                clocks,
                chosen=(table.clock,),
            ),
        ),
        (
            *(
                Button(
                    say(f"language-{language}"),
                    Do("set", f"language/{language}"),
                    "main" if language == table.language else "plain",
                )
                for language in LANGUAGES
            ),
            Button(
                say("button-pictures" if table.text_only else "button-text-only"),
                Do("set", f"text-only/{'no' if table.text_only else 'yes'}"),
                emoji="🖼️" if table.text_only else "🔤",
            ),
        ),
    ]
    others = tuple(
        (str(player.user or player.name), here.labels[seat])
        for seat, player in enumerate(table.players)
        if player.user != table.host
    )
    if others:
        rows.append((Select(say("option-remove"), Do("remove"), others),))
    levels = _levels(table, box, here)
    if levels:
        rows.append((Select(say("option-level"), Do("set", "level"), levels),))
    label = say("button-game-options", game=say("game-title"))
    own = (Button(label, Do("game-options"), "main", "🎲"),) if box.game.options else ()
    if last := (*own, *pace_buttons(table, say)):
        rows.append(last)
    told = f"{say('options-text')}\n\n{options_told(table, box, here)}"
    return Screen(say("options-title"), told, rows=tuple(rows), table=table.id)


def pace_buttons(table: Table, say: Text) -> tuple[Button, ...]:
    """Return the buttons for how fast computers move; none where no computer plays."""
    if all(player.user for player in table.players):
        return ()
    return tuple(
        Button(
            say(f"pace-{pace}"),
            Do("set", f"pace/{pace}"),
            "main" if pace == table.pace else "plain",
            "🤖",
        )
        for pace in PACES
    )


def _levels(table: Table, box: Box, here: Scene) -> tuple[tuple[str, str], ...]:
    """Return each level of each computer player to choose from; nothing if there is but one."""
    say, levels = here.say, box.game.levels
    return tuple(
        (
            f"{player.name}/{level}",
            say("computer-level", name=here.labels[seat], level=say(f"level-{level}")),
        )
        for seat, player in enumerate(table.players)
        if player.user is None and len(levels) > 1
        for level in levels
    )


def game_options(table: Table, box: Box, here: Scene) -> Screen:
    """Return the host's private panel for the options that are the game's own."""
    say, chosen = here.say, options_of(table, box)
    rows: list[tuple[Button | Select, ...]] = []
    for option in box.game.options:
        rows.extend((select,) for select in _selects(say, option, chosen[option.name]))
    rows.append((Button(say("button-back-to-options"), Do("options"), emoji="↩️"),))
    told = "\n".join(_option_told(say, name, choice) for name, choice in chosen.items())
    title = say("game-options-title", game=say("game-title"))
    return Screen(title, f"{say('options-text')}\n\n{told}", rows=tuple(rows), table=table.id)


def _selects(say: Text, option: Option, chosen: str) -> Iterator[Select]:
    """Yield the menu of an option's choices, and that of the parts to pick instead."""
    name, press = option.name, Do("set", option.name)
    labels = {choice: say(f"choice-{name}-{choice}") for choice in (*option.choices, *option.parts)}
    placeholder = say(f"option-{name}", choice=labels.get(chosen, "…"))
    choices = tuple((choice, labels[choice]) for choice in option.choices)
    yield Select(placeholder, press, choices, chosen=(chosen,))
    if option.parts:
        parts = tuple((part, labels[part]) for part in option.parts)
        pick = say(f"pick-{name}", picks=option.picks)
        picked = tuple(part for part in option.parts if part in chosen.split("."))
        press = Do("pick", option.name)  # the two menus of a message need different presses
        yield Select(pick, press, parts, least=option.picks, most=option.picks, chosen=picked)
