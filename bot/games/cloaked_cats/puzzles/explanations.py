"""Puts the reasons of a puzzle's step into short sentences that name cats by their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from bot.engine.puzzle_data import Mark, Puzzle, Reason, Step
from bot.engine.text_helpers import SEAT_LETTERS, join_lines, join_names
from bot.games.cloaked_cats import words
from bot.games.cloaked_cats.model.state import CATS
from bot.games.cloaked_cats.puzzles.reasoner import PROVING_KINDS
from bot.i18n import Text

FIRST_MASK = 1
"""The mask of owner 0, which has the letter B: A is the reader."""


def format_owner(owner: int) -> str:
    """Return the letter of an owner's mask."""
    return SEAT_LETTERS[owner + FIRST_MASK]


def say_mark(mark: Mark, say: Text, key: str = "claim") -> str:
    """Return a mark as a clause such as "B is red", or with "claim-not" its opposite."""
    return words.format_claim(format_owner(mark.owner), mark.feature, say, key)


def explain_step(step: Step, puzzle: Puzzle, found: Collection[Mark], say: Text) -> str:
    """Return the reasons of a step as short sentences, one line for each conclusion.

    What rules out features is told together with what follows from it.
    """
    explainer = _Explainer(puzzle, found, say)
    if not step.reasons:
        return say("explain-exact", **explainer.number_cats(step.cards))
    *before, last = _merge_counting(step.reasons)
    return join_lines(*map(explainer.explain_interim, before), explainer.explain(last))


def _merge_counting(reasons: Sequence[Reason]) -> list[Reason]:
    """Return reasons in which it is shorter to tell what cats share than what none of them shows.

    If "counting" only serves to leave one feature on a further cat, that is "too-many".
    """
    merged = list(reasons)
    for at, reason in enumerate(reasons):
        own = [each for each in reasons[at + 1 :] if each.owner == reason.owner]
        served = [each for each in own if each.kind not in ("unmasked", "taken")]
        if reason.kind == "counting" and [each.kind for each in served] == ["last-left"]:
            cards = (*reason.cards, *served[0].cards)
            merged[merged.index(served[0])] = replace(served[0], kind="too-many", cards=cards)
            merged.remove(reason)
    return merged


UNNAMED = "unnamed"
"""Stands for the owner for whom a cat rules something out, where nobody else can be meant."""

Values = dict[str, int | str]
"""Placeholders of a message."""


