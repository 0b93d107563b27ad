"""How well a sentence fits a slot: stated parts, each in [0, 1], added up to a rubric score of 0 to 10.

| part | weight | what it counts |
|---|---|---|
| cues | 2.5 | distinct patterns of the slot that the sentence matches, two are full marks |
| topic | 3.0 | words of the branch, of the question and of the plan's queries that it has, by how rare they are |
| source | 2.0 | strength of its class of source for a rule or a fact (``source_strength.yaml``) |
| nature | 1.0 | it is the kind of sentence that the component asks for |
| values | 1.0 | it speaks of the values that the perspective weighs most |
| detail | 0.5 | it has a figure, a date or a name, and is neither short nor long |
| penalty | -3 | hearsay, a fact of another case, a back reference, a signpost |
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.agents.rules.background import Background, keys_of, names_in, of_another_case, overlap
from foam_graph.agents.rules.component_needs import ComponentNeeds, Nature, needs_of
from foam_graph.agents.rules.source_strength import strength
from foam_graph.agents.tasks import table as tasks
from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.wording import points_back, word_count
from foam_graph.findings.language.words import words
from foam_graph.findings.passages import Passage

_BESIDE = 0.2
_AT_LARGE = frozenset({"statistics", "research", "news", "advocacy", "policy_manual"})
# In source_strength.yaml only law, rulings and manuals lie above the first for rules, only advocacy below the
# second for facts.
_RULING, _INTERESTED = 0.55, 0.3
_COMMON = 6
"""Sentences with a word of the branch from which on a fit sentence is asked to be one of them."""
LEAST = 4.6
"""A candidate below this score does not fill a slot: an empty slot is the honest answer."""
_LONGEST_CUE_INPUT = 2000
_HEARSAY = re.compile(
    r"\b(?:(?:is|are|was|were) (?:said|reported|rumou?red|believed|alleged|thought|claimed) to"
    r"|allegedly|reportedly|rumou?rs?"
    r"|anonymous|have heard|has heard|heard that|suspects?|suspected|presumes?|presumed|feels?|believes?|doubts?)\b",
    re.IGNORECASE,
)
_CAUSAL = re.compile(
    r"\b(?:because|since|therefore|thereby|so that|as a result|leads? to|led to"
    r"|results? in|resulted in|caus(?:e|es|ed|ing)"
    r"|would|increas\w+|reduc\w+|prevent\w*|produc\w+|enabl\w+|depends? (?:on|upon)|contribut\w+|tends? to)\b",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(
    r"\b(?:except\w*|unless|do(?:es)? not apply|notwithstanding|provided that|good cause|waive[sd]?|waiver|exempt\w*"
    r"|other than|only (?:if|when|where)|is valid for|includes?)\b",
    re.IGNORECASE,
)
_TERM = re.compile(r"^[^\W\d_]+ [^\W\d_]+$")
_SIGNPOST = re.compile(
    r"^(?:This |The )?(?:Section|Part|Chapter|Article|Title|Paragraph"
    r"|Regulation|Rule|Schedule|section|part|chapter)\b.{0,12}?"
    r"\b(?:sets|defines|governs|concerns|records|contains|deals|describes|covers|lists)\b"
)
_PURPOSE = re.compile(
    r"^(?:The |Its )?(?:purpose|aim|object|objective|goal)s? of (?:this|the|these)\b.{0,60}?\b(?:is|are) to\b"
)
_DECISION = re.compile(
    r"\b(?:den(?:y|ies|ied)|reject(?:s|ed)|refus(?:es|ed)|grants?|granted|approv(?:es|ed)|reduc(?:es|ed)|terminat(?:es|ed)"
    r"|withdr(?:aws|ew)|suspend(?:s|ed)|dismiss(?:es|ed)|upholds?|upheld|revers(?:es|ed)|decid(?:es|ed)|orders|ordered|demands"
    r"|holds|held|finds|found|concludes|concluded)\b",
    re.IGNORECASE,
)
_BINDING = re.compile(
    r"\b(?:must|shall|may not|cannot|(?:is|are) (?:eligible|entitled|required|obliged))\b", re.IGNORECASE
)
_BOUND = re.compile(
    r"\b(?:exceeds?|at (?:least|most)|(?:more|less|fewer) than|limit|below|above|within \d+)\b", re.IGNORECASE
)
_PROPOSAL = re.compile(
    r"\b(?:should|ought|recommend\w*|propos\w+|asks?|requests?|urges?|calls? for|advocat\w+|let us)\b", re.IGNORECASE
)


_ASKED = re.compile(
    r"\b(?:asks?|asked|asking|wonders?|wondered|inquires?|inquired|questions?) (?:how|whether|what|why|who|which|if)\b",
    re.IGNORECASE,
)
_UNASSERTED = re.compile(
    r"\b(?:asks?|asked) for\b|\bwill (?:vote|decide|meet|hear|discuss|debate|answer)\b|\bleaves? open\b|\b(?:supports?|opposes?|endorses?) the\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Aim:
    """What a slot is about, worked out once for all its candidates.

    Attributes:
        slot: The slot.
        needs: What its component asks for.
        branch: Keys of the branch's name that occur in the corpus.
        question: Keys of the question, its names left out.
        names: Keys of the names in the question; they count a fifth of it.
        asked: The question itself.
        plan: Keys of the plan's queries and goal.
        below: Keys of the claims that the slot rests on.
        cues: Compiled patterns of the slot.
        view: The perspective.
        stated: The claims that the slot rests on.
        argument: Keys of the claims made so far for the same argument.
        known: Whether the corpus speaks of the branch's matter in its own words often enough to ask for them.
        bounded: Whether a claim of the argument sets a bound.
        central: Keys that at least an eighth of the offered sentences share: what the documents are about.
        filed: Whether the documents are the file of a case: several titles name whom the question names.
    """

    slot: tasks.Slot
    needs: ComponentNeeds
    branch: frozenset[str]
    question: frozenset[str]
    names: frozenset[str]
    asked: str
    plan: frozenset[str]
    below: frozenset[str]
    cues: tuple[re.Pattern[str], ...]
    view: tasks.View
    stated: tuple[str, ...]
    argument: frozenset[str] = frozenset()
    known: bool = False
    filed: bool = False
    central: frozenset[str] = frozenset()
    bounded: bool = False


def aim_of(
    slot: tasks.Slot,
    question: str,
    queries: list[str],
    view: tasks.View,
    stated: list[str],
    background: Background,
    offered: Sequence[Passage] = (),
) -> Aim:
    """Works out what a slot is about.

    Args:
        slot: The slot.
        question: The question.
        queries: Queries of the perspective's plan.
        view: The perspective.
        stated: Claims of the slots that this one rests on.
        background: Word frequencies.
        offered: The sentences that may be used.
    """
    seen = background.statistics.frequency
    named = matter_of(slot)
    branch = frozenset(key for key in named if not background.statistics.count or seen.get(key))
    cues = tuple(pattern for text in slot.cues if (pattern := _compiled(text)) is not None)
    asked = keys_of(question)
    plan = frozenset(key for query in queries for key in keys_of(query)) - asked
    below = frozenset(key for text in stated for key in keys_of(text)) - asked
    needs = needs_of(slot.component)
    names = names_in(question)
    argument = frozenset(key for text in slot.argument for key in keys_of(text)) - names
    return Aim(
        slot,
        needs,
        branch,
        asked - branch - names,
        names,
        question,
        plan - branch,
        below - branch,
        cues,
        view,
        tuple(stated),
        argument - asked,
        bool(slot.values) and sum(seen.get(key, 0) for key in branch) >= _COMMON,
        is_case_file(question, background),
        central_keys(offered) - branch - names,
        any(_BOUND.search(text) for text in slot.argument),
    )


def central_keys(offered: Sequence[Passage]) -> frozenset[str]:
    """Keys that at least an eighth of some sentences, and five of them, share.

    Args:
        offered: The sentences.
    """
    counted = Counter(key for one in offered for key in keys_of(one.text))
    return frozenset(key for key, count in counted.items() if count >= max(5, len(offered) / 8))


def is_case_file(question: str, background: Background) -> bool:
    """Whether at least a fifth of the documents have a name of the question in their title: a file on one case.

    Args:
        question: The question.
        background: The corpus.
    """
    key = ("case file", question)
    if key not in background.memo:
        titles = {one.document: one.title for one in background.corpus}
        named = sum(1 for title in titles.values() if names_in(question) & keys_of(title))
        background.memo[key] = len(titles) > 0 and named >= max(2, len(titles) / 5)
    return bool(background.memo[key])


def of_the_case(aim: Aim, passage: Passage) -> bool:
    """Whether a sentence may state a fact of the case asked about.

    In a case file, sources that speak of many cases do so only where they, or their titles, name whom it concerns.
    """
    return not aim.filed or passage.source_class not in _AT_LARGE or _names_the_case(aim, passage)


def _names_the_case(aim: Aim, passage: Passage) -> bool:
    return bool(aim.names & (keys_of(passage.text) | keys_of(passage.title)))


def matter_of(slot: tasks.Slot) -> frozenset[str]:
    """Keys of the matter that a branch names; words for its part in the argument ("Solvency") are left out."""
    return keys_of(slot.syllogism) - keys_of(slot.syllogism_type.replace("_", " "))


def _compiled(pattern: str) -> re.Pattern[str] | None:
    """A cue as whole words; None where it is no regular expression."""
    try:
        return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)
    except re.error:
        return None


def cue_hits(aim: Aim, text: str) -> int:
    """How many distinct cues of the slot a sentence has."""
    short = text[:_LONGEST_CUE_INPUT]
    found = {match.group().lower() for pattern in aim.cues if (match := pattern.search(short))}
    return len(found)


def on_topic(aim: Aim, passage: Passage, background: Background) -> float:
    """How much a sentence speaks of the slot's matter, in [0, 1]; a hit in the document's title counts a third."""
    statistics = background.statistics
    text, title = passage.text, f"{passage.title}. {passage.before}"
    branch = max(_spoken(aim, text, background), _spoken(aim, title, background) / 3) if aim.branch else 0.0
    branch = max(branch, _valued(aim, text, background), _valued(aim, passage.title, background) / 2)
    branch = max(branch, 0.8 * overlap(aim.argument, text, statistics))
    around = f"{text} {passage.title}. {passage.before} {passage.after}"
    asked = max(overlap(aim.question, text, statistics), 0.6 * overlap(aim.question, around, statistics))
    question = 0.8 * asked + 0.2 * overlap(aim.names, text, statistics)
    plan = overlap(aim.plan, text, statistics) if aim.plan else question
    below = overlap(aim.below, text, statistics) if aim.below else question
    rest = 0.45 * question + 0.25 * plan + 0.3 * min(1.0, 2 * below)
    if not aim.branch:
        centre = _centrality(aim, text)
        plain = max(question, rest) if matter_of(aim.slot) else 2.0 * question + 0.3 * below
        return min(1.0, max(plain, centre, 0.55 * min(1.0, 1.6 * branch) + 0.75 * rest + 0.5 * centre))
    return min(1.0, 0.55 * min(1.0, 1.6 * branch) + 0.75 * rest)


def _centrality(aim: Aim, text: str) -> float:
    """0, 0.3 or 0.5: none, one, or several of the words that the offered sentences share."""
    return (0.0, 0.3, 0.5)[min(2, len(aim.central & keys_of(text)))]


def _valued(aim: Aim, text: str, background: Background) -> float:
    """How much a text speaks of the values of the slot's argument; less where the corpus names its matter itself."""
    if not aim.slot.values or not matter_of(aim.slot):
        return 0.0
    found = background.values_of(text)
    share = min(1.0, sum(found.get(value, 0.0) for value in aim.slot.values))
    return (0.2 if aim.known else 0.6) * share


