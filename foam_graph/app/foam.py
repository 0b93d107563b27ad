"""The front door for Python: one object over the graph, whose methods are the verbs of the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from types import TracebackType

from foam_graph.app import comparing, contest_forms, contest_rulings, contesting, querying, showing, tracing
from foam_graph.app.auditing import Rows, cypher
from foam_graph.app.case_sheet import Sheet
from foam_graph.app.compared import PositionsDiff, RunsDiff
from foam_graph.app.contest_forms import Contest
from foam_graph.app.contest_status import ChallengeList, ChallengeStatus, challenge_status, challenges
from foam_graph.app.debate_comparing import DebateDiff
from foam_graph.app.export_files import Options, export_file
from foam_graph.app.exporting import Exported
from foam_graph.app.foam_arguing import Arguing, id_of
from foam_graph.app.graph_item import GraphItem
from foam_graph.app.handles import Corpus, Memory, Paths, Provenance
from foam_graph.app.importing import ImportedMap, import_files, import_text
from foam_graph.app.loading import LoadReport
from foam_graph.app.looking_back import cut_of
from foam_graph.app.prov_exporting import ProvExport
from foam_graph.app.result import JsonValue, Listing
from foam_graph.app.sentence_references import node_of
from foam_graph.app.session import Session
from foam_graph.app.sheets import sheet_of
from foam_graph.app.showing import Shown
from foam_graph.app.tracing import Why
from foam_graph.app.verifying import Verification, verify_all, verify_file, verify_run
from foam_graph.corpus.sentences.segmentation import ENGINE
from foam_graph.errors import UsageError
from foam_graph.store.auditing.free_cypher import BOUNDS, Bounds


class Foam(Arguing):
    """The graph, open. Make one with ``foam_graph.open()``.

    What it returns is frozen and typed; ``as_json()`` of it is what the verb prints with ``--json``. Every error is a
    ``FoamError``. It is not meant to be shared between threads.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def __enter__(self) -> Foam:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        cut = self._session.store.cut
        return f"<Foam of {self._session.settings.home}{f' at {cut.at}' if cut else ''}>"

    def close(self) -> None:
        """Closes the connections; the managed Neo4j keeps running. A view of the past leaves its Foam open."""
        self._session.close()

    # Documents

    def corpus(self, name: str) -> Corpus:
        """A corpus by its name."""
        return Corpus(name, self._session)

    def memory(self, name: str) -> Memory:
        """A memory of debates by its name."""
        return Memory(name, self._session)

    def corpora(self) -> tuple[str, ...]:
        """Names of the corpora that hold something."""
        return tuple(self._session.corpora.names())

    def load(self, paths: Paths, corpus: str, *, engine: str = ENGINE, supersedes: str = "") -> LoadReport:
        """Loads files, folders and archives into a corpus; what is there already is not loaded twice.

        Args:
            paths: What to load.
            corpus: Name of the corpus.
            engine: Segmentation engine.
            supersedes: Id of the document whose place the one that is loaded takes.

        Raises:
            CorpusError: Nothing in the paths could be read, or the corpus's name cannot be used.
            UsageError: ``supersedes`` with more than one document, too much to read, or a view of the past.
        """
        return self.corpus(corpus).load(paths, engine=engine, supersedes=supersedes)

    def sheet(
        self, corpus: Corpus | str, *, dated: date | None = None, agents: str = "offline", question: str = ""
    ) -> Sheet:
        """What the documents of a corpus show before anybody argues: dates, sums, limits, rules, each tested.

        Args:
            corpus: A corpus or its name; or the path of a file, folder or archive; or the id of a run.
            dated: The day for which the sheet says what was still to come on it; None = when each document was written.
            agents: ``offline``: rules alone; ``llm``: a model reads the documents as well, in one call, or two where it refuses a part; nothing of them is kept.
            question: What is to be decided, for the model; empty for nothing.

        Raises:
            CorpusError: No such corpus and no such path, or nothing in the path could be read.
            UsageError: No such agents, too much to read at once, or a run with a day, agents or a question.
            LlmError: The model gave no usable answer.
        """
        name = corpus.name if isinstance(corpus, Corpus) else corpus
        return sheet_of(self._session, name, dated, agents, question)

    def import_map(
        self,
        path: Path | str | None = None,
        *,
        text: str = "",
        name: str = "",
        by: str = "",
        formats: Sequence[str] = (),
    ) -> ImportedMap:
        """Takes an argument map in: AIF as JSON, Argdown, or what Argdown exports as JSON.

        Args:
            path: The file; or else ``text``.
            text: The map itself.
            name: What the text is called; its suffix says what it is (``.json``, ``.argdown``, ``.ad``).
            by: Person who imports it; empty = the installation does.
            formats: What it may be read as, of ``aif``, ``argdown`` and ``argdown-json``; empty = any.

        Raises:
            UsageError: Not exactly one of path and text, a text without a name, or a view of the past.
            DataFileError: It is none of these, or of another format than asked for. Nothing was written.
        """
        self._session.store.must_be_present("nothing is imported")
        if bool(path) == bool(text):
            raise UsageError("give one of a path and a text", "E.g. import_map(text=…, name='debate.argdown').")
        if path:
            return import_files(self._session, [Path(path)], by, formats)[0]
        return import_text(self._session, text, name, by, formats)

    # What stands in the graph

    def show(self, item: GraphItem | str, *, run: GraphItem | str = "") -> Shown:
        """One node or activity: its fields, who wrote it, its standing, its edges.

        Args:
            item: It, its id, the beginning of that, or the number of a sentence (``5.23``: document 5, sentence 23).
            run: The run that such a number is meant of; the newest where none is given.

        Raises:
            UnknownId: Nothing has such an id.
            AmbiguousId: More than one has an id that begins so.
        """
        return showing.show(
            self._session, node_of(self._session, id_of(item), id_of(run)), source=Provenance(self._session)
        )

    def why(self, item: GraphItem | str, *, run: GraphItem | str = "") -> Why:
        """Why a node is there: the path to the position, what it stands on, and what was said against any of it.

        Args:
            item: It, its id, the beginning of that, or the number of a sentence (``5.23``: document 5, sentence 23).
            run: The run that such a number is meant of; the newest where none is given.

        Raises:
            UnknownId: Nothing has such an id.
            AmbiguousId: More than one has an id that begins so.
        """
        return tracing.why(
            self._session, node_of(self._session, id_of(item), id_of(run)), source=Provenance(self._session)
        )

    def diff(self, a: GraphItem | str, b: GraphItem | str) -> PositionsDiff | RunsDiff | DebateDiff:
        """What differs between two positions of a run, or between two runs.

        Raises:
            UnknownId: Nothing has such an id.
            UsageError: The two are not of one sort, or positions of different runs.
        """
        return comparing.diff(self._session, id_of(a), id_of(b))

    # Contest

    def challenge(
        self,
        target: GraphItem | str,
        *,
        kind: str,
        grounds: str,
        evidence: Path | GraphItem | str = "",
        by: str = "",
        run: GraphItem | str = "",
        dry_run: bool = False,
        reweight: Mapping[str, float] | None = None,
        rescope: Mapping[str, str] | None = None,
        add: str = "",
        stakeholder: str = "",
        correction: str = "",
    ) -> Contest:
        """Challenges one part of a position; only what rests on it changes.

        Args:
            target: What is challenged; a sentence also by its number (``5.23``: document 5, sentence 23).
            kind: One of ``CHALLENGE_KINDS``.
            grounds: What is wrong.
            evidence: A file, or a sentence, record or document.
            by: Who challenges.
            run: The run, for a perspective that several runs hold and for numbers of sentences (the newest where none is given).
            dry_run: Say what it would touch and cost, and write nothing.
            reweight: For a normative challenge to a perspective: the weight that values should have.
            rescope: For one, ``jurisdiction`` or ``time_horizon`` as they should be.
            add: For a normative challenge: a perspective of the library to be heard as well.
            stakeholder: For one, ``NAME: WHAT IS AT STAKE`` of somebody left out.
            correction: For an issue, an option or the agenda (`structural`), or a node of an imported map: what it should say.

        Raises:
            UnknownId: Nothing has that id.
            ContestError: It cannot be challenged in this way. Nothing was written.
            CorpusError: The evidence cannot be read. Nothing was written.
        """
        weights = tuple(f"{value}={weight}" for value, weight in (reweight or {}).items())
        scopes = tuple(f"{name}={text}" for name, text in (rescope or {}).items())
        wanted = contest_forms.Challenge(
            id_of(target), kind, grounds, id_of(evidence), by, dry_run, id_of(run), weights, scopes, add, stakeholder,
            correction=correction,
        )  # fmt: skip
        return contesting.challenge(self._session, wanted)

    def rule(
        self, challenge: Contest | GraphItem | str, *, uphold: bool, reason: str, by: str, appeal: bool = False
    ) -> Contest:
        """A person rules on a challenge; the position is repaired accordingly.

        Args:
            challenge: The challenge.
            uphold: Whether it is right.
            reason: Why.
            by: Who rules.
            appeal: Whether this decides an appeal against a person's earlier ruling.

        Raises:
            UnknownId: No such challenge.
            UsageError: No reason or no name, or no person's ruling to appeal against.
            ContestError: What it was against has been superseded.
        """
        named = challenge.challenge or "" if isinstance(challenge, Contest) else id_of(challenge)
        return contest_rulings.rule(self._session, named, uphold, reason, by, appeal)

    def contests(self, *, skip: int = 0, most: int = 50) -> ChallengeList:
        """Challenges of every run, the latest first.

        Args:
            skip: How many to pass over.
            most: How many to list.
        """
        return challenges(self._session, skip, most)

    def contest(self, challenge: GraphItem | str) -> ChallengeStatus:
        """What became of a challenge; who raised it and who ruled is not told.

        Raises:
            UnknownId: No such challenge.
            AmbiguousId: More than one has an id that begins so.
        """
        return challenge_status(self._session, id_of(challenge))

    # Questions

    def query(self, name: str, **parameters: JsonValue | GraphItem) -> Rows:
        """The rows of a named query, e.g. ``foam.query("withdrawn_document", document=…)``.

        Args:
            name: Its name, see ``queries``.
            parameters: Its parameters; what has an id may stand for it.

        Raises:
            UnknownId: No such query.
            UsageError: A parameter is missing, unknown or of the wrong type; the query is one of the product's own; or it
                cannot be asked as of this moment.
        """
        wanted = querying.chosen(name)
        return querying.answer(self._session, wanted.name, _plain(parameters))

    def queries(self) -> Listing[querying.NamedQuery]:
        """The named queries."""
        return querying.queries()

    def cypher(self, statement: str, *, bounds: Bounds = BOUNDS, **parameters: JsonValue | GraphItem) -> Rows:
        """The rows of a Cypher statement of your own, if it only reads.

        Args:
            statement: One statement; give values as parameters, never inside the text.
            bounds: Most time, rows and memory.
            parameters: Its parameters; what has an id may stand for it.

        Raises:
            UsageError: It does not only read, or this is a view of the past.
            EnvironmentFault: It took more time or memory than it may.
        """
        return cypher(self._session, statement, _plain(parameters), bounds)

    def at(self, moment: str) -> Foam:
        """What was there then, for reading: another Foam, while this one goes on seeing the present.

        Args:
            moment: An activity's id (``RUN-SEQ``), or a time (``2026-11-21``, ``2026-11-21T10:00Z``); a day means its end.

        Raises:
            UsageError: It is neither, or this is such a view itself.
            UnknownId: No such activity.
        """
        return Foam(self._session.at(cut_of(self._session, moment)))

    # Proof

    def export(
        self,
        subject: GraphItem | Corpus | str,
        what: str,
        path: Path | str,
        *,
        format: str = "",  # noqa: A002 - the word that the option of the command line has
        compare: GraphItem | str = "",
        documents: bool = False,
        licence: str = "",
        history: bool = False,
        redact: bool = False,
        full: bool = False,
    ) -> Exported | ProvExport:
        """Writes an export to a file, which appears whole or not at all.

        Args:
            subject: A run, another chain, or a node; ``all`` for every chain; for cards a corpus.
            what: ``prov``, ``dossier``, ``journal``, ``cards``, ``pack`` or ``aif``.
            path: Where to; its folder must be there.
            format: One of the sort's formats; the first where none is given.
            compare: Another run to set beside it, in a dossier.
            documents: Put the documents into a pack, not only their hashes.
            licence: URL of the licence that a pack is given under.
            history: PROV of one node instead of a chain.
            redact: Leave personal texts out of PROV.
            full: Say in PROV also what the graph with its ledger is made from again.

        Raises:
            UsageError: An unknown sort, an option that it does not have, or a path that cannot be written.
            UnknownId: No such run, node or corpus.
            VerifyError: What would be exported does not hold.
        """
        options = Options(format, id_of(compare), documents, licence, history, redact, full)
        named = subject.name if isinstance(subject, Corpus) else id_of(subject)
        return export_file(self._session, what, named, Path(path), options)

    def verify(
        self, run: GraphItem | str = "", *, journal: Path | str | None = None, head: str = "", key: str = ""
    ) -> Verification:
        """Re-reads a chain, or all of them with their checkpoints, and says what does not hold: see its ``ok``.

        Args:
            run: A chain; every chain where none is given.
            journal: A file of ``export(…, "journal", …)`` instead.
            head: The chain's last hash as it was kept elsewhere.
            key: The key of the checkpoints, as it was published; for all chains together.

        Raises:
            UnknownId: No such chain.
            UsageError: Both a chain and a journal, a head without a chain, or a key with one.
        """
        if journal is not None:
            if run or key:
                raise UsageError("a journal stands alone", "Leave the run and the key out.")
            return verify_file(Path(journal), head)
        if not run and head:
            raise UsageError("a head belongs to one chain", "Name the run.")
        if run and key:
            raise UsageError("a key belongs to all chains together", "Leave the run out.")
        self._session.store.must_be_present("nothing is verified")
        return verify_run(self._session, id_of(run), head) if run else verify_all(self._session, key)


def _plain(parameters: Mapping[str, JsonValue | GraphItem]) -> dict[str, JsonValue]:
    return {name: value.id if isinstance(value, GraphItem) else value for name, value in parameters.items()}
