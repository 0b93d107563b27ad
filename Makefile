# Two commands: `make demo` shows everything, `make test` checks everything. Both can be repeated.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
STAMP := $(VENV)/.installed
DEMO_HOME ?= $(CURDIR)/.foam/demo
OUT ?= out
# Processes that run tests side by side: each has a Neo4j of its own (about 1.5 GB), but of three or more the last, which
# takes tests that need none while the others wait for theirs.
WORKERS ?= 3

# Where a machine is told to keep no compiled Python, each of the many processes of the tests compiles thousands of files
# again: seconds each time. An empty value lets Python keep them.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint types layers unit bench up down clean schema

help:  ## list the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 20

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "FOAM Graph needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 3; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "uv>=0.5"

$(STAMP): pyproject.toml setup.py uv.lock | $(UV)
	VIRTUAL_ENV=$(CURDIR)/$(VENV) $(UV) sync --quiet --frozen --inexact --extra fast --python $(BIN)/python
	@touch $@

setup: $(STAMP)  ## make .venv and install what uv.lock names

demo: setup  ## set up, start Neo4j, argue the sample appeal, contest it, repair it, export, verify
	@$(BIN)/foam demo --home $(DEMO_HOME) --out $(OUT)

# Side by side: mypy takes one processor for a minute.
test: setup lint  ## ruff, mypy --strict, import-linter, pytest against a real Neo4j
	@$(MAKE) --no-print-directory --jobs=2 types layers unit

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

layers: setup
	$(BIN)/lint-imports
	$(BIN)/foam schema --check

unit: setup
	$(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --durations=20

bench: setup  ## measure against peers run side by side
	@for file in benchmarks/bench_*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

schema: setup  ## write the files that are generated from the model tables, and the layers in the pages
	$(BIN)/foam schema --write
	$(BIN)/python tests/test_architecture_page.py

up: setup  ## start the managed Neo4j
	$(BIN)/foam up

down: setup  ## stop it, and the demo's
	$(BIN)/foam down
	@FOAM_HOME=$(DEMO_HOME) $(BIN)/foam down

clean:  ## remove the demo's data and all build output; your own data folder is not touched
	-@test -x $(BIN)/foam && FOAM_HOME=$(DEMO_HOME) $(BIN)/foam down
	rm -rf $(VENV) .foam $(OUT) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
