"""Plays a scenario in the simulated Discord, as people who can press only what they see."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import simcord
from msgspec import Struct
from simcord.interactions import command_leaves
from simcord.results import InteractionResult

from bot.common.config import StartProblem
from bot.demo.scenario import (
    BOARD_READER,
    Choose,
    Command,
    Press,
    Restart,
    Scenario,
    See,
    Step,
    Wait,
    Write,
)
from bot.demo.shown import Control, Shown, make_click, read_messages
from bot.demo.stage import Stage
from bot.discord_adapter.messages import (
    BUTTON_TYPE,
    ENTITY_SELECT_TYPES,
    SELECT_TYPE,
    TEXT_CHANNEL_TYPES,
)
from bot.engine.package import GamePackage
from bot.i18n import text


def strip_markup(text: str) -> str:
    """Return a text in one line without markup: "**Ada**" is "Ada", and "<:cat:17>" is ":cat:"."""
    text = re.sub(r"<a?(:\w+:)\d+>", r"\1", text)
    return " ".join(re.sub(r"[*_`~|\\\u2060]", "", text).split())


def is_called(control: Control, name: str) -> bool:
    """Return whether a step means this button or menu, by its label, its emoji, or both."""
    names = (control.label, control.emoji, control.name)
    return strip_markup(name) in {strip_markup(one) for one in names if one}


def describe_message(env: simcord.Env, message: Shown) -> str:
    """Return all texts in one line without markup, with names in place of mentions.

    The labels of buttons and the descriptions of pictures are among them.
    """
    parts = (one.name for one in message.controls)
    said = " ".join((*message.list_texts(), *parts, *message.alts.values()))
    backend = env.backend
    names = {str(user.id): f"@{user.global_name or user.name}" for user in backend.users.values()}
    names |= {str(channel.id): f"#{channel.name}" for channel in backend.channels.values()}
    roles = (role for guild in backend.guilds.values() for role in guild.roles.values())
    names |= {str(role.id): f"@{role.name}" for role in roles}
    return strip_markup(re.sub(r"<[@#][!&]?(\d+)>", lambda found: names.get(found[1], "@?"), said))


COMMAND_OPTIONS = ("clock", "level", "text-only")
"""The options that the command for a new table takes. Others are chosen at the table."""


def make_opening_steps(scenario: Scenario, package: GamePackage) -> tuple[Step, ...]:
    """Return the steps that open the table of a scenario and start the game.

    If one fails, the problem is reported with the line that names the game.
    """
    line, host, say = scenario.line, scenario.people[0], text(scenario.language, package.text)
    chosen = dict(scenario.options)
    wishes = {
        "game": scenario.game,
        "computers": str(scenario.computers),
        "language": scenario.language,
        **{name.replace("-", "_"): chosen[name] for name in COMMAND_OPTIONS if name in chosen},
    }
    steps: list[Step] = [Command(line, host, "cats play", tuple(wishes.items()))]
    steps += [Press(line, who, say("button-join")) for who in scenario.people[1:]]
    if "pace" in chosen:
        pace = say("button-pace", choice=say(f"pace-{chosen['pace']}"))
        steps += [Press(line, host, say("button-options")), Press(line, host, pace)]
    steps += _make_option_steps(scenario, package)
    if scenario.starts_game:
        steps.append(Press(line, host, say("button-start")))
    return tuple(steps)


def _make_option_steps(scenario: Scenario, package: GamePackage) -> Iterator[Step]:
    """Yield the steps with which the table's host chooses the options of the game."""
    line, host, say = scenario.line, scenario.people[0], text(scenario.language, package.text)
    chosen = dict(scenario.options)
    own = [option for option in package.game.options if option.name in chosen]
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


SECONDS_PER_PRESS = 2.0
"""The simulated time after each press or command, in which the bot updates the board."""
MAX_ADVANCE_SECONDS = 60.0
"""The maximum simulated time that passes in one go."""
INTEGER_OPTION, BOOLEAN_OPTION = 4, 5
"""https://docs.discord.com/developers/interactions/application-commands#application-command-object"""


class Offer(Struct, frozen=True):
    """A button or select menu that a person can see, together with its message."""

    message: Shown
    control: Control


