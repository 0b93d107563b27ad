"""The table of verbs, and a command group that imports a verb's module only when that verb is called.

The graph driver, the index and the exporters take a second to import; ``foam --help`` and ``foam segment`` need none.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from keyword import iskeyword
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from foam_graph.errors import UnknownId, UsageError

VERBS: dict[str, tuple[str, str]] = {
    "up": ("serving", "Start the managed Neo4j."),
    "down": ("serving", "Stop the managed Neo4j; what was committed is kept."),
    "serve": ("web_serving", "Serve the pages where people read, contest and audit."),
    "account": ("accounts", "Say who may do what in the web application: add, list and remove accounts."),
    "mcp": ("mcp_serving", "Serve assistants over the Model Context Protocol."),
    "status": ("serving", "Say whether Neo4j runs, where, and what it uses."),
    "doctor": ("serving", "Check the installation and say how to mend what is wrong."),
    "demo": ("demo", "Argue a sample appeal, contest it, repair it, export and verify it."),
    "load": ("loading", "Load documents into a corpus."),
    "loaders": ("loading", "List the loaders of outside collections, and from which package each comes."),
    "ingest": ("ingesting", "Read a corpus of millions in partitions and write files that Neo4j imports in bulk."),
    "fetch": ("researching", "Search arXiv or the web and take what is found into a corpus."),
    "documents": ("loading", "List the documents of a corpus."),
    "sheet": ("case_sheet", "Show what documents show before anybody argues."),
    "segment": ("segmenting", "Find the sentences of files, without storing anything."),
    "retrieve": ("retrieving", "Search a corpus for the sentences nearest to a query, or to each of a file of them."),
    "encoder": ("retrieving", "Show or prepare the encoder that search by meaning uses."),
    "ask": ("asking", "Answer a question over a corpus with a position."),
    "debate": ("debating", "Hold a debate on a motion, with a ballot at the end."),
    "resume": ("asking", "Take up a run or a debate that was cut short."),
    "rerun": ("rerunning", "Make a run anew with other perspectives, values or evidence rules, and compare."),
    "memory": ("remembering", "Build a memory of debates, look into it, search it, take a debate out."),
    "runs": ("asking", "List the runs and debates, the latest first."),
    "show": ("showing", "Show one node: fields, who wrote it, standing, edges."),
    "why": ("showing", "Show the path from a node to the position, and what was said against it."),
    "diff": ("showing", "Compare two positions of a run, or two runs."),
    "challenge": ("contesting", "Challenge one node of a position; only what rests on it changes."),
    "rule": ("contesting", "Rule on a challenge, as a person."),
    "webhooks": ("webhooks", "Tell other systems what happens, and look after what could not be told."),
    "verify": ("checking", "Re-read a chain, or all of them, and say what does not hold."),
    "checkpoint": ("proving", "Put all activities that no checkpoint covers yet under a new signed root."),
    "prove": ("proving", "Write or check a proof that a node is under a signed checkpoint."),
    "prov": ("prov_checking", "Check PROV documents against W3C PROV-CONSTRAINTS."),
    "aif": ("aif_checking", "Read argument graphs in AIF or Argdown: check them, count what they hold, compare two."),
    "import": ("importing", "Take argument maps of others, in AIF or Argdown, into the graph."),
    "label": ("importing", "Label an argument map: what is in, out or undecided."),
    "quotes": ("quoting", "Check quotations against their sources."),
    "evidence": ("quoting", "Say what citations are worth."),
    "experiment": (
        "experimenting",
        "Compare debaters: next utterances, debates, agreement, annotators, ablations, preference.",
    ),
    "export": (
        "exporting",
        "Write a run as a dossier, position, pack, journal or argument graph, runs as PROV, or a corpus as debate cards.",
    ),
    "replay": (
        "replaying",
        "Write the chains of a journal or of a full PROV export into a database that does not have them.",
    ),
    "erase": ("erasing", "Erase what a node says, wherever it was taken up; chains and proofs stay."),
    "rebuild": ("serving", "Write the managed database anew, so that its files hold nothing that was erased."),
    "retention": ("erasing", "Say which runs are older than the retention policy, and enforce it."),
    "schema": ("replaying", "Write or check the files generated from the model tables."),
    "query": ("querying", "Run one of the named Cypher queries, which only read."),
    "cypher": ("querying", "Run a Cypher statement of your own, if it only reads."),
    "perspectives": ("choosing", "List, show or sample perspectives."),
    "templates": ("choosing", "List or show templates."),
}
"""Verb to module of this package and summary; the module holds a Typer app of the verb's name."""
_WITHOUT_SESSION = frozenset({"segmenting"})
"""Modules of verbs that open no session, and start without what one needs."""


class Verbs(TyperGroup):
    """A group whose commands are the verbs of the table."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The verbs in the order of the table."""
        del ctx
        return list(VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A stand-in that knows the summary, for lists of commands."""
        del ctx
        found = VERBS.get(cmd_name)
        return TyperCommand(cmd_name, help=found[1], short_help=found[1]) if found else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The real command.

        Raises:
            UnknownId: No such verb; the message names one that is spelt alike.
        """
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            alike = get_close_matches(args[0], VERBS, n=1)
            guess = f"; did you mean {alike[0]!r}?" if alike else ""
            raise UnknownId(f"there is no verb {args[0][:80]!r}{guess}", "List them with: foam --help")
        name, _, rest = super().resolve_command(ctx, args)
        return name, loaded(str(name)), rest


def loaded(verb: str) -> Any:
    """Imports a verb's module and gives its command."""
    name = VERBS[verb][0]
    if name not in _WITHOUT_SESSION:
        # First, since it leaves out parts of libraries that are left out only where nobody has imported them yet.
        import_module("foam_graph.cli.sessions")
    module = import_module(f"foam_graph.cli.{name}")
    # Python has a word of its own in the place of one verb.
    command = typer.main.get_command(getattr(module, f"{verb}_" if iskeyword(verb) else verb))
    command.name = verb
    return command


class Verb(TyperCommand):
    """A command that refuses what was given but is empty, e.g. a script's unset variable.

    Most options and arguments that may be left out have an empty default: without a key to trust, for one, a pack is
    held against its own. So ``--key "$KEY"`` would check less than was asked for, and say that all holds.
    """

    def get_short_help_str(self, limit: int = 0) -> str:
        """Its first sentence, whole: lists of commands wrap it."""
        del limit
        return " ".join((self.help or "").partition("\n\n")[0].split())

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the command line.

        Raises:
            UsageError: A value is empty.
        """
        given = list(args)
        rest = super().parse_args(ctx, args)
        values = self.make_parser(ctx).parse_args(args=given)[0]
        for param in self.params:
            # An argument that must be given is the verb's own to judge: it knows what it is for.
            value = values.get(str(param.name)) if not param.required else None
            if any(isinstance(one, str) and not one.strip() for one in (value if isinstance(value, list) else [value])):
                name = param.opts[0] if param.param_type_name == "option" else str(param.name).upper()
                raise UsageError(f"{name} is empty", "Give a value, or leave it out.")
        return rest


def verb(*examples: str) -> Callable[[Callable[..., None]], typer.Typer]:
    """Makes a function the only command of a Typer app; its docstring is the help, ``examples`` end it."""

    def made(function: Callable[..., None]) -> typer.Typer:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name=function.__name__, cls=Verb, epilog=epilog(*examples))(function)
        return app

    return made


def epilog(*examples: str) -> str:
    """Examples as the end of a help text; the mark keeps their line breaks."""
    return "\n".join(["\b", "Examples:", *(f"  {example}" for example in examples)])
