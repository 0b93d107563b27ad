"""Conditions and exceptions of rules that the sheet looked up: what they show on a ground, or on the rule alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.bearing import (
    Numbered,
    beside,
    deadlines,
    keys,
    numbered,
    same_section,
    share,
    speaks_to,
    trusted,
)
from foam_graph.agents.rules.case.decision import FAILS, STANDS, Decision, Ground
from foam_graph.agents.rules.case.showing import Cited, Showing
from foam_graph.casefile.case_file import CaseSentence

MET, NOT_MET, SAID_NOT_MET = "met", "not_met", "said_not_met"
"""Outcomes of a condition; the last is no outcome of its own, only the decision under review says it."""
_COMPOUND = re.compile(
    r"\b(?:hours?|days?|weeks?|months?|years?|dollars?|euros?|pounds?),? and \S+ "
    r"(?:minutes?|seconds?|hours?|days?|weeks?|months?|cents?|pence)\b",
    re.IGNORECASE,
)
_STATES_RULES = frozenset({"law", "policy_manual", "ruling"})
_DEFINES = re.compile(
    r"^(?:an?|the|any)\b[^,;]{2,80}? (?:is|are|means?) (?:an?|any|one|somebody|those)\b", re.IGNORECASE
)
_IN_PART, _MEANS = 0.3, 0.4
_GENERAL = frozenset({"statistics", "research", "news", "advocacy"})
"""Classes that tell of many cases, or of what a side wants."""


def exceptions(ground: Ground, rule: str, decision: Decision, data: CaseData) -> list[tuple[Numbered, str]]:
    """The exceptions to a rule on which a ground rests, with the verdict of each as far as it can be used.

    Args:
        ground: The ground.
        rule: Stable id of the sentence that states the rule.
        decision: The decision under review.
        data: The case.
    """
    file = data.file
    found = []
    for one in numbered(data, "rule"):
        if one.finding.inputs.get("kind") != "exception" or one.rule not in file.by_id:
            continue
        near = same_section(file.by_id[one.rule], file.by_id[rule])
        if near and (one.ids & ground.ids or _speaks(one, decision, data)):
            found.append((one, usable(one, decision, data)))
    return found


def _speaks(one: Numbered, decision: Decision, data: CaseData) -> bool:
    """Whether the decision itself speaks of the condition, or a fact does in words that it shares."""
    return speaks_to(condition_of(one), decision.document.sentences) or bool(evidence(one, decision, data, True))


def usable(one: Numbered, decision: Decision | None, data: CaseData) -> str:
    """The verdict of a condition where the sentences that decide it speak of it; empty where they do not.

    Args:
        one: The finding.
        decision: The decision under review, which is no evidence for itself.
        data: The case.
    """
    if _COMPOUND.search(" ".join(data.file.by_id[name].text for name in one.ids)):
        # "Four hours and five minutes" is one measure; what was tested is a part of it.
        return ""
    verdict = trusted(one.finding, data, decision)
    if verdict == MET and _undermined(one, data):
        return ""
    if verdict == SAID_NOT_MET and (decision is None or _spoken_of(one, decision, data)):
        return ""
    if verdict in (MET, NOT_MET) and not evidence(one, decision, data, verdict == MET):
        return ""
    return verdict


def _undermined(one: Numbered, data: CaseData) -> bool:
    """Whether a measure in the rule that says what a word of the condition means is not kept ("treated for six months")."""
    file, wanted = data.file, keys(condition_of(one))
    tested = [*deadlines(data), *numbered(data, "threshold")]
    return any(
        other.finding.verdict in ("beyond", "disputed")
        and other.rule != one.rule
        and _DEFINES.match(file.by_id[other.rule].text)
        and same_section(file.by_id[other.rule], file.by_id[one.rule])
        and share(wanted, file.by_id[other.rule].text) >= _MEANS
        for other in tested
    )


def _spoken_of(one: Numbered, decision: Decision, data: CaseData) -> bool:
    """Whether anything but rules and the decision speaks of a condition, even in part: then it is not undisputed."""
    wanted = keys(condition_of(one))
    return any(
        share(wanted, sentence.text) >= _IN_PART
        for document in data.file.documents
        if document.number != decision.document.number and document.source_class not in _STATES_RULES
        for sentence in document.sentences
    )


def evidence(one: Numbered, decision: Decision | None, data: CaseData, met: bool) -> list[CaseSentence]:
    """The sentences that meet a condition, or that say that it is not met, where they speak of it.

    Args:
        one: The finding.
        decision: The decision under review.
        data: The case.
        met: For the condition, else against it.
    """
    file, finding = data.file, one.finding
    out = decision.document.number if decision is not None else -1
    names = [s for s in finding.sentences[1:] if s not in finding.against] if met else list(finding.against)
    if finding.verdict == NOT_MET and not met and not names:
        excepting = {s.id for s in beside(finding, file)}
        names = [s for s in finding.sentences[1:] if s not in excepting]
    found = [file.by_id[s] for s in names if file.by_id[s].document != out]
    found = [s for s in found if file.document_of(s).source_class not in _GENERAL]
    return [s for s in found if speaks_to(condition_of(one), [s])]


def condition_of(one: Numbered) -> str:
    """A condition in the words of its rule."""
    return str(one.finding.inputs.get("condition", ""))


def with_exceptions(shown: Showing, rule: str, ground: Ground, decision: Decision, data: CaseData) -> Iterator[Showing]:
    """A showing with those of the exceptions to its rule; nothing where whether one applies is not settled.

    Args:
        shown: What the rule alone shows.
        rule: Stable id of the sentence that states the rule.
        ground: The ground.
        decision: The decision under review.
        data: The case.
    """
    if shown.outcome == FAILS:
        yield shown
        return
    known = exceptions(ground, rule, decision, data)
    met = [one for one, verdict in known if verdict == MET]
    disputed = [one for one, verdict in known if verdict == "disputed"]
    if met:
        yield shown
        yield _excepting(met[0], shown, ground, decision, data)
    elif disputed:
        yield replace(shown, disputed=True)
        yield replace(_excepting(disputed[0], shown, ground, decision, data), disputed=True)
    elif all(verdict in (NOT_MET, SAID_NOT_MET) for _, verdict in known):
        said = [one for one, verdict in known if verdict == SAID_NOT_MET]
        yield _unexcepted(shown, said[0], data) if said else shown


def unsettled(shown: Showing, rule: str, ground: Ground, decision: Decision, data: CaseData) -> str:
    """What keeps a ground open although its comparison is borne out: an exception of which the file does not tell enough.

    Args:
        shown: What the rule alone shows.
        rule: Stable id of the sentence that states the rule.
        ground: The ground.
        decision: The decision under review.
        data: The case.
    """
    left = [one for one, verdict in exceptions(ground, rule, decision, data) if verdict in ("", "disputed")]
    told = "; ".join(f"“{condition_of(one)}”" for one in left[:2])
    return f"{shown.compared}. Rules alone could not settle whether its exception applies ({told})." if left else ""


def _unexcepted(shown: Showing, one: Numbered, data: CaseData) -> Showing:
    """A showing against whose exception only the decision speaks, undisputed."""
    said = tuple(data.file.by_id[name].short for name in one.finding.against[:2])
    told = f"Only the decision speaks of the exception, “{condition_of(one)}”; it says that it does not apply."
    facts = (*shown.facts, Cited("what the decision alone says of the exception", said))
    return replace(shown, facts=facts, conclusion=f"{shown.conclusion} {told}")


def _excepting(one: Numbered, shown: Showing, ground: Ground, decision: Decision, data: CaseData) -> Showing:
    """That a ground fails because an exception applies to the rule on which it rests."""
    for_ = evidence(one, decision, data, True)
    exception = data.file.by_id[one.rule].short
    said = [s.short for s in ground.sentences if s.id in one.finding.against]
    cited = [*_any_one([s.short for s in for_], "the exception applies")]
    if said:
        cited.append(Cited("what the decision says of it", tuple(said[:2]), against=True))
    return Showing(
        outcome=FAILS,
        basis="exception",
        rules=(*shown.rules, exception),
        facts=tuple(cited),
        conclusion=(
            f"An exception applies, “{condition_of(one)}”: the rule on which the ground “{ground.what}” rests gives way, "
            "and the ground fails."
        ),
        exception=(exception,),
        excepted=tuple(cited),
    )


def excepted(ground: Ground, decision: Decision, data: CaseData) -> list[Showing]:
    """That a ground fails because an exception applies which the ground itself denies, whatever else it rests on.

    Args:
        ground: The ground.
        decision: The decision under review.
        data: The case.
    """
    denied = [
        one
        for one in numbered(data, "rule")
        if one.finding.inputs.get("kind") == "exception" and ground.ids & set(one.finding.against)
    ]
    bare = Showing(STANDS, "condition", (), (), "")
    return [_excepting(one, bare, ground, decision, data) for one in denied if usable(one, decision, data) == MET][:1]


def on_ground(ground: Ground, decision: Decision, data: CaseData) -> list[tuple[Numbered, Showing]]:
    """What requirements show on a ground that says that one is not met.

    Args:
        ground: The ground.
        decision: The decision under review.
        data: The case.
    """
    found = []
    for one in numbered(data, "rule"):
        said = [s for s in ground.sentences if s.id in one.finding.against]
        if one.finding.inputs.get("kind") != "requirement" or not said:
            continue
        verdict = usable(one, decision, data)
        if verdict in (MET, NOT_MET):
            found.append((one, _requirement(one, verdict, said, ground, decision, data)))
    return found


def _requirement(
    one: Numbered, verdict: str, said: Sequence[CaseSentence], ground: Ground, decision: Decision, data: CaseData
) -> Showing:
    met = verdict == MET
    shorts = tuple(s.short for s in evidence(one, decision, data, met))
    condition = condition_of(one)
    if met:
        conclusion = f"The condition “{condition}” is met, so that the ground “{ground.what}” fails."
    else:
        conclusion = f"The condition “{condition}” is not met, as the ground “{ground.what}” says."
    own = Cited("what the decision says of it", tuple(s.short for s in said[:2]), against=True)
    return Showing(
        outcome=FAILS if met else STANDS,
        basis="condition",
        rules=(data.file.by_id[one.rule].short,),
        facts=(*_any_one(shorts, "the condition is met" if met else "the condition is not met"), own),
        conclusion=conclusion,
    )


def _any_one(shorts: Sequence[str], tag: str) -> tuple[Cited, ...]:
    """Sentences each of which is enough."""
    if len(shorts) == 1:
        return (Cited(tag, tuple(shorts)),)
    return tuple(Cited(tag, (short,), any_of="evidence") for short in shorts[:4])


def alone(one: Numbered, decision: Decision | None, data: CaseData) -> list[Showing]:
    """What a looked-up condition shows of itself; both sides where it is disputed.

    Args:
        one: The finding.
        decision: The decision under review.
        data: The case.
    """
    return list(_alone(one, decision, data))


def _alone(one: Numbered, decision: Decision | None, data: CaseData) -> Iterator[Showing]:
    verdict = usable(one, decision, data)
    for outcome in (MET, NOT_MET):
        if verdict not in (outcome, "disputed"):
            continue
        shorts = [s.short for s in evidence(one, decision, data, outcome == MET)]
        if not shorts:
            continue
        # One sentence may be taken for both, e.g. where only a part of it bears on the condition: it is told once.
        against = [s.short for s in evidence(one, decision, data, outcome != MET) if s.short not in shorts]
        more = (Cited("what speaks against it", tuple(against[:3]), against=True),) if against else ()
        told = "met" if outcome == MET else "not met as the file stands"
        if outcome == NOT_MET and one.finding.inputs.get("split"):
            told = "met for some only, so that it is not met for all"
        excepting = beside(one.finding, data.file) if outcome == NOT_MET else []
        excepted_ = "; the same rules make an exception beside it" if excepting else ""
        yield Showing(
            outcome=outcome,
            basis="condition",
            rules=(data.file.by_id[one.rule].short, *(s.short for s in excepting)),
            facts=(*_any_one(shorts, f"the condition is {told}"), *more),
            conclusion=f"The condition “{condition_of(one)}” is {told}{excepted_}.",
        )