class Player:
    """Plays the steps of a scenario. From then on, the scenario determines all deals."""

    def __init__(self, stage: Stage, scenario: Scenario) -> None:
        self._stage = stage
        self._scenario = scenario
        self._seen_messages: dict[str, list[Shown]] = {who: [] for who in stage.people}
        """All messages that each person could see after any step, oldest first."""
        self._forms: dict[str, InteractionResult] = {}
        """The form that each person has opened last."""
        deals = count()
        stage.use_seeds(lambda: derive_seed(scenario.deal_number, next(deals)))

    async def play(self) -> None:
        """Open the table and do all steps of the scenario.

        Raises:
            StartProblem: A step fails. The steps after it are skipped.
        """
        package = self._stage.registry[self._scenario.game]
        for step in (*make_opening_steps(self._scenario, package), *self._scenario.steps):
            await self._do(step)
            self._remember()

    async def _do(self, step: Step) -> None:
        match step:
            case Press():
                await self._press(step)
            case Choose():
                await self._choose(step)
            case Write():
                await self._write(step)
            case Command():
                await self._command(step)
            case See():
                self._see(step)
            case Wait():
                await self._advance(step.seconds)
            case Restart():
                await self._stage.restart()

    def _make_problem(self, key: str, step: Step, **values: str) -> StartProblem:
        return StartProblem(key, at=self._scenario.format_location(step.line), **values)

    async def _advance(self, seconds: float) -> None:
        """Let simulated time pass, at most `MAX_ADVANCE_SECONDS` in one go."""
        while seconds > 0:
            await self._stage.env.advance_time(min(MAX_ADVANCE_SECONDS, seconds))
            seconds -= MAX_ADVANCE_SECONDS

    # What people see

    def _list_visible(self, reader: str) -> list[Shown]:
        """Return the messages in which a person's step looks for a button or text, in this order.

        First comes the person's newest ephemeral message, then all public ones, newest first.
        `BOARD_READER` sees only the newest public message with buttons.
        """
        env, channel = self._stage.env, self._stage.channel.id
        if reader == BOARD_READER:
            return [one for one in reversed(read_messages(env, channel)) if one.controls][:1]
        newest = list(reversed(read_messages(env, channel, self._stage.people[reader].id)))
        private = [message for message in newest if message.ephemeral]
        return private[:1] + [message for message in newest if not message.ephemeral]

    def _remember(self) -> None:
        """Remember the messages that each person can see now, for presses on former buttons."""
        for who, before in self._seen_messages.items():
            before += [message for message in self._list_readable(who) if message not in before]

    def _see(self, step: See) -> None:
        """Check that a person can read a text, or that they cannot, as the step expects."""
        shown = self._list_readable(step.person)
        if step.is_expected:
            visible = self._list_visible(step.person)
            shown = [one for one in visible if one.ephemeral or step.person == BOARD_READER]
        there = [describe_message(self._stage.env, message) for message in shown]
        is_seen = any(strip_markup(step.text) in told for told in there)
        values = {"who": step.person, "text": step.text}
        if is_seen and not step.is_expected:
            raise self._make_problem("scenario-seen", step, **values)
        if step.is_expected and not is_seen:
            values["there"] = "\n".join(there) or "–"
            raise self._make_problem("scenario-not-seen", step, **values)

    def _list_readable(self, reader: str) -> list[Shown]:
        """Return all messages that a person can read, all public ones for `BOARD_READER`."""
        person = None if reader == BOARD_READER else self._stage.people[reader].id
        return read_messages(self._stage.env, self._stage.channel.id, person)

    # What people do

    async def _press(self, step: Press) -> None:
        """Find the button that a step means, and press it."""
        shown = self._list_deleted(step.person) if step.is_old else self._list_visible(step.person)
        there = _find_offers(shown, BUTTON_TYPE)
        fitting = (offer for offer in there if is_called(offer.control, step.button))
        called = _take_first_message(fitting)
        found = called[max(step.number - 1, 0) :]
        if not found:
            enabled = [offer.control.name for offer in there if not offer.control.disabled]
            names = _quote_names(enabled) or "–"
            told = {"who": step.person, "button": step.button, "there": names}
            raise self._make_problem("scenario-no-button", step, **told)
        if len(found) > 1 and not step.number:
            raise self._make_problem("scenario-several", step, name=step.button)
        if found[0].control.disabled:
            raise self._make_problem("scenario-disabled", step, who=step.person, button=step.button)
        await self._click(step, found[0], {})

    def _list_deleted(self, reader: str) -> list[Shown]:
        """Return earlier messages that a person can no longer see in that form, newest first."""
        there = self._list_readable(reader)
        seen = reversed(self._seen_messages[reader])
        return [message for message in seen if message not in there]

    async def _choose(self, step: Choose) -> None:
        """Find the select menu that a step means, and choose the step's options."""
        visible = self._list_visible(step.person)
        kinds = (SELECT_TYPE, *ENTITY_SELECT_TYPES.values())
        there = [self._fill_menu(offer) for offer in _find_offers(visible, *kinds)]
        wanted = _quote_names(step.options)
        found = _take_first_message(offer for offer in there if _has_options(offer.control, step))
        if not found:
            menus = (
                f"{select.name}: {_quote_names(label for _, label in select.options)}"
                for select in (offer.control for offer in there)
            )
            told = {"who": step.person, "options": wanted, "there": "; ".join(menus) or "–"}
            raise self._make_problem("scenario-no-options", step, **told)
        if len(found) > 1:
            raise self._make_problem("scenario-several", step, name=wanted)
        select = found[0].control
        if select.disabled or not select.min_values <= len(step.options) <= select.max_values:
            least, most = str(select.min_values), str(select.max_values)
            raise self._make_problem("scenario-how-many", step, least=least, most=most)
        await self._click(step, found[0], {"values": _find_values(select, step.options)})

    def _fill_menu(self, offer: Offer) -> Offer:
        """Return a menu of channels or roles with those of the server, as Discord fills it."""
        listed: dict[int, list[Any]] = {
            ENTITY_SELECT_TYPES["roles"]: [*self._stage.guild.roles.values()],
            ENTITY_SELECT_TYPES["channels"]: [
                channel
                for channel in self._stage.env.backend.channels.values()
                if channel.type in TEXT_CHANNEL_TYPES
            ],
        }
        filled = tuple((str(each.id), each.name) for each in listed.get(offer.control.kind, ()))
        options = filled or offer.control.options
        return Offer(offer.message, replace(offer.control, options=options))

    async def _click(self, step: Press | Choose, offer: Offer, extra_data: dict[str, Any]) -> None:
        stage, person = self._stage, self._stage.people[step.person].id
        record, payload = make_click(stage.env, person, offer.message, offer.control, extra_data)
        stage.env.backend.emit("INTERACTION_CREATE", payload)
        await stage.env.settle()
        await self._advance(SECONDS_PER_PRESS)
        if not record.responded or record.loading:
            raise self._make_problem("scenario-silent", step)
        if record.modal:
            self._forms[step.person] = InteractionResult(stage.env, record)

    async def _write(self, step: Write) -> None:
        """Send the form that the person has opened last."""
        try:
            form = self._forms.pop(step.person)
            await self._stage.people[step.person].submit_modal(form, {"text": step.text})
        except (KeyError, simcord.SetupError):
            raise self._make_problem("scenario-no-form", step, who=step.person) from None
        await self._advance(SECONDS_PER_PRESS)

    async def _command(self, step: Command) -> None:
        stage = self._stage
        leaves = {
            " ".join(path): leaf
            for command in stage.env.backend.commands[None].values()
            for path, leaf in command_leaves(command)
        }
        known = leaves.get(step.name, {}).get("options", ())
        kinds = {option["name"]: option["type"] for option in known}
        try:
            given = {name: _convert_value(value, kinds.get(name)) for name, value in step.options}
            await stage.people[step.person].slash(stage.channel, step.name, **given)
        except (simcord.SetupError, simcord.BackendError, simcord.OptionError, ValueError):
            commands = ", ".join(f"/{name}" for name in sorted(leaves))
            options = ", ".join(sorted(kinds)) or "–"
            told = {"commands": commands, "options": options}
            raise self._make_problem("scenario-command", step, **told) from None
        await self._advance(SECONDS_PER_PRESS)


