"""What opens the table of a scenario: the commands and presses of people, as its own steps are."""

from collections.abc import Iterator

from bot.demo.scenario import Choose, Command, Press, Scenario, Step
from bot.engine.box import Box
from bot.i18n import text

AT_ONCE = ("clock", "level", "text-only")
"""Options that are chosen with the command; all others are chosen in the lobby."""


def opening(scenario: Scenario, box: Box) -> tuple[Step, ...]:
    """Return the steps up to the first of the scenario; all are said to be at the game's line."""
    line, host, say = scenario.line, scenario.people[0], text(scenario.language, box.text)
    chosen = dict(scenario.options)
    wishes = {
        "game": scenario.game,
        "computers": str(scenario.computers),
        "language": scenario.language,
        **{_parameter(name): chosen[name] for name in AT_ONCE if name in chosen},
    }
    steps: list[Step] = [Command(line, host, "cats play", tuple(wishes.items()))]
    steps += [Press(line, who, say("button-join")) for who in scenario.people[1:]]
    if "pace" in chosen:
        pace = say("button-pace", choice=say(f"pace-{chosen['pace']}"))
        steps += [Press(line, host, say("button-options")), Press(line, host, pace)]
    steps += _of_the_game(scenario, box)
    if scenario.starts:
        steps.append(Press(line, host, say("button-start")))
    return tuple(steps)


def _parameter(name: str) -> str:
    """Return what the command calls an option."""
    return name.replace("-", "_")


def _of_the_game(scenario: Scenario, box: Box) -> Iterator[Step]:
    """Yield how the host chooses options of the game's own."""
    line, host, say = scenario.line, scenario.people[0], text(scenario.language, box.text)
    chosen = dict(scenario.options)
    own = [option for option in box.game.options if option.name in chosen]
    if own:
        game = say("button-game-options", game=say("game-title"))
        yield Press(line, host, say("button-options"))
        yield Press(line, host, game)
    for option in own:
        name, choice = option.name, chosen[option.name]
        words = [say(f"choice-{name}-{part}") for part in choice.split(".")]
        if choice in option.choices:
            words = [say(f"option-{name}", choice=words[0])]
        yield Choose(line, host, tuple(words))
