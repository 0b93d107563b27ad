"""What a tool is: its name, what it says of itself, its arguments, and the lines that it answers with."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema

from foam_graph.app.result import JsonObject

if TYPE_CHECKING:
    from foam_graph.app.foam import Foam

Id = Annotated[str, Field(min_length=1, max_length=200)]
"""An id of the graph, or the beginning of one."""
MaybeId = Annotated[str, Field(max_length=200)]


class Tool(BaseModel):
    """A call of a tool: its fields are the arguments, which are checked before anything is read.

    Attributes:
        name: Its name.
        about: What it does, for the assistant that chooses among tools.
        writes: Whether it writes.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: ClassVar[str]
    about: ClassVar[str]
    writes: ClassVar[bool] = False

    @abstractmethod
    def lines(self, foam: Foam) -> Iterator[str]:
        """The answer, line by line.

        Raises:
            FoamError: It cannot be answered.
        """

    @classmethod
    def schema_told(cls) -> JsonObject:
        """The schema of its arguments, as small as it says the same."""
        found: JsonObject = cls.model_json_schema(schema_generator=_Small)
        return {name: value for name, value in found.items() if name not in ("title", "description")}


class Reading(Tool):
    """A tool that reads; a long answer comes in parts.

    Attributes:
        part: Which part.
    """

    part: int = Field(1, ge=1, le=10_000, description="Which part of a long answer.")


class _Small(GenerateJsonSchema):
    """Schemas without titles, which say again what names say."""

    def field_title_should_be_set(self, schema: object) -> bool:
        """Never."""
        del schema
        return False
