"""What a question asks to choose between, read off its grammar: stated alternatives, a deed or not that deed, else yes and no."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.findings.language.kinship import kinship, opposed, root
from foam_graph.findings.language.verbs import is_verb, past_forms

_AUXILIARY = (
    "should|must|shall|may|can|could|will|would|ought|is|are|was|were|does|do|did|has|have|had|need|might"
)  # fmt: skip
_YES_NO = re.compile(rf"^(?:{_AUXILIARY})(?:n['’]t)? ", re.IGNORECASE)
_ASKED = re.compile(rf"^(?P<aux>{_AUXILIARY}) (?P<rest>.+)$", re.IGNORECASE)
_SPLIT = re.compile(r"\s*,\s*(?:or\s+)?(?:else\s+)?|\s+or\s+(?:else\s+)?", re.IGNORECASE)
_NOT = re.compile(r"^(?:not|no)\b", re.IGNORECASE)
_NEITHER = re.compile(
    r"^(?:do )?(?P<what>neither|none|both|nothing|something else)(?: of (?:them|these|the two))?$", re.IGNORECASE
)
_MORE_ASKED = re.compile(r",?\s(?:and|or) (?:if so|who|whom|what|how|when|where|which|why)\b.*$", re.IGNORECASE)
_WHICH = re.compile(r"^(?:who|whom|whose|what|which|where|when|how)\b.*?[:,–—]\s*(?P<rest>.+)$", re.IGNORECASE)
_PASSIVE = re.compile(r"^(?P<who>.+?) (?P<be>be|been|to be) (?P<first>.+)$", re.IGNORECASE)
_TO = re.compile(r"^(?P<who>.+?) to (?P<first>.+)$", re.IGNORECASE)
_CHOOSING = re.compile(r"^(?:choose|pick|prefer|take|adopt|select|follow|elect|appoint)$", re.IGNORECASE)
_BEFORE_OBJECT = re.compile(
    r"^(?:the|an?|its|his|her|hers|their|our|my|your|this|that|these|those|it|them|him|us|me|you|all|any|both|each|every|some|no|\d\S*"
    r"|to|at|in|on|for|with|from|by|into|out|up|back|off|over|down|aside|away|apart|as)$",
    re.IGNORECASE,
)
"""What stands behind a verb that is not its subject's: an object or a direction."""
_DIRECTION = re.compile(r"^(?:back|up|out|off|over|away|on|in|part|down|aside)$", re.IGNORECASE)
_BEFORE_NOUN = re.compile(
    r"^(?:the|an?|its|his|her|their|our|my|your|this|that|these|those|of|for|in|on|at|by|with|from|all|any|every|each|no|who|which)$",
    re.IGNORECASE,
)
_ASKS_TO = re.compile(r"^(?:please\s+)?(?:(?:decide|determine|say|rule) whether (?:or not )?to\s+)?", re.IGNORECASE)
_NOT_PLAIN = re.compile(r"^[A-Z]|(?:ed|ing|[^s]s)$")
"""A form of a verb that does not say what is to be done: "dismisses", and not "dismiss"."""
_PARTLY = re.compile(r"^(?:in (?:full|part|whole)|(?:wholly|partly|fully)|with(?:out)? \w+)", re.IGNORECASE)
_OF_WISH = frozenset({"should", "must", "shall", "will", "would", "ought", "need"})
"""With these an "or" between two doings asks which; "can he lend or sell it?" asks whether."""
_STATES = frozenset({"is", "are", "was", "were"})
_NEGATED = {
    "should": "should not", "must": "need not", "shall": "shall not", "may": "may not", "can": "cannot", "ought": "ought not",
    "is": "is not", "are": "are not",
}  # fmt: skip
"""How each denies the deed that it asks for, and no more than that: what must not be done is more than what need not be."""
_WISHED = frozenset({"should", "must", "shall", "may", "can"})
_EXPECTED = re.compile(
    r"\b(?:\w+(?:ly|ble|ed)|due|bound|meant|fit|ready|certain|sure|going|about|too .+|enough|set|free|left|open|yet)$",
    re.IGNORECASE,
)
"""What stands before "to be" where no more is asked than whether something is so: "likely to be paid"."""
_OR_NOT = re.compile(r",?\s+or\s+(?:should\s+|must\s+)?(?:it\s+)?not(?:\s.*)?$", re.IGNORECASE)
_SEVERAL = re.compile(r"\s(?:and|or|but|unless|if|although|because|while|whether)\s", re.IGNORECASE)
"""What may join two deeds, or tie one to a condition: to deny both is not one answer."""
_COUNTED = re.compile(
    r"^\w+ (?:all|any\w*|every\w*|each|both|some\w*|many|most|few|several)\b|\b(?:no|nobody|none|nothing|never|neither|only|always)\b",
    re.I,
)
"""What a denial would have to reach into: that not all are admitted is not that none is."""
_MOST, _FRAGMENT = 6, 10
_ONE_SENSE = 0.6


