"""Renders watch parties: public messages in which a channel watches a replay, led by one person."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.common.numbers import parse_id
from bot.engine.replays import Highlight
from bot.engine.screen import Button, Item, Link, Screen, TableAction
from bot.engine.text_helpers import join_lines
from bot.i18n import text
from bot.presenters.replay import Replay, ReplayPosition, parse_replay_position, render_step

PARTY_ACTIONS = {
    "replay": TableAction("party-step"),
    "replay-round": TableAction("party-round"),
    "replay-eyes": TableAction("party-eyes"),
}
"""The actions of a watch party, which lead everybody along, by those of a private replay."""


class WatchParty(Struct, frozen=True):
    """What a watch party shows, and who leads it. The custom ids of its buttons contain it."""

    position: ReplayPosition
    leader: int = 0
    """The user id of the person whose presses count. 0 means that the party takes a break."""
    pressed_at: int = 0
    """When the leader last pressed a button, in seconds since 1970."""

    def value(self, control_name: str) -> str:
        """Return this party as text for a button. `parse_watch_party` reads the text."""
        return f"{self._lead}/{self.position.value(control_name)}"

    def adapt(self, press: TableAction) -> TableAction:
        """Return what a control of a private replay does in this party.

        The argument of `press` is a position, or "" in a select, whose options are positions.
        """
        argument = f"{self._lead}/{press.argument}" if press.argument else self._lead
        return replace(PARTY_ACTIONS[press.action], argument=argument)

    @property
    def _lead(self) -> str:
        return f"{self.leader}/{self.pressed_at}"


def parse_watch_party(value: str) -> WatchParty:
    """Return the watch party from the text of `WatchParty.value`. Invalid numbers count as 0."""
    leader, pressed_at, position, *_ = [*value.split("/", 2), "", "", ""]
    return WatchParty(parse_replay_position(position), parse_id(leader), parse_id(pressed_at))


def render_watch_party(
    replay: Replay, party: WatchParty, highlights: tuple[Highlight, ...], leader_name: str
) -> Screen:
    """Return the public message of a watch party, in the language of the game's table.

    `leader_name` has its markup escaped. A break does not need it.
    """
    language = replay.record.language
    say = text(language)
    shown = render_step(replay, party.position, highlights, language, may_share=False)
    if not party.leader:
        go_on = _lead_button(say("button-go-on"), party, "good", "▶️")
        content = join_lines(say("party-break"), shown.content)
        return replace(shown, content=content, rows=((go_on,),))
    rows = tuple(tuple(_adapt(item, party) for item in row) for row in shown.rows)
    take_over = _lead_button(say("party-lead"), party, "plain", "🙋")
    content = join_lines(say("party-led", name=leader_name), shown.content)
    return replace(shown, content=content, rows=(*rows, (take_over,)))


def _adapt(item: Item, party: WatchParty) -> Item:
    if isinstance(item, Link) or not isinstance(item.press, TableAction):
        return item
    return replace(item, press=party.adapt(item.press))


def _lead_button(
    label: str, party: WatchParty, style: Literal["plain", "good"], emoji: str
) -> Button:
    return Button(label, TableAction("party-lead", party.value("lead")), style, emoji)