def derive_seed(deal: int, number: int) -> bytes:
    """Return the 32 bytes of the seed of a scenario's next game, from which all chance follows.

    `number` counts the games that the scenario has dealt before.
    """
    return hashlib.sha256(b"scenario %d %d" % (deal, number)).digest()


def _find_offers(messages: Sequence[Shown], *kinds: int) -> list[Offer]:
    return [
        Offer(message, control)
        for message in messages
        for control in message.controls
        if control.kind in kinds and control.custom_id
    ]


def _take_first_message(offers: Iterable[Offer]) -> list[Offer]:
    """Return those buttons or menus that are on the same message as the first one."""
    found = list(offers)
    return [offer for offer in found if offer.message == found[0].message]


def _has_options(select: Control, step: Choose) -> bool:
    """Return whether a select menu is the one that a step means and has all options to choose."""
    labels = {strip_markup(label) for _, label in select.options}
    wanted = {strip_markup(option) for option in step.options}
    return wanted <= labels and (not step.select or is_called(select, step.select))


def _find_values(select: Control, options: Sequence[str]) -> list[str]:
    """Return the values of a menu's options by their labels, each option once."""
    left, values = list(select.options), []
    for option in options:
        found = next((one for one in left if strip_markup(one[1]) == strip_markup(option)), None)
        if found:
            left.remove(found)
            values.append(found[0])
    return values


def _convert_value(value: str, kind: int | None) -> str | int | bool:
    """Convert a text to a slash command's option of one of Discord's types.

    Raise `ValueError` if the option is an integer and the text is none.
    """
    if kind == BOOLEAN_OPTION:
        return {"yes": True, "no": False}.get(value, value)
    return int(value) if kind == INTEGER_OPTION else value


def _quote_names(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in dict.fromkeys(names))