def _spoken(aim: Aim, text: str, background: Background) -> float:
    """Share of the branch's words that a text has; two words that make one term count little apart."""
    share = overlap(aim.branch, text, background.statistics)
    return share if share > 0.99 or not _TERM.match(aim.slot.syllogism.strip()) else 0.4 * share


def fits_nature(nature: Nature, text: str) -> bool:
    """Whether a sentence is of the kind that a component asks for.

    Args:
        nature: The kind.
        text: The sentence.
    """
    reading = read(text)
    if nature == "rule":
        return reading.rule and (not reading.past or bool(_BINDING.search(text)))
    if nature == "fact":
        return not reading.rule and not _PROPOSAL.search(text)
    if nature == "decision":
        return not reading.rule and bool(_DECISION.search(text))
    if nature == "amount":
        return bool(reading.quantities) and not reading.rule
    pattern = {"cause": _CAUSAL, "exception": _EXCEPTION, "proposal": _PROPOSAL}.get(nature)
    return pattern is None or bool(pattern.search(text))


def fitness(aim: Aim, passage: Passage, background: Background) -> float:
    """Rubric score of one sentence for a slot, 0 to 10; 0 where a necessary condition fails.

    Necessary: no claim below, or of the same argument, states it already; one cue where the slot has cues; some word of the branch, or a third of
    the question's weight; the kind of sentence, but for components that take any, or a cause.
    """
    deciding = aim.needs.nature == "decision" and fits_nature("decision", passage.text)
    hits = cue_hits(aim, passage.text) + deciding
    topic = on_topic(aim, passage, background)
    natural = fits_nature(aim.needs.nature, passage.text)
    strict = aim.needs.nature in ("rule", "fact", "amount", "exception", "proposal", "decision")
    if asks(passage.text):
        return 0.0
    if aim.needs.classes and passage.source_class not in (*aim.needs.classes, "unknown"):
        return 0.0
    if any(
        passage.text.strip().rstrip(".").lower()[1:] in claim.lower() for claim in (*aim.stated, *aim.slot.argument)
    ):
        return 0.0
    if aim.needs.nature in ("fact", "amount", "decision") and not of_the_case(aim, passage):
        return 0.0
    if aim.known and not aim.needs.against and not beside_the_branch(aim, passage, background):
        return 0.0
    if (aim.cues and not hits) or topic < least_topic(aim) or (strict and not natural):
        return 0.0
    if aim.argument:
        shared = overlap(aim.argument, passage.text, background.statistics)
        topic = min(1.0, 0.6 * topic + 0.8 * shared)
        if aim.needs.nature == "fact":
            # A rule that sets a bound asks for a figure.
            bare = aim.bounded and not read(passage.text).quantities
            topic -= 0.6 * (shared < _BESIDE and not overlap(aim.branch, passage.text, background.statistics))
            topic -= 0.6 * bare
        if aim.needs.nature == "amount":
            topic -= 0.6 * (shared < _BESIDE)
    score = 2.5 * (min(1.0, hits / 2) if aim.cues else 0.5) + 3.0 * topic + 2.0 * _source(aim, passage)
    score += 1.0 * natural + background.weight_of(passage.text, aim.view.values, aim.view.weights)
    score += _detail(passage) - _penalty(aim, passage) - 3.0 * (passage.id in aim.slot.used)
    return round(min(10.0, max(0.0, score)), 3)


