"""A hard limit in tokens and money: a call that might not fit is not made.

Every HTTP attempt reserves its largest possible size first and settles what it really took afterwards. Parts of a
budget (one agent, one phase) have limits of their own and draw on the whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil
from threading import Condition

from foam_graph.agents.protocol import CallRecord
from foam_graph.config import Settings
from foam_graph.errors import BudgetSpent, UsageError

MAX_OUTPUT_TOKENS = 4096
"""Largest answer about one slot: ids, tags and short texts are far below this."""
CASE_SHARE = 4
"""How much longer an answer about a whole case may be: four arguments with all their parts, not one slot."""
_CHARACTERS_PER_TOKEN = 4
_MILLION = 1_000_000


def estimate_tokens(characters: int) -> int:
    """Tokens of a text of that length, four characters each, for endpoints that report no usage."""
    return ceil(characters / _CHARACTERS_PER_TOKEN)


@dataclass(frozen=True)
class Spent:
    """What was taken from a budget; money follows from the tokens, so that sums stay exact.

    Attributes:
        tokens_in: Prompt tokens.
        tokens_out: Completion tokens.
        price_in: US dollars per million prompt tokens.
        price_out: US dollars per million completion tokens.
    """

    tokens_in: int = 0
    tokens_out: int = 0
    price_in: float = 0.0
    price_out: float = 0.0

    @property
    def tokens(self) -> int:
        """Prompt and completion tokens together."""
        return self.tokens_in + self.tokens_out

    @property
    def cost(self) -> float:
        """US dollars, 0 where no prices are set."""
        return (self.tokens_in * self.price_in + self.tokens_out * self.price_out) / _MILLION

    def plus(self, other: Spent, times: int = 1) -> Spent:
        """This and ``times`` the other, at this one's prices."""
        tokens_in = self.tokens_in + times * other.tokens_in
        return replace(self, tokens_in=tokens_in, tokens_out=self.tokens_out + times * other.tokens_out)

    def __str__(self) -> str:
        return f"{self.tokens} tokens" + (f" and ${self.cost:.4f}" if self.cost else "")


class Budget:
    """Tokens and money that may be spent; safe to use from several threads.

    Args:
        max_tokens: Prompt and completion tokens together; 0 = no limit.
        max_cost: US dollars; 0 = no limit.
        price_in: US dollars per million prompt tokens.
        price_out: US dollars per million completion tokens.
        name: What the budget is for, named when it is spent.

    Raises:
        UsageError: A negative number, or a money limit without a price to count it with.
    """

    def __init__(
        self,
        max_tokens: int = 0,
        max_cost: float = 0.0,
        price_in: float = 0.0,
        price_out: float = 0.0,
        *,
        name: str = "run",
    ) -> None:
        if not all(0 <= number < float("inf") for number in (max_tokens, max_cost, price_in, price_out)):
            raise UsageError("a budget's limits and prices must be 0 or more", "Correct the budget settings.")
        if max_cost and not (price_in or price_out):
            hint = "Set price_in and price_out to US dollars per million tokens."
            raise UsageError(f"a budget of ${max_cost} cannot be kept without prices", hint)
        self.max_tokens = max_tokens
        self.max_cost = max_cost
        self.name = name
        self._prices = (price_in, price_out)
        self._parent: Budget | None = None
        self._spent = Spent(0, 0, price_in, price_out)
        self._held = Spent(0, 0, price_in, price_out)
        self._change = Condition()

    @classmethod
    def of(cls, settings: Settings) -> Budget:
        """The budget of a run as the settings limit it."""
        return cls(settings.max_tokens_per_run, settings.max_cost_per_run, settings.price_in, settings.price_out)

    def part(self, name: str, max_tokens: int = 0, max_cost: float = 0.0) -> Budget:
        """A budget inside this one, for one agent or one phase: what it spends counts here too."""
        part = Budget(max_tokens, max_cost, *self._prices, name=name)
        part._parent = self
        part._change = self._change
        return part

    @property
    def spent(self) -> Spent:
        """What was spent so far, without what is reserved."""
        with self._change:
            return self._spent

    def count(self, records: Iterable[CallRecord]) -> None:
        """Counts calls that were paid before, so that a resumed run keeps to its one budget."""
        for record in records:
            self._add(self._priced(record.tokens_in, record.tokens_out))

    def reserve(self, tokens_in: int, tokens_out: int) -> Reservation:
        """Sets aside the most that the next attempt can take.

        Waits where only unsettled calls of other threads stand in the way; they settle within their timeout.

        Args:
            tokens_in: Prompt tokens, estimated.
            tokens_out: The most completion tokens that the endpoint is allowed.

        Raises:
            BudgetSpent: The attempt would not fit even if nothing else were in flight; nothing was reserved.
        """
        need = self._priced(tokens_in, tokens_out)
        with self._change:
            while any(level._full(need, level._spent.plus(level._held)) for level in self._levels()):
                self._refuse_what_never_fits(need)
                self._change.wait()
            for level in self._levels():
                level._held = level._held.plus(need)
        return Reservation(self, need)

    def _refuse_what_never_fits(self, need: Spent) -> None:
        for level in self._levels():
            if level._full(need, level._spent):
                limits = [f"{level.max_tokens} tokens"] if level.max_tokens else []
                limits += [f"${level.max_cost:g}"] if level.max_cost else []
                raise BudgetSpent(
                    f"the budget of the {level.name} ({' and '.join(limits)}) has no room for the next call: "
                    f"{level._spent} spent, up to {need} needed",
                    "Raise the limit and resume the run: answers that are recorded are not paid again.",
                )

    def _levels(self) -> list[Budget]:
        return [self, *(self._parent._levels() if self._parent else ())]

    def _full(self, need: Spent, taken: Spent) -> bool:
        after = taken.plus(need)
        return bool(self.max_tokens and after.tokens > self.max_tokens) or bool(
            self.max_cost and after.cost > self.max_cost
        )

    def _priced(self, tokens_in: int, tokens_out: int) -> Spent:
        return Spent(tokens_in, tokens_out, *self._prices)

    def _add(self, amount: Spent, released: Spent | None = None) -> None:
        with self._change:
            for level in self._levels():
                level._spent = level._spent.plus(amount)
                if released is not None:
                    level._held = level._held.plus(released, -1)
            self._change.notify_all()


class Reservation:
    """Room set aside for one attempt; settled exactly once.

    Args:
        budget: The budget it was taken from.
        held: What was set aside.
    """

    def __init__(self, budget: Budget, held: Spent) -> None:
        self._budget = budget
        self._held: Spent | None = held

    def settle(self, tokens_in: int, tokens_out: int) -> None:
        """Replaces the reservation by what the attempt took; a second call changes nothing."""
        held, self._held = self._held, None
        if held is not None:
            self._budget._add(self._budget._priced(tokens_in, tokens_out), held)
