"""What a question asks to choose between, read off its grammar: two stated alternatives, or yes and no."""

from __future__ import annotations

import re
from dataclasses import dataclass

_AUXILIARY = (
    "should|must|shall|may|can|could|will|would|ought|is|are|was|were|does|do|did|has|have|had|need|might"
)  # fmt: skip
_ALTERNATIVES = re.compile(
    rf"^(?P<aux>{_AUXILIARY}) (?P<who>.+?) (?P<be>be |been )?(?P<one>[a-z][\w-]*(?: [a-z][\w-]*)?),? or (?P<other>"
    r"(?:be )?[a-z][\w-]*(?: [a-z][\w-]*)?)$",
    re.IGNORECASE,
)
_YES_NO = re.compile(rf"^(?:{_AUXILIARY})(?:n['’]t)? ", re.IGNORECASE)
_NOT = re.compile(r"^(?:not|no)$", re.IGNORECASE)


@dataclass(frozen=True)
class Choice:
    """One way to answer a question.

    Attributes:
        name: Short name.
        text: The answer in one sentence.
        verb: What is to be done by it, as the question has it; empty for yes and no.
    """

    name: str
    text: str
    verb: str = ""


def choices(question: str) -> tuple[Choice, ...]:
    """What a question asks to choose between: its two alternatives, else yes and no, else whether the file settles it.

    Args:
        question: The question.
    """
    asked = _last_sentence(question)
    found = _ALTERNATIVES.match(asked)
    if found is not None and not _NOT.match(found["other"]):
        made = tuple(_alternative(found, found[key]) for key in ("one", "other"))
        if made[0].name and made[1].name and made[0].name != made[1].name:
            return made
    if _YES_NO.match(asked):
        return (
            Choice("yes", f"The answer to “{_short(asked)}?” is yes."),
            Choice("no", f"The answer to “{_short(asked)}?” is no."),
        )
    return (
        Choice("settled", "The file settles the question."),
        Choice("not_settled", "The file does not settle the question."),
    )


def _last_sentence(question: str) -> str:
    """The sentence that asks, without its mark."""
    told = " ".join(question.split())
    asking = [one for one in re.split(r"(?<=[.?!])\s+", told) if one.endswith("?")]
    return (asking[-1] if asking else told).rstrip("?. ")


def _short(text: str) -> str:
    return text if len(text) <= 400 else f"{text[:400].rsplit(' ', 1)[0]} …"


def _alternative(found: re.Match[str], verb: str) -> Choice:
    done = re.sub(r"^be ", "", verb.strip(), flags=re.IGNORECASE)
    who = found["who"][:1].upper() + found["who"][1:]
    be = found["be"] or ("be " if verb.lower().startswith("be ") else "")
    return Choice(slug(done), f"{who} {found['aux'].lower()} {be}{done}.", done.lower())


def slug(text: str) -> str:
    """A text as a short name: lower case, digits and underscores, beginning with a letter; empty where none is left."""
    told = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    told = re.sub(r"^[^a-z]+", "", told)
    if len(told) <= 40:
        return told.rstrip("_")
    return told[:41].rsplit("_", 1)[0].strip("_")[:40]