class _Explainer:
    """Explains one reason after the other, and remembers what they tell."""

    def __init__(self, puzzle: Puzzle, found: Collection[Mark], say: Text) -> None:
        self.puzzle, self.say = puzzle, say
        self.holders = {mark.feature: mark.owner for mark in found}
        """Maps features to those who have them."""
        self.bare_cards: dict[Mark, int] = {}
        """Maps wrong marks to the cat without a mask that rules them out."""

    def explain(self, reason: Reason) -> str:
        """Return the sentences of a reason, or "" for one that is told with those that need it."""
        told = ""
        if reason.kind == "last-left":
            told = self._explain_last_left(reason)
        elif reason.kind == "counting":
            told = self._explain_counting(reason)
        elif reason.kind == "suppose-fails":
            told = self._explain_failure(reason)
        elif reason.kind == "suppose-agrees":
            told = self._explain_agreement(reason)
        elif reason.kind == "too-many":
            told = self._explain_too_many(reason)
        elif reason.kind == "pair":
            told = self._explain_pair(reason)
        self._note(reason)
        return told

    def explain_interim(self, reason: Reason) -> str:
        """Explain a reason, and say what its owner has if that is not the end yet."""
        told = self.explain(reason)
        if reason.kind not in PROVING_KINDS or reason.kind == "suppose-agrees":
            return told
        claim = self._say_mark(Mark(reason.owner, reason.features[0]))
        return f"{told} {self.say('explain-so', claim=claim)}"

    def number_cats(self, cards: Collection[int]) -> Values:
        """Return the numbers of cats, and how many they are."""
        numbers = sorted(self.puzzle.cards.index(card) + 1 for card in set(cards))
        return {"cats": join_names(list(map(str, numbers)), self.say), "count": len(numbers)}

    def _note(self, reason: Reason) -> None:
        if reason.kind == "unmasked":
            for feature in reason.features:
                self.bare_cards[Mark(reason.owner, feature)] = reason.cards[0]
        elif reason.kind in PROVING_KINDS:
            self.holders[reason.features[0]] = reason.owner

    def _explain_last_left(self, reason: Reason) -> str:
        (feature,), (card,) = reason.features, reason.cards
        owner = reason.owner
        others = [each for each in words.order_spoken_features(card) if each != feature]
        causes = [self._explain_exclusion(Mark(owner, each)) for each in others]
        told: Values = {
            "cat": self._number(card),
            "owner": format_owner(owner),
            "feature": self._name(feature),
        }
        if "" in causes:
            return self.say("explain-rest", **told, see=self._see(owner, others))
        outs = [f"{self._name(each)} ({cause})" for each, cause in zip(others, causes, strict=True)]
        return self.say("explain-left", **told, outs=self._join_or(outs))

    def _explain_counting(self, reason: Reason) -> str:
        owner, cards = reason.owner, reason.cards
        if len(cards) == 1:
            cat = self._number(cards[0])
            return self.say("explain-one-missing", **self._tell_group(owner, cards), cat=cat)
        return self.say("explain-counting", **self._tell_group(owner, cards), missing=len(cards))

    def _explain_too_many(self, reason: Reason) -> str:
        """Explain that masks would need too many features without a certain one."""
        (feature,), cards = reason.features, reason.cards
        told = self._tell_group(reason.owner, cards, feature)
        if len(cards) == 2:
            return self.say("explain-both-show", **told)
        key = "all-show" if all(feature in CATS[card] for card in cards) else "too-many"
        return self.say(f"explain-{key}", **told, missing=len(cards) - 1)

    def _tell_group(self, owner: int, cards: Sequence[int], feature: int | None = None) -> Values:
        """Return what is told of masked cats that share at most one possible feature."""
        see = self._see(owner, _find_overlap(cards) - {feature}, UNNAMED)
        known = [self._name(each) for each, holder in self.holders.items() if holder == owner]
        if len(known) > 1:
            known = [self.say("explain-neither", first=known[0], second=known[1])]
        return {
            "owner": format_owner(owner),
            "cats": self.number_cats(cards)["cats"],
            "feature": "" if feature is None else self._name(feature),
            "known": "".join(known),
            "see": see,
            "seen": int(bool(see)),
        }

    def _explain_pair(self, reason: Reason) -> str:
        """Explain that two others need two features for their masks."""
        others = reason.supposed

        def see(whom: str = "") -> list[tuple[str, ...]]:
            return [
                tuple(self._list_seen(each.owner, {*CATS[each.cards[0]]} - {*each.features}, whom))
                for each in others
            ]

        seen = see(self.say("explain-both"))
        if len(set(seen)) > 1:
            seen = see()
        features = [f"**{self._name(each)}**" for each in others[0].features]
        return self.say(
            "explain-pair",
            **self.number_cats(reason.cards),
            owners=join_names([format_owner(each.owner) for each in others], self.say),
            features=join_names(features, self.say),
            see=_put_aside(each for told in seen for each in told),
            owner=format_owner(reason.owner),
        )

    def _explain_failure(self, reason: Reason) -> str:
        """Explain why a supposition is wrong."""
        supposed, *inner, contradiction = reason.supposed
        mark = Mark(supposed.owner, supposed.features[0])
        told = [self.say("explain-suppose", claim=say_mark(mark, self.say))]
        within = self._suppose(supposed)
        chain = within.explain_chain(inner)
        if chain:
            told.append(self.say("explain-then", chain=chain))
        told.append(within.explain_contradiction(contradiction, inner))
        told.append(self.say("explain-so", claim=say_mark(mark, self.say, "claim-not")))
        return " ".join(told)

    def _explain_agreement(self, reason: Reason) -> str:
        """Explain what holds whichever of a cat's features gives the owner's mask."""
        say, card = self.say, reason.cards[0]
        starts = [at for at, each in enumerate(reason.supposed) if each.kind == "supposed"]
        ends = [*starts[1:], len(reason.supposed)]
        cases = [reason.supposed[start:end] for start, end in zip(starts, ends, strict=True)]
        features = [case[0].features[0] for case in cases]
        told = [
            say(
                "explain-either",
                owner=format_owner(reason.owner),
                cat=self._number(card),
                features=self._list_names(features),
                see=self._see(reason.owner, set(CATS[card]) - set(features)),
            )
        ]
        chains: dict[str, list[int]] = {}
        for supposed, *inner in cases:
            chain = self._suppose(supposed).explain_chain(inner)
            chains.setdefault(chain, []).extend(supposed.features)
        for chain, supposed_features in chains.items():
            if chain:
                names = self._list_names(supposed_features)
                told.append(say("explain-case", features=names, chain=chain))
        mark = Mark(reason.owner, reason.features[0])
        told.append(say("explain-either-way", claim=say_mark(mark, say)))
        return " ".join(told)

    def _suppose(self, supposed: Reason) -> _Explainer:
        """Return an explainer of what follows from a supposition."""
        within = _Explainer(self.puzzle, (), self.say)
        within.holders, within.bare_cards = self.holders.copy(), self.bare_cards.copy()
        within._note(supposed)
        return within

    def explain_chain(self, reasons: Collection[Reason]) -> str:
        """Return what follows from a supposition as clauses, each with its cats."""
        clauses = []
        for reason in reasons:
            owner = format_owner(reason.owner)
            if reason.kind == "last-left":
                wrong = [Mark(reason.owner, each) for each in CATS[reason.cards[0]]]
                bare = [self.bare_cards[each] for each in wrong if each in self.bare_cards]
                claim = say_mark(Mark(reason.owner, reason.features[0]), self.say)
                cats = self.number_cats((*reason.cards, *bare))
                clauses.append(self.say("explain-clause", claim=claim, **cats))
            elif reason.kind == "counting":
                cats = self.number_cats(reason.cards)
                see = _put_aside(self._list_bare(reason.owner, _find_overlap(reason.cards)))
                clauses.append(self.say("explain-elsewhere", owner=owner, **cats, see=see))
            self._note(reason)
        if len(clauses) < 2:
            return "".join(clauses)
        return self.say("explain-chain", others=". ".join(clauses[:-1]), last=clauses[-1])

    def explain_contradiction(self, reason: Reason, before: Collection[Reason]) -> str:
        """Return a sentence that says what cannot be."""
        if not reason.cards:
            return self.say("explain-shared")
        (card,), owner = reason.cards, format_owner(reason.owner)
        if ("complete", reason.owner) in [(each.kind, each.owner) for each in before]:
            return self.say("explain-none-of-three", owner=owner, cat=self._number(card))
        see = _put_aside(self._list_bare(reason.owner, CATS[card]))
        return self.say("explain-none-left", owner=owner, cat=self._number(card), see=see)

    def _explain_exclusion(self, wrong: Mark) -> str:
        """Return what rules out a mark, or "" if an earlier sentence did."""
        if self._is_taken(wrong):
            return self.say("explain-owned", owner=format_owner(self.holders[wrong.feature]))
        if wrong in self.bare_cards:
            return self.say("explain-out", cat=self._number(self.bare_cards[wrong]))
        return ""

    def _is_taken(self, wrong: Mark) -> bool:
        return self.holders.get(wrong.feature, wrong.owner) != wrong.owner

    def _see(self, owner: int, features: Collection[int], whom: str = "") -> str:
        """Return what `_list_seen` yields in parentheses, or ""."""
        return _put_aside(self._list_seen(owner, features, whom))

    def _list_seen(self, owner: int, features: Collection[int], whom: str = "") -> Iterator[str]:
        """Yield what cats without an owner's mask rule out, and what others have.

        Args:
            whom: For whom the cats rule it out, by default the owner's letter.
        """
        taken: dict[int, list[str]] = {}
        rest = []
        for feature in sorted(features):
            if self._is_taken(Mark(owner, feature)):
                taken.setdefault(self.holders[feature], []).append(self._name(feature))
            else:
                rest.append(feature)
        yield from self._list_bare(owner, rest, whom)
        for holder, names in taken.items():
            yield self.say(
                "explain-taken",
                owner=format_owner(holder),
                features=join_names(names, self.say),
                count=len(names),
            )

    def _list_bare(self, owner: int, features: Collection[int], whom: str = "") -> Iterator[str]:
        """Yield for each cat without an owner's mask what it rules out."""
        ruled_out: dict[int, list[str]] = {}
        for feature in sorted(features):
            card = self.bare_cards.get(Mark(owner, feature))
            if card is not None:
                ruled_out.setdefault(card, []).append(self._name(feature))
        for card, names in ruled_out.items():
            yield self.say(
                "explain-rules-out",
                cat=self._number(card),
                features=join_names(names, self.say),
                whom=whom or format_owner(owner),
            )

    def _say_mark(self, mark: Mark) -> str:
        return say_mark(mark, self.say)

    def _number(self, card: int) -> str:
        return str(self.puzzle.cards.index(card) + 1)

    def _list_names(self, features: Sequence[int]) -> str:
        return self._join_or([f"**{self._name(feature)}**" for feature in features])

    def _join_or(self, names: Sequence[str]) -> str:
        *others, last = names
        return self.say("explain-or", others=", ".join(others), last=last) if others else last

    def _name(self, feature: int) -> str:
        return words.format_feature(feature, self.say)


def _put_aside(told: Iterable[str]) -> str:
    """Return texts in parentheses, with a space before, or "" for none."""
    joined = "; ".join(dict.fromkeys(told))
    return f" ({joined})" if joined else ""


def _find_overlap(cards: Collection[int]) -> set[int]:
    """Return the features that are on more than one of some cats."""
    counted = Counter(feature for card in cards for feature in CATS[card])
    return {feature for feature, count in counted.items() if count > 1}
