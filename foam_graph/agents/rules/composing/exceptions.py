"""Rules with their exceptions, and facts that meet the exception's condition; causes chained over documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from foam_graph.findings.comparing.differences import opposed_words
from foam_graph.findings.language.clauses import Clause, labels_clash, light, read
from foam_graph.findings.language.composed_text import Composition, documents, quoted, whole
from foam_graph.findings.language.likeness import Statistics, clause_likeness
from foam_graph.findings.language.measures import (
    has_all,
    measured,
    of_this_case,
    phrase_keys,
    same_measure,
    split_phrase,
)
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import antonyms, same
from foam_graph.findings.passages import Passage

_EXCEPTION = re.compile(
    r"\b(?:except(?: that)?(?: (?:where|when|if|for|in))?|unless|(?:does|do|shall"
    r"|will) not apply (?:to|if|where|when|in)"
    r"|provided that|notwithstanding|(?:is|are) exempt(?:ed)?(?: from[^,.]*)? (?:if|when|where)"
    r"|(?:is|are|may be|shall be|can be) waived (?:if|when|where|for)|exception (?:is|applies|exists|for)"
    r"|for good cause|if (?:there is|the \w+ has) good cause|good cause (?:exists|includes|means|is))\b",
    re.IGNORECASE,
)
_EXEMPT = re.compile(r"\b(?:is|are) exempt(?:ed)?\b(?!\s+(?:if|when|where))", re.IGNORECASE)
_CAUSE = re.compile(
    r"(?<!\bthe )(?<!\ba )(?<!\ban )(?<!\bin )"
    r"\b(?:causes?|caused|leads? to|led to|results? in|resulted in|brings? about|brought about|triggers?|triggered"
    r"|contributes? to|contributed to|drives|drove|raises?|increases?|increased|reduces?|reduced"
    r"|(?:would|will|may|can|could) lower|lowers|lowered|prevents?|prevented|enables?|enabled|makes? possible"
    r"|allows?|allowed|forces|worsens?|worsened|improves?|improved|creates?|created)\b(?! (?:of|by|in)\b)",
    re.IGNORECASE,
)
_MODAL_END = re.compile(r"\s(?:would|will|may|might|can|could|must|shall|should)\s*$", re.IGNORECASE)
_TOLD = re.compile(
    r"\b(?:recalls?|says?|said|claims?|fears?|expects?|believes?|holds?|states?|reported)\b", re.IGNORECASE
)
_OUTSIDE = re.compile(r"\b(?:outside(?: of)?|beyond)\b", re.IGNORECASE)
# On the scale of `alike`: an exception is of one topic with its rule and not about the same thing.
_RULE_LIKENESS = 0.3
_MET = 0.6


def provisos(passages: Sequence[Passage], statistics: Statistics, focus: str = "") -> Iterator[Composition]:
    """Rules, their exceptions and the facts that meet them or expressly do not.

    Args:
        passages: Sentences in a fixed order.
        statistics: Word frequencies of the corpus.
        focus: The question; facts of another person's case are left out.

    Yields:
        Statements over at least two documents.
    """
    for exception in passages:
        condition = _condition(exception.text)
        if condition is None or not condition.topics:
            continue
        rule = _rule_of(exception, passages, statistics)
        if rule is None:
            continue
        for fact in passages:
            if fact.id in (rule.id, exception.id) or documents((rule, exception, fact)) < 2:
                continue
            reading = whole(fact)
            if fact.document == exception.document or reading.rule or _EXCEPTION.search(fact.text):
                continue
            if not of_this_case(fact, focus):
                continue
            bound = _bound_met(condition, reading) if condition.quantities else None
            if bound is None and (condition.quantities or not _meets(_core(condition), reading, statistics)):
                continue
            yield _stated(rule, exception, fact, condition, reading, bound)


def _condition(text: str) -> Clause | None:
    """What must hold for the exception: the words after its cue, or before it where it names who is exempt."""
    match = _EXCEPTION.search(text)
    if match is not None:
        return read(text[match.end() :].split(",")[0].strip() or text[: match.start()])
    exempt = _EXEMPT.search(text)
    return read(text[: exempt.start()]) if exempt else None


def _rule_of(exception: Passage, passages: Sequence[Passage], statistics: Statistics) -> Passage | None:
    """The rule that an exception belongs to: its own sentence where that states one, else the one most alike."""
    match = _EXCEPTION.search(exception.text) or _EXEMPT.search(exception.text)
    head = exception.text[: match.start()] if match else ""
    if match and re.match(r"except|unless|provided|for good|if ", match.group(), re.I) and len(read(head).topics) >= 2:
        return exception
    reading = whole(exception)
    scored = [
        (clause_likeness(reading, whole(one), statistics) + _nearness(one, exception), one)
        for one in passages
        if one.id != exception.id and whole(one).rule and not _EXCEPTION.search(one.text)
    ]
    fitting = [pair for pair in scored if pair[0] >= _RULE_LIKENESS]
    return max(fitting, key=lambda pair: pair[0])[1] if fitting else None


def _nearness(rule: Passage, exception: Passage) -> float:
    """How much closer a rule is for standing in the exception's document, and directly before it."""
    if rule.document != exception.document:
        return 0.0
    return 0.32 if rule.text == exception.before else 0.2


def _share(condition: Clause, fact: Clause, statistics: Statistics) -> float:
    """Share of the weight of a condition's words that a fact has."""
    keys = [key for key in condition.topics if not light(key)]
    total = sum(statistics.weight(key) for key in keys)
    met = [key for key in keys if any(same(key, other) for other in fact.topics)]
    if not total or (len(met) < 2 and len(keys) > 1):
        return 0.0
    return sum(statistics.weight(key) for key in met) / total


