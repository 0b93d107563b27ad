"""A full PROV export back into a database: the same ids, times, fields and hashes, or nothing.

Before anything is written, the ledger's rules are applied to the rows of the file, and the rows are exported again: each
statement of the file must be one that they make, and the other way round. How prose says it is not compared
(``prov_marking.PROSE``): an export of another release says the same in other words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.errors import StoreFault, VerifyError
from foam_graph.exchange.journal.journal import verify_events
from foam_graph.exchange.journal.replay import checked_chains, sealed_events, unbroken, write_chains
from foam_graph.exchange.prov_export.export import Request, graph_lines
from foam_graph.exchange.prov_export.facts import HINT, Manner, read_export
from foam_graph.exchange.prov_export.spool import Spool
from foam_graph.model.kinds import CAPTION
from foam_graph.model.nodes import labels_of
from foam_graph.prov.write.sorted_lines import SortedLines
from foam_graph.store.chain.chain_check import Verification
from foam_graph.store.store import Store


def import_prov(store: Store, path: Path, syntax: str) -> list[Verification]:
    """Writes the chains of a full PROV export, each in one transaction, and verifies what was written.

    Args:
        store: Where to; chains that they refer to must be there already, or in the file.
        path: The file, as ``foam export prov --full`` wrote it.
        syntax: One of ``foam_graph.prov.SYNTAXES``.

    Returns:
        The verification of each chain as it stands in the database now.

    Raises:
        DataFileError: It is not what its syntax asks for.
        VerifyError: It is no full export, or does not hold. Nothing was written.
        UsageError: A chain is there already. Nothing was written.
        StoreFault: What a chain refers to is not there, or is not the same. Nothing was written.
    """
    with Spool(str(path)) as spool:
        found = hold(spool, path, syntax)
        runs = checked_chains(store, found, str(path))
        _elsewhere(store, spool)
        return write_chains(store, sealed_events(spool.events(runs)), runs)


def hold(spool: Spool, path: Path, syntax: str) -> list[Verification]:
    """Reads a full export and holds it against itself: what it says beyond PROV against every statement.

    Args:
        spool: Where its rows go.
        path: The file.
        syntax: One of ``foam_graph.prov.SYNTAXES``.

    Returns:
        What verifying its chains found, what others refer to first.

    Raises:
        DataFileError: It is not what its syntax asks for.
        VerifyError: It is no full export, or its statements are not those of its rows.
    """
    with SortedLines() as said, SortedLines() as made:
        manner = read_export(path, syntax, spool, said)
        runs = spool.chains()
        if not runs:
            raise VerifyError(f"{path} holds no chain of a ledger", HINT)
        found = list(verify_events(spool.events(runs)))
        unbroken(found, str(path))
        graph_lines(spool, _request(runs, manner), made, manner.selectors)
        _same(path, said, made)
    return found


def _request(runs: list[str], manner: Manner) -> Request:
    return Request(runs, "nquads" if manner.named else "turtle", shortcuts=manner.shortcuts, full=True)


def _same(path: Path, said: Iterable[bytes], made: Iterable[bytes]) -> None:
    """Compares sorted lines.

    Raises:
        VerifyError: They differ; the message tells the first line that only one has.
    """
    for left, right in _pairs(said, made):
        if left != right:
            told = left if left and (not right or left < right) else right
            how = "says more than its ledger" if told == left else "lacks what its ledger says"
            raise VerifyError(f"{path} {how}: {told.decode('utf-8', 'replace').strip()[:300]}", HINT)


def _pairs(said: Iterable[bytes], made: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
    one, other = iter(said), iter(made)
    while True:
        pair = next(one, b""), next(other, b"")
        if pair == (b"", b""):
            return
        yield pair


def _elsewhere(store: Store, spool: Spool) -> None:
    """Holds the nodes of other chains that a file describes against those of the database.

    Raises:
        StoreFault: One is not there, or is another one.
    """
    for some in spool.elsewhere():
        there = {row["props"]["id"]: row for row in store.ask("nodes_by_id", ids=[node_id for node_id, _, _ in some])}
        for node_id, kind, props in some:
            row = there.get(node_id)
            if row is None:
                raise StoreFault(
                    f"{spool.path} refers to {node_id} of the chain {props['run']}, which is not in the database",
                    NextStep(Action.EXPORT_EVERYTHING, "Replay that chain first, or one file with both"),
                )
            # A caption is made of the fields, and no export has it.
            own = {name: value for name, value in row["props"].items() if name != CAPTION.name}
            if own != props or set(row["labels"]) != set(labels_of(kind)):
                raise StoreFault(
                    f"{node_id} in the database is not the one that {spool.path} refers to", "Use another database."
                )