def beside_the_branch(aim: Aim, passage: Passage, background: Background) -> bool:
    """Whether a sentence speaks of what the branch is about.

    It has one of its words or a fifth of its argument's so far, or its document's title speaks of the branch's values.
    """
    return (
        overlap(aim.branch, passage.text, background.statistics) > 0
        or overlap(aim.argument, passage.text, background.statistics) >= _BESIDE
        or bool(set(aim.slot.values) & set(background.values_of(passage.title)))
    )


def _source(aim: Aim, passage: Passage) -> float:
    """Strength of the source; where the component asks for certain classes, those are strongest."""
    rule = aim.needs.nature in ("rule", "exception") or None
    return 1.0 if passage.source_class in aim.needs.classes else strength(passage, rule)


def least_topic(aim: Aim) -> float:
    """Least topic of a slot: more is asked where the branch names a matter that the corpus has no word for."""
    return 0.2 if aim.branch else 0.3 if matter_of(aim.slot) else 0.25


def _detail(passage: Passage) -> float:
    """Half a point: a quarter for a figure, a date or a name, a quarter for a handy length."""
    reading = read(passage.text)
    named = any(word.name for word in words(passage.text))
    return 0.25 * bool(reading.quantities or reading.dates or named) + 0.25 * (8 <= word_count(passage.text) <= 40)


