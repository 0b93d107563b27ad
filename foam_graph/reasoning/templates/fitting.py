"""Which template fits a question, by a stated rule: what the question asks, and whether a decision lies before it.

The rule, in its order:

1. It asks whether a decision stands (``Should the refusal be upheld?``, ``Was the appeal rightly dismissed?``): the
   review of a decision; that of a benefit where the question or the title of a decision in the corpus names one.
2. It asks what somebody has a right to or owes (``May the landlord keep the deposit?``, ``Is the insurer liable?``), or
   what was or is so (``Did the driver brake?``, ``How many …``, ``When …``): facts under a rule.
3. Everything else asks what to do, and is a policy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

BENEFIT, REVIEW, FACT, POLICY = "benefits-appeal", "decision-review", "fact-and-rule", "policy-memo"
_DECISION = (
    r"decisions?|denials?|refusals?|rejections?|dismissals?|expulsions?|exclusions?|suspensions?|terminations?|revocations?"
    r"|withdrawals?|penalt(?:y|ies)|fines?|sanctions?|bans?|rulings?|judge?ments?|verdicts?|determinations?|orders?|awards?"
)
_TITLED = re.compile(rf"\b(?:{_DECISION})\b", re.IGNORECASE)
_STANDS = (
    r"uph(?:o|e)ld|affirm(?:ed)?|confirm(?:ed)?|revers(?:e|ed)|overturn(?:ed)?|overrul(?:e|ed)|quash(?:ed)?|annul(?:led)?|rescind(?:ed)?"
    r"|set aside|stand|stands|lifted|reconsider(?:ed)?|review(?:ed)?|right|wrong|lawful|unlawful|justified|correct|valid|fair|unfair"
)
_FOUND = r"findings?|conclusions?|resolutions?|charges?|notices?|certificates?|measures?|objections?|complaints?"
"""What is upheld or set aside as a decision is, and may as well be asked about as a fact."""
_UNDONE = r"uph(?:o|e)ld|confirm(?:ed)?|revers(?:e|ed)|overturn(?:ed)?|quash(?:ed)?|annul(?:led)?|rescind(?:ed)?|set aside|stand|lifted"
_REVIEWED = re.compile(
    rf"\b(?:{_FOUND})\b.*\b(?:{_UNDONE})\b|\b(?:{_UNDONE}) the (?:\w+ )?(?:{_FOUND})\b|"
    rf"\b(?:{_DECISION})\b.*\b(?:{_STANDS})\b|\b(?:{_STANDS})\b.*\b(?:{_DECISION})\b"
    r"|\bappeals?\b.*\b(?:succeed|fail|be (?:allowed|granted|upheld|dismissed)|(?:rightly|wrongly|correctly|properly) (?:allowed|dismissed))\b"
    r"|\b(?:rightly|wrongly|properly|correctly|lawfully|unlawfully|fairly|unfairly) "
    r"(?:denied|refused|rejected|dismissed|excluded|expelled|suspended|terminated|revoked|withdrawn|fined|penalised|penalized|banned|decided)\b",
    re.IGNORECASE,
)
_BENEFIT = re.compile(
    r"\b(?:benefits?|allowances?|pensions?|welfare|social (?:assistance|security)|income support|support payments?|disability (?:aid|support))\b",
    re.IGNORECASE,
)
_RIGHT = re.compile(
    r"\b(?:entitled|liable|owes?|owed|in breach|breach(?:ed)?|deposit|refund(?:ed)?|reimburse(?:d|ment)?|compensat(?:e|ed|ion)"
    r"|warranty|guarantee claim|damages)\b",
    re.IGNORECASE,
)
_WORTH = re.compile(
    r"\b(?:worth|worthwhile|better|best|desirable|advisable|wise|sensible|a good idea|what should|how should)\b",
    re.IGNORECASE,
)
_SO = re.compile(
    r"^(?:did|does|do|was|were|is|are|has|have|had|may|can|could|must|when|where|who|whom|whose|which|why|what"
    r"|how (?:many|much|long|often|far|old|large|high)|on (?:what|which)|in (?:what|which)|by (?:what|whom|how)|to (?:what|whom)|from (?:what|which))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Fit:
    """The template that fits a question.

    Attributes:
        template: Id of a shipped template.
        why: Why, as the end of a sentence: ``the question asks …``.
    """

    template: str
    why: str


def titled_as_decision(title: str) -> bool:
    """Whether a title says that its document is a decision, e.g. ``Notice of refusal``."""
    return _TITLED.search(title) is not None


def fitting(question: str, decisions: Iterable[str] = ()) -> Fit:
    """The shipped template that fits a question.

    Args:
        question: The question.
        decisions: Titles of those documents of the corpus that are decisions.
    """
    asked = _asking(question)
    if _REVIEWED.search(asked):
        if any(_BENEFIT.search(text) for text in (question, *decisions)):
            return Fit(BENEFIT, "the question asks whether a decision about a benefit stands")
        return Fit(REVIEW, "the question asks whether a decision stands")
    if _WORTH.search(asked):
        return Fit(POLICY, "the question asks what is better done")
    if _RIGHT.search(asked):
        return Fit(FACT, "the question asks what somebody has a right to or owes")
    if _SO.match(asked):
        return Fit(FACT, "the question asks what is so")
    return Fit(POLICY, "the question asks what should be done")


def _asking(question: str) -> str:
    """The sentence that asks: the last one with a question mark, else all."""
    told = " ".join(question.split())
    asking = [one for one in re.split(r"(?<=[.?!])\s+", told) if one.endswith("?")]
    return (asking[-1] if asking else told).lstrip("\"'“‘(¿ ")