@dataclass(frozen=True)
class Choice:
    """One way to answer a question.

    Attributes:
        name: Short name.
        text: The answer in one sentence.
        verb: What is to be done by it, or what is not, as the question has it; empty for yes and no.
        matter: To what it is to be done; empty for yes and no.
        of_one_deed: Whether the question names one deed, and asks whether it is to be done.
        negated: Whether this is the way not to do it.
    """

    name: str
    text: str
    verb: str = ""
    matter: str = ""
    of_one_deed: bool = False
    negated: bool = False


def choices(question: str) -> tuple[Choice, ...]:
    """What a question asks to choose between.

    That is the alternatives that it states; of one deed, whether it is to be done; else yes and no; else whether the file
    settles it.

    Args:
        question: The question.
    """
    asked = _last_sentence(question)
    stated = _stated(_MORE_ASKED.sub("", asked))
    if len(stated) > 1 and len({one.name for one in stated}) == len(stated) and all(one.name for one in stated):
        return tuple(stated[:_MOST])
    if deed := _one_deed(_MORE_ASKED.sub("", asked)):
        return deed
    if _YES_NO.match(asked):
        return (
            Choice("yes", f"The answer to “{_short(asked)}?” is yes."),
            Choice("no", f"The answer to “{_short(asked)}?” is no."),
        )
    return (
        Choice("settled", "The file settles the question."),
        Choice("not_settled", "The file does not settle the question."),
    )


def _stated(asked: str) -> list[Choice]:
    """The alternatives of a question, none where its "or" joins things of which one thing is asked."""
    if not re.search(r"\sor\s", asked, re.IGNORECASE):
        return []
    found = _ASKED.match(asked)
    if found is None:
        return _bare(asked)
    head, *others = [one for one in _SPLIT.split(re.sub(r"\beither\s", "", found["rest"])) if one]
    if not others or _NOT.match(others[-1]):
        return []
    aux = found["aux"].lower()
    last = _NEITHER.match(others[-1])
    rest = others[:-1] if last is not None else others
    made = _passive(aux, head, rest) or _active(aux, head, rest, last is not None) or _opposed(aux, head, rest)
    if made and last is not None:
        made.append(Choice(slug(last["what"]), f"The answer is {last['what'].lower()}."))
    return made


def _one_deed(asked: str) -> tuple[Choice, ...]:
    """To do what a question names, and not to do it: "Should the denial be upheld?"; none where it asks what is so, or of several deeds."""
    told = _OR_NOT.sub("", re.sub(r"^(?P<aux>\w+)n['’]t ", r"\g<aux> ", asked))
    found = _ASKED.match(told)
    if found is None or found["aux"].lower() not in _NEGATED or _SEVERAL.search(told) or _COUNTED.search(told):
        return ()
    aux, rest = found["aux"].lower(), re.sub(r"\snot\s", " ", found["rest"], count=1, flags=re.IGNORECASE)
    passive, be = _PASSIVE.match(rest), ""
    if passive is not None:
        be, who, doing, matter = f"{passive['be'].lower()} ", passive["who"], passive["first"], passive["who"]
        asks = "be " if aux in _WISHED else "to be "
        if not _is_participle(doing) or be != asks or (aux in _STATES and _EXPECTED.search(who)):
            return ()
    else:
        said = rest.split()
        place = _sure_verb(said) if aux in _WISHED else None
        if place is None:
            return ()
        who, doing, matter = " ".join(said[:place]), " ".join(said[place:]), " ".join(said[place + 1 :])
    subject = who[:1].upper() + who[1:]
    name = slug(doing)
    if not name:
        return ()
    return (
        Choice(name, f"{subject} {aux} {be}{doing}.", doing.lower(), matter, of_one_deed=True),
        Choice(
            slug(f"not {doing}"), f"{subject} {_NEGATED[aux]} {be}{doing}.", doing.lower(), matter, True, negated=True
        ),
    )


