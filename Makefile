# `make demo` and `make test` each work as the only command on a fresh machine with
# Python 3.11 and git. They share one virtual environment, made once.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python -m
READY := $(VENV)/.ready
CORE := $(VENV)/.core

.PHONY: demo test lint types unit format clean

demo: $(READY) $(CORE)
	@$(VENV)/bin/tracer demo --page .cache/demo.html

test: lint types unit

lint: $(READY)
	$(RUN) ruff check .
	$(RUN) ruff format --check .

types: $(READY)
	$(RUN) mypy

unit: $(READY) $(CORE)
	$(RUN) pytest -n 2 --dist worksteal

format: $(READY)
	$(RUN) ruff check --fix .
	$(RUN) ruff format .

$(READY): pyproject.toml .ci/venv
	@sh .ci/venv "$(PYTHON)" "$(VENV)"
	@touch $@

# The native core, where it can be built; pure Python does the same without it.
$(CORE): $(READY) $(wildcard tracer/native/*.c tracer/native/*.h) tracer/native/build.py
	@$(RUN) tracer.native.build
	@touch $@

clean:
	rm -f tracer/native/*.so
	rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
