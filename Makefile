# `make demo` and `make test` work from a clean clone with Python 3.11+ and pip.
PYTHON ?= python3
VENV ?= .venv
# Tests run side by side: each worker needs some 2 GB.
WORKERS ?= 2
BIN = $(VENV)/bin
SHARED ?= ../shared

.PHONY: demo test check format clean

demo: $(VENV)/.installed
	$(BIN)/suffice demo

test: $(VENV)/.installed-dev check
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

check: $(VENV)/.installed-dev
	$(BIN)/ruff check suffice tests benchmarks
	$(BIN)/ruff format --check suffice tests benchmarks
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix suffice tests benchmarks
	$(BIN)/ruff format suffice tests benchmarks

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/.installed-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable '.[dev]'
	touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