def _bare(asked: str) -> list[Choice]:
    """Alternatives without a verb of their own: "Lend or sell?", "Who should pay: the landlord or the tenant?"."""
    asked = _ASKS_TO.sub("", asked)
    which = _WHICH.match(asked)
    if which is None and (
        len(asked.split()) > _FRAGMENT or re.match(r"(?:who|what|which|where|when|how|why)\b", asked, re.I)
    ):
        return []
    told = re.sub(r"^either\s", "", which["rest"] if which is not None else asked, flags=re.IGNORECASE)
    parts = [one for one in _SPLIT.split(told) if one]
    if len(parts) < 2 or any(_NOT.match(one) for one in parts):
        return []
    doing = which is None and all(_is_doing(f"{one[:1].lower()}{one[1:]}", False) for one in parts)
    if doing:  # an order: "Uphold or dismiss Orr's claim"
        parts = _each_with_object(parts)
    matter = " ".join(_verb_and_object(parts[0])[1]) if doing else ""
    return [Choice(slug(one), f"{one[:1].upper()}{one[1:]}.", one.lower(), matter) for one in parts]


def _passive(aux: str, head: str, others: Sequence[str]) -> list[Choice]:
    """Alternatives of what is to be done to something: each begins with a participle, or says how far the first one goes."""
    found = _PASSIVE.match(head)
    if found is None or not _is_participle(found["first"]):
        return []
    done = found["first"].split()[0]
    doings = [found["first"]]
    for one in others:
        told = re.sub(r"^(?:to )?be ", "", one, flags=re.IGNORECASE)
        if _is_participle(told):
            doings.append(told)
        elif _PARTLY.match(told):
            doings.append(f"{done} {told}")
        else:
            return []
    be = found["be"].lower()
    return [_choice(found["who"], f"{aux} {be}", one, found["who"]) for one in doings]


def _is_participle(text: str) -> bool:
    word = text.split()[0].lower() if text.split() else ""
    return is_verb(word) and (
        word.endswith(("ed", "en", "ied")) or word in past_forms() or word in ("set", "put", "cut")
    )


def _active(aux: str, head: str, others: Sequence[str], neither: bool) -> list[Choice]:
    """Alternatives of what somebody is to do: each begins with a verb; or one of several things is to be chosen."""
    to = _TO.match(head) if aux in _STATES else None
    if to is not None and all(one.lower().startswith("to ") for one in others):
        return [_choice(to["who"], f"{aux} to", one) for one in (to["first"], *(one[3:] for one in others))]
    if aux not in _OF_WISH:
        return []
    place = _verb_at(head.split())
    if place is None:
        return []
    said = head.split()
    who, first = " ".join(said[:place]), " ".join(said[place:])
    choosing = _CHOOSING.match(said[place]) is not None and len(said) > place + 1
    choosing = choosing and not _DIRECTION.match(said[place + 1])
    if all(_is_doing(one, choosing) for one in others):
        doings = _each_with_object([first, *others])
        verbs = [one.split()[0].lower() for one in doings]
        matter = " ".join(doings[0].split()[1:])
        return [] if _of_one_sense(verbs) else [_choice(who, aux, one, matter) for one in doings]
    if choosing or (neither and others and len(said) > place + 1):
        return [_choice(who, aux, f"{said[place]} {one}") for one in (" ".join(said[place + 1 :]), *others)]
    return []


