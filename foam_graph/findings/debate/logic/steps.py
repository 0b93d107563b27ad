"""Steps from reason to claim: reasons that say the claim again, conclusions from nothing, steps that are taken for granted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from foam_graph.findings.debate.logic.connectives import CONCLUDING, INNER_CONCLUDING, joined
from foam_graph.findings.debate.logic.oppositions import alike
from foam_graph.findings.debate.logic.paraphrases import paraphrases
from foam_graph.findings.debate.logic.standing import Line, before, keys_of, shared, stems, topics
from foam_graph.findings.debate.logic.suspicion import Suspicion, cited
from foam_graph.findings.language.clauses import first_verb
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities

_VALUING = keys_of(
    "good better best bad worse worst right wrong just unjust fair unfair proper ought should benefit benefits beneficial"
    " harm harmful harms true false fact thing things way need needs necessary important able unable make makes people"
    " person persons everybody anyone child children pupil pupils student students worker workers user users citizen citizens"
)
_SAME = 0.62
_MUST = re.compile(r"\b(?:should|must|ought|has to|have to|needs? to|would|will|cannot)\b", re.IGNORECASE)
_OUGHT_TO = re.compile(r"\b(?:should|must|ought|has to|have to)\b", re.IGNORECASE)
_SO = re.compile(r",\s(?:and )?(?:so|therefore|hence|thus)\s(?!(?:that|as|far|long|much|many)\b)", re.IGNORECASE)
_POINTING = re.compile(
    r"\b(?:this|that|these|those|it|its|they|them|their|such|he|she|his|her|so doing|the same|both|neither|here|there)\b",
    re.I,
)
_BEARS = re.compile(
    r"\b(?:costs?|pays?|paid|prices?|loses?|lost|suffers?|harms?|helps?|saves?|needs?|reach|hospital|poor|sick|old people|danger|risk|safe"
    r"|works?|worked|fails?|failed|better|worse|more|less|fewer)\b",
    re.IGNORECASE,
)
"""What bears on most motions: a need, a cost, a risk, a result."""
_GRANTED = re.compile(
    r"\b(?:obviously|of course|naturally|inevitabl[ey]|undoubtedly|without (?:a )?doubt|surely|simply will|will simply"
    r"|only ever|it goes without saying|everyone knows|everybody knows|as we all know|needless to say|bound to|certain to|it stands to reason|(?:can|may) safely assume|undeniabl[ey]|doubtless|no doubt"
    r"|self-evident(?:ly)?|no one can deny|nobody can deny|(?:it is |it['’]s )?(?:clear|plain|obvious|evident)(?: to (?:all|everyone|everybody|anyone))?(?: that|,)"
    r"|clearly,|plainly,|certainly,|there (?:can be|is) no (?:question|doubt|denying)(?: that)?|we all know(?: that)?|no(?:body| one) (?:will|would|could) (?:doubt|deny)"
    r"|as everyone can see|any child knows|goes without saying|(?:take|taken) (?:it )?for granted(?: that)?|sure to|automatically|as a matter of course"
    r"|unquestionably|indisputably|inescapably|(?:will|would) certainly|common sense tells us|no (?:reasonable|sensible|serious) (?:person|man|woman))(?:\b|(?<=,))",
    re.IGNORECASE,
)
_GRANTED_ALONE = re.compile(
    r"\b(?:unthinkable|inconceivable|(?:hardly|scarcely) needs? (?:any )?(?:proof|proving|saying)|needs? no (?:proof|proving)"
    r"|need(?:s)? not (?:be (?:shown|proved|argued)|show|prove|argue)|(?:simply |just )?no way that|beyond (?:all |any )?(?:doubt|question|dispute))\b",
    re.IGNORECASE,
)
"""Words by which a statement of any kind is taken for granted."""
_STEP = re.compile(
    r"\b(?:will|would|makes?|causes?|leads?|means?|become|becomes|turns?|costs?|brings?|loses?|have|has|gets?|destroys?|ruins?)\b",
    re.IGNORECASE,
)
_WHENEVER = re.compile(r"\b(?:more|less|better|worse|when|whenever|if|where|once|as soon as)\b", re.IGNORECASE)
_SOURCE = re.compile(
    r"\b(?:study|studies|survey|report|reports|reported|trial|trials|count|counted|measured|found|record|records|data|figures?"
    r"|statistics|according to|experiment|evidence|example|instance|(?:the|a|our) (?:court|law) (?:\w+ )?(?:says?|said|requires?|provides?|grants?"
    r"|held|holds|found|ruled)|by law|promised in writing)\b",
    re.IGNORECASE,
)


def circles(lines: Sequence[Line]) -> Iterator[Suspicion]:
    """Reasons that add nothing to their claim, and pairs of steps that go there and back.

    Args:
        lines: The sentences of one side.
    """
    steps = [
        (line, joint.one, joint.other)
        for line in lines
        if line.own
        for joint in joined(line.text)
        if joint.joint == "reason"
    ]
    for line, reason, claim in steps:
        if _repeats(reason, claim) or paraphrases(reason, claim):
            why = f'The reason given in {cited(line)} says again what it is to show: "{reason}".'
            yield Suspicion("circularity", line, line.text.strip(), (), why)
    for number, (line, reason, claim) in enumerate(steps):
        for earlier, first_reason, first_claim in steps[:number]:
            if alike(reason, first_claim) >= _SAME and alike(claim, first_reason) >= _SAME:
                why = f"{cited(earlier)} rests on what {cited(line)} is to show, and the other way round."
                yield Suspicion("circularity", line, line.text.strip(), (earlier,), why)


def _repeats(reason: str, claim: str) -> bool:
    """Whether a reason has nothing but the claim's own matter, judgements of value left out."""
    mine, theirs = set(stems(reason)) - _VALUING, set(stems(claim)) - _VALUING
    if not mine or len(stems(claim)) < 2 or find_quantities(reason) or find_dates(reason):
        return False
    new = [key for key in mine if key not in shared(mine, theirs)]
    left = [key for key in theirs if key not in shared(theirs, mine)]
    return len(mine) - len(new) >= 2 and not new and len(left) <= 1