def _core(condition: Clause) -> Clause:
    """A condition without who must do it ("certified by a clerk") and without the person that it is about."""
    agentless = re.sub(r"(?<=ed)\sby\s(?:an?|the)\s.*$", "", condition.text)
    return read(re.sub(r"^(?:an?|the|any)\s\w+\s(?:who|whose)\s", "", agentless.strip(), flags=re.IGNORECASE))


def _bound_met(condition: Clause, fact: Clause) -> bool | None:
    """Whether an amount of a fact meets the bound of a condition; None where either gives none."""
    for bound in condition.quantities:
        for one in fact.quantities:
            if bound.comparator in ("=", "~") or one.unit != bound.unit or len(fact.quantities) > 1:
                continue
            if negations(fact.text) or not same_measure(measured(condition, bound).head, measured(fact, one).head):
                continue
            value = one.value
            return {"<": value < bound.value, "<=": value <= bound.value, ">": value > bound.value}.get(
                bound.comparator, value >= bound.value
            )
    return None


def _meets(condition: Clause, fact: Clause, statistics: Statistics) -> bool:
    """Whether a fact speaks of what a condition asks for, enough of it and its predicate."""
    return _share(condition, fact, statistics) >= _MET and _says_it(condition, fact)


def _says_it(condition: Clause, fact: Clause) -> bool:
    """Whether a fact has the predicate of a condition, or its opposite; its whole phrase where it has no verb."""
    subject = [key for key in condition.subject if not light(key)]
    said = [word.key for word in condition.content if word.key not in condition.subject]
    if said and subject:
        opening = [word.key for word in fact.content if not word.name][:4]
        about = any(same(key, other) for key in subject[-1:] for other in (*fact.subject, *opening))
        return about and any(same(key, other) or antonyms(key, other) for key in said for other in fact.topics)
    phrase = [word.key for word in condition.content if not light(word.key)]
    if subject:
        return has_all(phrase, fact.topics)
    told = [word.key for word in fact.content]
    return any(
        all(same(key, twin) for key, twin in zip(phrase, told[start : start + len(phrase)], strict=True))
        for start in range(len(told) - len(phrase) + 1)
    )


def _stated(
    rule: Passage, exception: Passage, fact: Passage, condition: Clause, reading: Clause, bound: bool | None
) -> Composition:
    """The statement that a fact meets an exception's condition, or says that it is not met."""
    denied = int(bool(_OUTSIDE.search(reading.text)) != bool(_OUTSIDE.search(condition.text)))
    denied += len(negations(condition.text)) + len(negations(reading.text))
    opposites = [pair for pair in opposed_words(condition, reading) if antonyms(*pair)]
    met = bound if bound is not None else (denied + len(opposites)) % 2 == 0
    verdict = "meets" if met else "does not meet"
    text = f"The rule {quoted(rule)} has an exception"
    if rule.id != exception.id:
        text += f", {quoted(exception)}"
    text += f', for "{condition.text.strip().rstrip(".")}"; {quoted(fact)} {verdict} it.'
    ids = tuple(dict.fromkeys((rule.id, exception.id, fact.id)))
    values = {"operation": "exception", "condition": condition.text.strip().rstrip("."), "outcome": verdict}
    return Composition("exception", text, ids, values, f"The fact shares the words of the condition and {verdict} it.")


def chains(passages: Sequence[Passage]) -> Iterator[Composition]:
    """Causes chained over two documents: one links X to Y, another one Y to Z.

    Args:
        passages: Sentences in a fixed order.

    Yields:
        Statements over two documents.
    """
    links = [(one, parts) for one in passages if (parts := _link(one.text)) is not None]
    for first, (cause, _, effect) in links:
        for second, (middle, _, end) in links:
            if first.document == second.document or labels_clash(whole(first), whole(second)):
                continue
            shared = _shared_head(effect.text, middle.text)
            if shared and not _overlap(cause, end):
                text = (
                    f"{first.text.strip().rstrip('.')}; and {second.text.strip().rstrip('.')}. "
                    f"Taken together, {cause.text.strip()} bears on {end.text.strip().rstrip('.')} by way of {shared}."
                )
                values = {
                    "operation": "chain",
                    "from": cause.text.strip(),
                    "by": shared,
                    "to": end.text.strip().rstrip("."),
                }
                yield Composition("chain", text, (first.id, second.id), values, f'Both sentences speak of "{shared}".')


def _link(text: str) -> tuple[Clause, str, Clause] | None:
    """Cause, verb and effect of a causal sentence that is not denied."""
    match = _CAUSE.search(text)
    if match is None or negations(text) or text.rstrip().endswith("?"):
        return None
    lead = _MODAL_END.sub("", text[: match.start()].strip(" ,"))
    if _TOLD.search(lead) or re.search(r"\d[\d,]* of \d", lead):
        return None
    cause, effect = read(lead), read(text[match.end() :])
    if not cause.topics or not effect.topics:
        return None
    return cause, match.group(), effect


def _shared_head(effect: str, cause: str) -> str:
    """The noun phrase that ends one link and starts the next, as written in the first; empty where they differ."""
    left, right = (split_phrase(re.sub(r"^(?:in|to|that|the|an?)\s", "", one.strip()))[0] for one in (effect, cause))
    one, other = phrase_keys(left), phrase_keys(right)
    if not one or not other or light(one[-1]) or not same_measure(one, other) or not same(one[-1], other[-1]):
        return ""
    named = re.sub(r"\s(?:and|or)\s*$", "", left.strip(" ,."))
    return "" if _CAUSE.fullmatch(named) else named


def _overlap(one: Clause, other: Clause) -> bool:
    return any(same(a, b) for a in one.topics for b in other.topics if not light(a))
