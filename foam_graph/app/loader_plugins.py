"""Loaders of outside collections, found through an entry-point group: which there are, and one of them at work."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Protocol, cast

from foam_graph.advice import Action, NextStep
from foam_graph.app.foam import Foam
from foam_graph.app.importing import MapsReport
from foam_graph.app.loading import LoadReport
from foam_graph.app.remembering import MemoryReport
from foam_graph.app.result import FILLED, Listing, Result
from foam_graph.errors import AmbiguousId, CorpusError, EnvironmentFault, FoamError, UnknownId, UsageError

GROUP = "foam_graph.loaders"
"""Entry-point group: a name and the function ``load(foam, path, …)`` that it stands for, see docs/how-to/write-a-loader.md."""
_LOG = logging.getLogger(__name__)


class Load(Protocol):
    """What a loader is: a function of the graph, a path and options by name. That it gives back a report is checked."""

    def __call__(self, foam: Foam, path: Path, **options: str) -> object:
        """Loads what lies at the path."""


@dataclass(frozen=True)
class LoaderRow(Result):
    """A loader, as its package states it.

    Attributes:
        name: What it is called.
        loads: What it loads.
        package: The package that it comes from.
        version: That package's version.
        options: Options that it takes; those without which it does not run end in an asterisk.
        about: What it cannot read, and all else that its docstring says.
        fault: Why it cannot be used; not in JSON where it can.
    """

    name: str
    loads: str
    package: str
    version: str
    options: tuple[str, ...]
    about: str
    fault: str = field(default="", metadata=FILLED)


def loaders() -> Listing[LoaderRow]:
    """The loaders of all installed packages, by name; one that cannot be imported says why and hides no other."""
    return Listing(_row(entry) for entry in _entries())


def load_with(foam: Foam, name: str, path: Path, options: Mapping[str, str]) -> LoadReport | MapsReport | MemoryReport:
    """Lets a loader load what lies at a path.

    Args:
        foam: The graph.
        name: Name of the loader, or ``PACKAGE:NAME`` where two packages have one of that name.
        path: What to load.
        options: Its options by name; ``corpus`` is one, for those that load documents.

    Raises:
        UnknownId: No such loader; the message names one that is spelt alike.
        AmbiguousId: Two packages have a loader of that name.
        UsageError: There is nothing at the path, or an option is unknown or missing. Nothing was loaded.
        EnvironmentFault: The loader cannot be imported. Nothing was loaded.
        CorpusError: It could not read anything, or broke off. Documents that it had handed over are loaded.
    """
    entry = _entry(name)
    load, fault = _imported(entry)
    if load is None:
        told = f"the loader {entry.name!r} of {_package(entry)} cannot be used: {fault}"
        raise EnvironmentFault(told, f"Update or remove the package {_package(entry)}.")
    _check_options(entry.name, load, options)
    if not path.exists():
        raise UsageError(f"there is no file or folder {str(path)!r}", "Check the path.")
    try:
        report = load(foam, path, **options)
    except FoamError:
        raise
    except Exception as broken:
        # Code of others: whatever it raises must name it, or its user would look for the fault in the wrong place.
        _LOG.debug("the loader %s broke off", entry.name, exc_info=broken)
        told = f"the loader {entry.name!r} of {_package(entry)} broke off: {type(broken).__name__}: {broken}"
        raise CorpusError(told[:1000], "Tell its authors. What it had handed over before is loaded.") from broken
    if not isinstance(report, LoadReport | MapsReport | MemoryReport):
        told = f"the loader {entry.name!r} of {_package(entry)} gave back {type(report).__name__}, which is no report"
        raise CorpusError(told, "Tell its authors. What it had handed over is loaded.")
    return report


def _entries() -> list[EntryPoint]:
    return sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, _package(entry)))


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else "an unknown package"


def _entry(name: str) -> EntryPoint:
    every = _entries()
    named = [entry for entry in every if name in (entry.name, f"{_package(entry)}:{entry.name}")]
    if len(named) == 1:
        return named[0]
    if named:
        full = " or ".join(f"{_package(entry)}:{entry.name}" for entry in named)
        raise AmbiguousId(f"{len(named)} packages have a loader {name!r}", f"Say which: {full}")
    alike = get_close_matches(name, [entry.name for entry in every], n=3, cutoff=0.5)
    guess = f"; did you mean {' or '.join(map(repr, alike))}?" if alike else ""
    raise UnknownId(f"there is no loader {name[:80]!r}{guess}", NextStep(Action.LIST_LOADERS, "List them with"))


def _imported(entry: EntryPoint) -> tuple[Load | None, str]:
    """The function that an entry point stands for, or why there is none."""
    try:
        loaded: object = entry.load()
    except Exception as fault:  # whatever an import of others' code may raise
        return None, f"{type(fault).__name__}: {fault}"[:500]
    if not inspect.isroutine(loaded):
        return None, f"{entry.value} is no function"
    parameters = list(inspect.signature(loaded).parameters.values())
    if len(parameters) < 2 or any(one.kind is inspect.Parameter.KEYWORD_ONLY for one in parameters[:2]):
        return None, f"{entry.value} takes no path beside the graph"
    return cast("Load", loaded), ""


def _options(load: Load) -> dict[str, bool]:
    """The options that a loader takes by name, and whether each must be given."""
    named = (one for one in inspect.signature(load).parameters.values() if one.kind is inspect.Parameter.KEYWORD_ONLY)
    return {one.name: one.default is inspect.Parameter.empty for one in named}


def _check_options(name: str, load: Load, given: Mapping[str, str]) -> None:
    takes = _options(load)
    for option in given:
        if option == "corpus" and option not in takes:
            other = "name the memory: --option memory=NAME" if "memory" in takes else "maps are chains of their own"
            raise UsageError(f"the loader {name!r} loads into no corpus", f"Leave the corpus out: {other}.")
        if option not in takes:
            alike = get_close_matches(option, takes, n=1)
            guess = f"; did you mean {alike[0]!r}?" if alike else ""
            known = f"It takes {', '.join(takes)}." if takes else "It takes none."
            raise UsageError(f"the loader {name!r} has no option {option[:60]!r}{guess}", known)
    missing = [option for option, needed in takes.items() if needed and option not in given]
    if missing:
        how = "--corpus NAME" if missing[0] == "corpus" else f"--option {missing[0]}=…"
        raise UsageError(f"the loader {name!r} needs {missing[0]}", NextStep(Action.LIST_LOADERS, f"Give {how}; see"))


def _row(entry: EntryPoint) -> LoaderRow:
    load, fault = _imported(entry)
    version = entry.dist.version if entry.dist else ""
    if load is None:
        return LoaderRow(entry.name, "", _package(entry), version, (), "", fault)
    loads, _, about = (inspect.getdoc(load) or "It says nothing of itself.").partition("\n")
    options = tuple(f"{option}*" if needed else option for option, needed in _options(load).items())
    return LoaderRow(entry.name, loads.strip(), _package(entry), version, options, about.strip())