def gaps(lines: Sequence[Line], motion: str) -> Iterator[Suspicion]:
    """Conclusions that share nothing with the sentence they are drawn from, where that speaks of nothing debated.

    Args:
        lines: The sentences of one side.
        motion: The motion.
    """
    debated = set(topics(motion))
    for line in lines:
        conclusion = CONCLUDING.match(line.text)
        if line.own and _leads_nowhere(line.text, debated):
            why = f"Nothing leads from the reason that {cited(line)} gives to what it concludes."
            yield Suspicion("missing_link", line, line.text.strip(), (), why)
            continue
        if not line.own or not (conclusion or INNER_CONCLUDING.search(line.text)):
            continue
        near = before(line, lines, 1)
        claim = line.text[conclusion.end() :] if conclusion else line.text
        keys = topics(claim)
        if not near or len(keys) < 2 or not shared(keys, debated) or not _MUST.search(claim) or _POINTING.search(claim):
            continue
        premise = near[0]
        if _BEARS.search(premise.text) or (negations(premise.text) and not find_quantities(premise.text)):
            continue
        if len(premise.keys) < 2 or shared(premise.keys, keys) or shared(premise.keys, debated) or not premise.flat:
            continue
        if any(shared(premise.keys, one.keys) for one in lines if one not in (premise, line)) and _POINTING.match(
            premise.text
        ):
            continue
        why = f"Nothing leads from {cited(premise)} to the conclusion that is drawn from it in {cited(line)}."
        yield Suspicion("missing_link", line, line.text.strip(), (premise,), why)


def _leads_nowhere(text: str, debated: set[str]) -> bool:
    """Whether a sentence concludes something of what is debated from a reason of its own that has to do with neither."""
    inner = _SO.search(text)
    pairs = [(text[: inner.start()], text[inner.end() :])] if inner else []
    pairs += [(joint.one, joint.other) for joint in joined(text) if joint.joint == "reason"]
    for reason, claim in pairs:
        keys, theirs = topics(claim), topics(reason)
        if len(theirs) < 2 or len(keys) < 2 or not shared(keys, debated) or not _OUGHT_TO.search(claim):
            continue
        linked = shared(theirs, keys) or shared(theirs, debated) or _POINTING.search(reason)
        if not linked and not _BEARS.search(reason) and not negations(reason) and not find_quantities(reason):
            return True
    return False


def assumptions(lines: Sequence[Line]) -> Iterator[Suspicion]:
    """Steps that are called obvious, for which the side offers no reason, figure or source anywhere.

    Args:
        lines: The sentences of one side.
    """
    for line in lines:
        alone = _GRANTED_ALONE.search(line.text)
        sure = alone or (_GRANTED.search(line.text) and _ventures(line.text))
        if not sure or not line.own or _offered(line, lines):
            continue
        why = f"{cited(line)} is taken for granted; the side offers nothing for it."
        yield Suspicion("unsupported_assumption", line, line.text.strip(), (), why)


def _ventures(text: str) -> bool:
    """Whether what is taken for granted is a step: something that comes about, or holds in general of others."""
    return bool(_STEP.search(text) or (_WHENEVER.search(text) and first_verb(text) is not None))


def _offered(line: Line, lines: Sequence[Line]) -> bool:
    """Whether the side gives a figure, a source or a reason for what a sentence says, there or elsewhere."""
    if find_quantities(line.text) or find_dates(line.text) or _SOURCE.search(line.text):
        return True
    if CONCLUDING.match(line.text):
        return True
    others = [one for one in lines if one.name != line.name and len(shared(line.keys, one.keys)) >= 2]
    backed = [one for one in others if find_quantities(one.text) or _SOURCE.search(one.text)]
    following = [one for one in lines if one.turn == line.turn and one.place == line.place + 1]
    return bool(backed) or any(
        re.match(r"(?:because|the reason|for example|for instance)", one.text, re.I) for one in following
    )