def _penalty(aim: Aim, passage: Passage) -> float:
    """Points off, added up.

    Hearsay 1.5, a question or an announcement 2, a fact of another case 3, a back reference 1, a signpost or
    a statement of purpose 2, a rule of a
    source without authority 1.5, a source that is written to win 1.
    """
    text = passage.text.strip().rstrip(".")
    empty = points_back(text) + 2.0 * bool(_SIGNPOST.match(text) or _PURPOSE.match(text))
    foreign = of_another_case(passage, aim.asked) and not read(text).rule
    empty += 1.5 * (aim.needs.nature == "rule" and strength(passage, True) < _RULING)
    empty += 1.0 * (strength(passage) < _INTERESTED)
    case = aim.needs.nature in ("fact", "amount", "decision")
    empty += 2.0 * (case and aim.filed and not _names_the_case(aim, passage))
    return 1.5 * bool(_HEARSAY.search(text)) + 2.0 * bool(_UNASSERTED.search(text)) + 3.0 * foreign + empty


def asks(text: str) -> bool:
    """Whether a sentence only reports a question: it asserts nothing that a claim could be."""
    return bool(_ASKED.search(text))


def hearsay(text: str) -> bool:
    """Whether a sentence only passes on, suspects or presumes."""
    return bool(_HEARSAY.search(text))
