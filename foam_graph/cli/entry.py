"""Runs the command line: parses, calls the verb, and turns whatever happens into an exit code and readable words.

Exit codes: 0 ok, 1 a check failed or a bug, 2 usage, 3 environment, 130 interrupted, 141 the reader went away.
"""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from foam_graph.cli.output import clean, prepare_streams, write_json
from foam_graph.cli.verbs import Verbs
from foam_graph.errors import FoamError, UsageError
from foam_graph.version import __version__
from foam_graph.web.memory_held import begin_anew

INTERRUPTED = 130
READER_GONE = 141

app = typer.Typer(cls=Verbs, name="foam", rich_markup_mode=None)


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"foam-graph {__version__}\n")
        raise typer.Exit


@app.callback()
def foam(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Positions that can be challenged piece by piece.

    A question over a corpus becomes a position whose every part leads to its source; a challenge to one part
    changes only what rests on it. Exit codes: 0 ok, 1 a check failed, 2 usage, 3 environment.

    To begin: foam demo shows it all on a sample. With papers of your own: foam sheet FOLDER; then foam up, foam load FOLDER
    --corpus NAME, and foam ask QUESTION --corpus NAME.
    """
    del version


COMPLETING = "_FOAM_COMPLETE"
"""Set by the shell's completion script, which typer writes, when it asks."""
GC_THRESHOLD = (100_000, 50, 50)
"""How many objects are made before Python looks for cycles that nothing refers to any more."""


SERVING = "serve"
"""The verb of a server that runs for weeks, so that it matters where its memory is taken from."""


def main() -> None:
    """Entry point of the ``foam`` command."""
    # A run makes and keeps many small objects; by default Python looks through all of them again and again, which takes
    # a third of the time of committing small deltas (benchmarks/bench_events.py).
    gc.set_threshold(*GC_THRESHOLD)
    if COMPLETING in os.environ:
        _complete()
    if sys.argv[1:2] == [SERVING]:
        begin_anew()
    sys.exit(run(sys.argv[1:]))


def _complete() -> None:
    """Answers a shell that asks what may stand next; typer does, and ends the process."""
    try:
        typer.main.get_command(app)(prog_name="foam")
    except FoamError:
        # What stands there already is wrong, e.g. no such verb. That is told when it is run; here it would garble the line.
        sys.exit(0)


def run(arguments: Sequence[str]) -> int:
    """Runs one command line.

    Args:
        arguments: What follows ``foam``.

    Returns:
        The exit code; nothing is raised.
    """
    prepare_streams()
    as_json = "--json" in arguments
    try:
        code = _invoke(list(arguments) or ["--help"])
        sys.stdout.flush()
        return code
    except FoamError as error:
        return _failed(error, error.exit_code, as_json)
    except KeyboardInterrupt as stop:
        return _failed(_interruption(stop), INTERRUPTED, as_json)
    except BrokenPipeError:
        # What is still buffered has no reader; without this, Python complains about it while it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    except Exception as error:
        if _interrupted(error):
            return _failed(_interruption(error), INTERRUPTED, as_json)
        return _unexpected(error, as_json)


def _invoke(arguments: list[str]) -> int:
    command = typer.main.get_command(app)
    try:
        with command.make_context("foam", arguments) as context:
            command.invoke(context)
    except typer.Exit as end:
        return int(end.exit_code)
    except SystemExit as end:  # how typer ends after it printed or installed a completion script
        return end.code if isinstance(end.code, int) else 0
    except Exception as error:
        # Typer's own usage errors; its class for them has moved between releases, this method has not.
        told = getattr(error, "format_message", None)
        if told is None:
            raise
        raise UsageError(_sentence(told()), _usage_hint(error)) from error
    return 0


def _sentence(text: str) -> str:
    return " ".join(text.split()).removesuffix(".")


def _usage_hint(error: Any) -> str:
    context, missing = getattr(error, "ctx", None), getattr(error, "param", None)
    # What is missing says itself what it is for; a value that cannot be used is told why already.
    about = str(getattr(missing, "help", None) or "") if type(error).__name__.startswith("Missing") else ""
    return f"{_ended(about)}See: {context.command_path if context else 'foam'} --help"


def _ended(text: str) -> str:
    """A text as a sentence with what parts it from the next; empty stays empty."""
    return f"{text.rstrip('.')}. " if text else ""


def _interrupted(error: BaseException) -> bool:
    """Whether an error only came up while an interruption was on its way, e.g. as a connection was closed."""
    found: BaseException | None = error
    while found is not None:
        if isinstance(found, KeyboardInterrupt):
            return True
        found = found.__context__
    return False


def _interruption(stop: BaseException) -> FoamError:
    """What to say after Ctrl-C; whoever knows the run has left a note."""
    hint = _noted(stop) or "If a run was under way: find it with foam runs, go on with foam resume RUN"
    return FoamError("interrupted; what was committed stays", hint)


def _noted(error: BaseException) -> str:
    """Notes left on an exception on its way, e.g. how a run is taken up again."""
    return " ".join(getattr(error, "__notes__", ()))


def _failed(error: FoamError, code: int, as_json: bool) -> int:
    if as_json:
        write_json(error.as_json() | ({"error": "Interrupted"} if code == INTERRUPTED else {}))
    else:
        hint = f"\n  {clean(error.hint)}" if error.hint else ""
        sys.stderr.write(f"foam: {clean(error.message)}{hint}\n")
    return code


def _unexpected(error: Exception, as_json: bool) -> int:
    if os.environ.get("FOAM_DEBUG"):
        traceback.print_exc()
    first = (str(error).splitlines() or [""])[0]
    hint = f"Run with FOAM_DEBUG=1 for the traceback. {_noted(error)}".strip()
    bug = FoamError(f"unexpected {type(error).__name__}: {first}", hint)
    return _failed(bug, 1, as_json)