def _each_with_object(doings: Sequence[str]) -> list[str]:
    """Doings, each with what is done by it: "lend or sell the vase", "affirm or set aside Orr's licence" name that behind the last verb."""
    (_, first), (_, last) = map(_verb_and_object, (doings[0], doings[-1]))
    if first or not last or not (_BEFORE_OBJECT.match(last[0]) or last[0][0].isupper()):
        return list(doings)
    return [one if _verb_and_object(one)[1] else f"{one} {' '.join(last)}" for one in doings]


def _verb_and_object(doing: str) -> tuple[list[str], list[str]]:
    """The words of a verb, with its direction, and those behind it."""
    said = doing.split()
    size = 2 if len(said) > 1 and _DIRECTION.match(said[1]) else 1
    return said[:size], said[size:]


def _verb_at(said: Sequence[str]) -> int | None:
    """Where the doing begins behind its subject: a verb with an object or at the end, and no noun."""
    for place, word in enumerate(said):
        after = said[place + 1] if place + 1 < len(said) else ""
        if place == 0 or not is_verb(word.lower()) or word[0].isupper() or _BEFORE_NOUN.match(said[place - 1]):
            continue
        if not after or (_BEFORE_OBJECT.match(after) and after.lower() != "of") or after[0].isupper():
            return place
        if _CHOOSING.match(word):
            return place
    return None


def _sure_verb(said: Sequence[str]) -> int | None:
    """Where the doing begins, where no other word may be it as well: nouns that can be verbs stand right before it, or not at all."""
    able = [
        n
        for n, word in enumerate(said)
        if n and word.islower() and is_verb(word) and not _BEFORE_NOUN.match(said[n - 1])
        and not re.search(r"(?:ing|ed|[^s]s)$", word)
    ]  # fmt: skip
    place = _verb_at(said)
    if place not in able:
        return able[0] if len(able) == 1 else None
    return place if not any(n < place - 1 for n in able) else None


def _is_doing(text: str, thing: bool) -> bool:
    """Whether an alternative begins with a verb in its plain form, alone or with an object; with "it" where it may be a thing."""
    said = re.sub(r"^to ", "", text).split()
    if not said or not is_verb(said[0].lower()) or _NOT_PLAIN.search(said[0]):
        return False
    if thing:
        return len(said) > 1 and said[1] in ("it", "them")
    return len(said) == 1 or bool(_BEFORE_OBJECT.match(said[1])) or said[1][0].isupper()


def _of_one_sense(verbs: Sequence[str]) -> bool:
    """Whether two verbs say about the same, so that no choice between them is asked for ("pay or reimburse")."""
    if len(verbs) != 2:
        return False
    one, other = map(root, verbs)
    return kinship(one, other) >= _ONE_SENSE and not opposed(one, other)


def _opposed(aux: str, head: str, others: Sequence[str]) -> list[Choice]:
    """Two words that exclude each other: "Is the tree dead or alive?"."""
    said = head.split()
    if aux not in _STATES or len(others) != 1 or len(others[0].split()) != 1 or len(said) < 2:
        return []
    one, other = said[-1].lower(), others[0].lower()
    if not opposed(root(one), root(other)):
        return []
    return [_choice(" ".join(said[:-1]), aux, word) for word in (one, other)]


def _last_sentence(question: str) -> str:
    """The sentence that asks, without its mark."""
    told = " ".join(question.split())
    asking = [one for one in re.split(r"(?<=[.?!])\s+", told) if one.endswith("?")]
    return (asking[-1] if asking else told).rstrip("?. ")


def _short(text: str) -> str:
    return text if len(text) <= 400 else f"{text[:400].rsplit(' ', 1)[0]} …"


def _choice(who: str, aux: str, doing: str, matter: str = "") -> Choice:
    subject = who[:1].upper() + who[1:]
    return Choice(slug(doing), f"{subject} {aux} {doing}.", doing.lower(), matter)


def slug(text: str) -> str:
    """A text as a short name: lower case, digits and underscores, beginning with a letter; empty where none is left."""
    told = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    told = re.sub(r"^[^a-z]+", "", told)
    if len(told) <= 40:
        return told.rstrip("_")
    return told[:41].rsplit("_", 1)[0].strip("_")[:40]
