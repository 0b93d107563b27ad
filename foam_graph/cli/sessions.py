"""Options that verbs share, and the session that a verb works in."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from foam_graph.cli.left_out import left_out
from foam_graph.cli.options import AsOf, Corpus, Json
from foam_graph.cli.output import clean
from foam_graph.errors import UsageError

# The driver of Neo4j converts tables and arrays, of which none is ever sent to it or asked of it.
with left_out("numpy", "pandas", "pyarrow"):
    import foam_graph.store.connection  # noqa: F401
# httpx brings a program of its own along, which colours code.
with left_out("httpx._main"):
    import httpx  # noqa: F401
from foam_graph.app.session import Session

__all__ = ["AsOf", "Corpus", "Json", "bar", "opened", "steps", "text_or_stdin"]

MOST_INPUT = 50 * 2**20


@contextmanager
def steps(as_json: bool) -> Iterator[Callable[[str], None]]:
    """A place to tell steps to: a line on stderr that changes, where somebody looks at it."""
    if as_json or not sys.stderr.isatty():
        yield lambda _text: None
        return
    with Console(stderr=True).status("") as status:
        yield lambda text: status.update(clean(text).replace("[", "\\["))


@contextmanager
def bar(as_json: bool) -> Iterator[tuple[Callable[[str], None], Callable[[int, int], None] | None]]:
    """Places to tell steps and bytes to: a progress bar on stderr, where somebody looks at it."""
    if as_json or not sys.stderr.isatty():
        yield (lambda _text: None), None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("reading", total=None)
        yield (
            lambda text: shown.update(task, description=clean(text).replace("[", "\\[")),
            lambda done, total: shown.update(task, completed=done, total=total),
        )


@contextmanager
def opened(as_json: bool) -> Iterator[Session]:
    """A session whose steps are shown, closed at the end."""
    with steps(as_json) as progress, Session(progress=progress) as session:
        yield session


def text_or_stdin(text: str, what: str) -> str:
    """The text given, or standard input for ``-``.

    Raises:
        UsageError: Standard input is not UTF-8, or endless.
    """
    if text != "-":
        return text
    content = sys.stdin.buffer.read(MOST_INPUT + 1)
    if len(content) > MOST_INPUT:
        raise UsageError(f"{what} from standard input is larger than {MOST_INPUT // 2**20} MB", "Give less.")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise UsageError(f"{what} from standard input is not UTF-8 at byte {fault.start}", "Give UTF-8.") from None
