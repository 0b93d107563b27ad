"""The server: the tools it has, and how a call becomes an answer or a tool error."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from threading import Lock

import anyio.to_thread
from mcp.server import Server, ServerRequestContext
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp.types import Tool as ToolTold
from pydantic import ValidationError

from foam_graph.app.outward import told
from foam_graph.config import Settings
from foam_graph.errors import FoamError, UsageError
from foam_graph.mcp_server.foams import Foams
from foam_graph.mcp_server.following import Contests, Runs, Verify
from foam_graph.mcp_server.material import HEAD, divided, own, part_told
from foam_graph.mcp_server.reading import CaseSheet, Evidence, GetPosition, SearchSentences, Why
from foam_graph.mcp_server.tool import Reading, Tool
from foam_graph.version import __version__

READING: tuple[type[Tool], ...] = (Runs, SearchSentences, CaseSheet, GetPosition, Evidence, Why, Contests, Verify)
"""The tools that are always there; none of them writes."""
AT_ONCE = 4
"""Calls that are answered at once; the others wait."""
_HELD = 8
"""Answers that are kept for whoever asks for their next part."""
_ABOUT = (
    "FOAM Graph answers questions over documents with positions whose every part leads to its source and can be "
    f"challenged. Begin with runs. {HEAD} Hints of errors name commands that the operator can give."
)


class Desk:
    """Answers calls.

    Args:
        settings: The installation.
        contesting: Whether there is the tool that writes.
    """

    def __init__(self, settings: Settings, contesting: bool) -> None:
        self.tools = {tool.name: tool for tool in (*READING, *(_writing() if contesting else ()))}
        self.foams = Foams(settings)
        self._held: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        self._lock = Lock()

    def answer(self, name: str, arguments: Mapping[str, object]) -> str:
        """The answer to a call.

        Raises:
            FoamError: There is no such tool, the arguments do not fit it, or it cannot be answered.
        """
        tool = self.tools.get(name)
        if tool is None:
            raise UsageError(f"there is no tool {name[:80]!r}", f"Use one of: {', '.join(self.tools)}.")
        try:
            call = tool.model_validate(arguments)
        except ValidationError as fault:
            raise UsageError(_misfits(fault), f"Give {name} the arguments that its schema names.") from None
        if not isinstance(call, Reading):
            return self._written(call)
        parts = self._parts(call)
        if call.part > len(parts):
            raise UsageError(f"there is no part {call.part}: the answer has {len(parts)}", "Ask for one that is there.")
        return part_told(parts, call.part)

    def _written(self, call: Tool) -> str:
        """What a tool that writes came to: it is never called again for another part."""
        with self.foams.one() as foam:
            parts = divided(call.lines(foam))
        return f"{HEAD}\n\n{parts[0]}" + ("\n\nCut here; contests tells the rest." if len(parts) > 1 else "")

    def _parts(self, call: Reading) -> tuple[str, ...]:
        """The answer in parts; later parts are of the same answer as the first, as long as that is kept."""
        key = f"{call.name} {call.model_dump_json(exclude={'part'})}"
        with self._lock:
            held = self._held.get(key)
        if held is not None and call.part > 1:
            return held
        with self.foams.one() as foam:
            parts = divided(call.lines(foam))
        with self._lock:
            self._held.pop(key, None)
            if len(parts) > 1:
                self._held[key] = parts
            while len(self._held) > _HELD:
                self._held.popitem(last=False)
        return parts


def _writing() -> tuple[type[Tool], ...]:
    from foam_graph.mcp_server.contesting import Challenge  # loaded only where it may be called

    return (Challenge,)


def _misfits(fault: ValidationError) -> str:
    """What is wrong with arguments, without repeating what was given."""
    found = (f"{'.'.join(map(str, one['loc'])) or 'arguments'}: {one['msg']}" for one in fault.errors()[:5])
    return "; ".join(found)


def make_server(settings: Settings, contesting: bool = False) -> Server[None]:
    """The server over an installation.

    Args:
        settings: Its settings.
        contesting: Whether it has the tool that writes, too.
    """
    desk = Desk(settings, contesting)
    limiter = anyio.CapacityLimiter(AT_ONCE)

    async def list_tools(ctx: ServerRequestContext[None], params: PaginatedRequestParams | None) -> ListToolsResult:
        del ctx, params
        return ListToolsResult(tools=[_told(tool) for tool in desk.tools.values()])

    async def call_tool(ctx: ServerRequestContext[None], params: CallToolRequestParams) -> CallToolResult:
        del ctx
        try:
            text = await anyio.to_thread.run_sync(desk.answer, params.name, params.arguments or {}, limiter=limiter)
        except FoamError as error:
            return _failed(error)
        except Exception as error:
            # What it is stands in the server's own output; an assistant would learn about the machine, not the case.
            logging.getLogger(__name__).exception("the tool %r failed", params.name)
            return _failed(FoamError(f"something unexpected happened ({type(error).__name__})", "Tell the operator."))
        return CallToolResult(content=[TextContent(text=text)])

    @asynccontextmanager
    async def lifespan(server: Server[None]) -> AsyncIterator[None]:
        del server
        yield
        desk.foams.close()

    return Server(
        "foam-graph",
        version=__version__,
        title="FOAM Graph",
        instructions=_ABOUT,
        lifespan=lifespan,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _told(tool: type[Tool]) -> ToolTold:
    hints = ToolAnnotations(
        read_only_hint=not tool.writes,
        destructive_hint=False,
        idempotent_hint=not tool.writes,
        open_world_hint=False,
    )
    return ToolTold(name=tool.name, description=tool.about, input_schema=dict(tool.schema_told()), annotations=hints)


def _failed(error: FoamError) -> CallToolResult:
    lines = [own(told(f"Failed: {error.message}"))]
    if error.hint:
        lines.append(own(told(f"Hint: {error.hint}")))
    return CallToolResult(content=[TextContent(text="\n".join(lines)[:4_000])], is_error=True)
