"""Asking by a form: what can be chosen, what was chosen, and what it would take, told before anything is begun."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from foam_graph.app.asking import Ask, argued_by, check
from foam_graph.app.chains import runs
from foam_graph.app.cross_examining import BALLOT
from foam_graph.app.debating import Motion
from foam_graph.app.estimating import Estimate, estimate
from foam_graph.app.result import Listing, Result
from foam_graph.app.session import Session
from foam_graph.contest.unfinished import OUTCOME
from foam_graph.corpus.versions import current
from foam_graph.debate.speaking.formats import STANDARD, formats
from foam_graph.errors import UsageError
from foam_graph.reasoning.perspectives.library import library
from foam_graph.reasoning.templates.library import list_templates, load_template
from foam_graph.reasoning.turns import DEPTH, DEPTHS, Limits

MOST_SEED = 2**31
MOST_DEBATES = 50
"""Most debates that a form offers, the latest first."""


@dataclass(frozen=True)
class Choice(Result):
    """Something that can be chosen: its id, its name, what it is for, and its domain (empty where it has none)."""

    id: str
    name: str
    about: str
    domain: str = ""


@dataclass(frozen=True)
class AskChoices(Result):
    """What a question can be asked with.

    Attributes:
        corpora: Names of the corpora.
        templates: The shipped templates.
        perspectives: The shipped perspectives.
        depths: How deep a case can be argued.
        formats: Formats of debates.
        model: Name of the model that the settings name an endpoint or key for; empty for none: rules alone.
        today: The day that is counted to where none is given.
        debates: Debates that ended, the latest first, each with its motion and when it was last worked on.
    """

    corpora: tuple[str, ...]
    templates: Listing[Choice]
    perspectives: Listing[Choice]
    depths: tuple[str, ...]
    formats: Listing[Choice]
    model: str
    today: str
    debates: Listing[Choice]


@dataclass(frozen=True)
class AskForm:
    """A question as a form gives it: names alone, never files.

    Attributes:
        question: The question.
        corpus: Name of the corpus.
        template: Id of a shipped template; empty = what fits the question.
        perspectives: Two to six ids of shipped perspectives; none = those that the template comes with.
        depth: One of the depths.
        agents: ``offline`` or ``llm``.
        dated: Day that ages and limits are counted to; empty = today.
        seed: Seed of the run.
        debate: Id of a debate that the arguments are cross-examined by; empty = none.
    """

    question: str
    corpus: str
    template: str = ""
    perspectives: tuple[str, ...] = ()
    depth: str = DEPTH
    agents: str = "offline"
    dated: str = ""
    seed: int = 0
    debate: str = ""


@dataclass(frozen=True)
class DebateForm:
    """A debate as a form gives it: names alone, never files.

    Attributes:
        motion: The motion.
        corpus: Name of the corpus; empty for none.
        side: The side that the person speaks for, ``pro`` or ``con``; ``none`` = the product speaks for both.
        format: Id of a format.
        agents: ``offline`` or ``llm``.
    """

    motion: str
    corpus: str = ""
    side: str = "pro"
    format: str = STANDARD
    agents: str = "offline"


@dataclass(frozen=True)
class Foretold(Result):
    """What a run would read and take.

    Attributes:
        documents: Documents that it would read.
        sentences: Their sentences.
        chosen: Which template or perspectives would be taken by rule, and why; empty where both were named.
        estimate: Calls, tokens and money of the model; None for rules, which cost nothing.
        most_cost: US dollars after which a run stops by the settings; 0 = no limit.
        most_tokens: The same in tokens.
    """

    documents: int
    sentences: int
    chosen: str
    estimate: Estimate | None
    most_cost: float
    most_tokens: int


def choices(session: Session) -> AskChoices:
    """What a question can be asked with here."""
    settings = session.settings
    # Speeches of debates come last: who asks something wants an answer.
    templates = sorted((load_template(name) for name in list_templates()), key=lambda one: one.domain == "debate")
    debates = [one for one in runs(session) if one.kind == "debate" and one.step.endswith((BALLOT, OUTCOME))]
    return AskChoices(
        corpora=tuple(session.corpora.names()),
        templates=Listing(Choice(one.id, one.name, one.description, one.domain) for one in templates),
        perspectives=Listing(
            Choice(one.stance_id, one.role_label, one.disclosure_text, one.domain) for one in library().values()
        ),
        depths=DEPTHS,
        formats=Listing(Choice(one.id, one.name, "") for one in formats().values()),
        model=settings.model if settings.openai_api_key or settings.openai_base_url else "",
        today=date.today().isoformat(),
        debates=Listing(Choice(one.id, one.title, one.at) for one in debates[:MOST_DEBATES]),
    )


def asked(session: Session, form: AskForm) -> Ask:
    """What a form asks for, where a run can be opened for it; nothing is written.

    Raises:
        UsageError: Something in it cannot be used.
        CorpusError: No such corpus, or it is empty.
        Refused: The model's endpoint needs a key.
    """
    # A name that is no shipped template would be taken for a file of this machine.
    if form.template and form.template not in list_templates():
        raise UsageError(
            f"there is no template {form.template[:80]!r}",
            f"Choose one of {', '.join(list_templates())}, or none: then one is taken that fits the question.",
        )
    if form.depth not in DEPTHS:
        raise UsageError(f"there is no depth {form.depth[:80]!r}", f"Choose one of {', '.join(DEPTHS)}.")
    if not 0 <= form.seed < MOST_SEED:
        raise UsageError(f"the seed cannot be {form.seed}", "Leave it at 0.")
    wanted = Ask(
        form.question,
        form.corpus,
        form.template,
        form.perspectives,
        form.agents,
        form.seed,
        form.dated.strip(),
        limits=Limits(depth=form.depth),
        debate=form.debate.strip(),
    )
    check(session, wanted)
    return wanted


def foretell(session: Session, wanted: Ask) -> Foretold:
    """What a run would read and take; asks no model and writes nothing.

    Raises:
        CorpusError: No such corpus, or it is empty.
    """
    documents = current(session.corpora.documents(wanted.corpus))
    return Foretold(
        len(documents),
        sum(len(one.segmentation.spans) for one in documents),
        argued_by(wanted, documents).told,
        estimate(session, wanted) if wanted.agents == "llm" else None,
        session.settings.max_cost_per_run,
        session.settings.max_tokens_per_run,
    )


def motion_of(form: DebateForm) -> Motion:
    """The debate that a form asks for.

    Raises:
        UsageError: There is no such side.
    """
    sides = {"pro": "con", "con": "pro", "none": "both"}
    if form.side not in sides:
        raise UsageError(f"there is no side {form.side[:80]!r}", "Choose for, against, or none.")
    opponent = "r-debater" if form.side == "none" else "human"
    return Motion(
        form.motion, form.corpus, side=sides[form.side], opponent=opponent, format=form.format, agents=form.agents
    )
