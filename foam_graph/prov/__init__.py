"""PROV documents: reading them, and checking them against PROV-CONSTRAINTS. Needs nothing else of FOAM Graph.

from pathlib import Path
from foam_graph.prov import check, read_file

report = check(read_file(Path("run.provn")))
for violation in report.violations:
    print(violation.constraint, violation.message)
"""

from foam_graph.prov.check.document_check import check
from foam_graph.prov.check.normal_form import normalise
from foam_graph.prov.check.rules import Rules
from foam_graph.prov.check.violations import CONSTRAINTS, Report, Violation
from foam_graph.prov.model import Document, Instance, Statement, Value, statement
from foam_graph.prov.read.files import SYNTAXES, read_bytes, read_file

__all__ = [
    "CONSTRAINTS",
    "SYNTAXES",
    "Document",
    "Instance",
    "Report",
    "Rules",
    "Statement",
    "Value",
    "Violation",
    "check",
    "normalise",
    "read_bytes",
    "read_file",
    "statement",
]
