# Two commands do everything on a fresh Debian machine with Rust, Java 17, Maven and Python:
#   make demo   sets up and runs the main job
#   make test   sets up and runs all tests
SHELL := bash
.ONESHELL:
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

TARGET := $(or $(CARGO_TARGET_DIR),target)
READONCE := $(TARGET)/debug/readonce
TEST_HOME := .readonce/test

.PHONY: help
help: ## Say what can be made
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

.PHONY: setup
setup: ## Install what the build needs (compiler, OpenSSL headers) and download the stack's parts
	@dev/build-tools.sh
	dev/setup.sh

.PHONY: build
build: ## Build the command line and the four services
	@dev/build-tools.sh
	cargo build --locked -p readonce-cli

.PHONY: demo
demo: build ## Set up, then watch a small world of job boards for three simulated days
	@dev/setup.sh
	$(READONCE) demo $(ARGS)

.PHONY: test
test: build ## Set up, then run all tests on the real stack
	@dev/setup.sh
	dev/test.sh

BENCH_PAGES := $(TARGET)/bench-pages
BENCH_VENV := $(TARGET)/bench-venv
BENCH_OUT := $(TARGET)/bench-out

.PHONY: bench-canonical
bench-canonical: ## Time the pure core on JSON and HTML beside its Python peers, and judge the main text
	@dev/build-tools.sh
	cargo build --locked --release -p readonce-bench
	python3 -m venv $(BENCH_VENV)
	$(BENCH_VENV)/bin/pip install --quiet --requirement bench/python/requirements.txt
	mkdir -p $(BENCH_OUT)
	python3 bench/pages/make.py $(BENCH_PAGES)
	$(TARGET)/release/html_pages $(BENCH_PAGES) > $(BENCH_OUT)/html_pages.json
	$(BENCH_VENV)/bin/python bench/python/peers.py $(BENCH_PAGES) $(BENCH_OUT)/peers.json
	rm -f $(BENCH_OUT)/json_chain.json
	if [ -x $(TARGET)/release/json_chain ]; then $(TARGET)/release/json_chain > $(BENCH_OUT)/json_chain.json; fi
	python3 bench/python/table.py bench/results/canonical.json $(BENCH_OUT)/{html_pages,peers,json_chain}.json

.PHONY: bench-extract
bench-extract: build ## Time extract on a real broker: calls in flight, answers from the ledger, restore, kills (ARGS="--only PART")
	@dev/setup.sh
	cargo build --locked --release -p readonce-extract -p readonce-bench --features readonce-bench/stack
	mkdir -p $(BENCH_OUT)
	dev/on-stack.sh bench $(TARGET)/release/extract $(ARGS) > $(BENCH_OUT)/extract.json
	python3 bench/python/judge.py bench/results/extract.json $(BENCH_OUT)/extract.json

.PHONY: verify
verify: ## Format, lints, walls of the house, documents
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked --features readonce-bench/stack -- -D warnings
	if cargo deny --version >/dev/null 2>&1; then cargo deny check bans licenses sources; \
	  else echo "cargo-deny is not installed: the walls are held by tests/architecture only"; fi
	$(MAKE) --no-print-directory contracts

.PHONY: contracts
contracts: ## Hold the contracts against old bytes, their mappings and the commit before; asks no registry
	cargo build --quiet --locked -p readonce-cli
	base=; if git rev-parse --quiet --verify HEAD~1 >/dev/null 2>&1; then base="--against HEAD~1"; fi
	$(READONCE) contracts check --offline $$base

# The core alone, without the stack's client libraries.
LIGHT := --locked -p readonce-tests --no-default-features

.PHONY: cases
cases: ## Check the cases of public bug reports and the facts of real files (ARGS=--json)
	cargo run --quiet $(LIGHT) --bin cases -- $(ARGS)

.PHONY: world
world: ## Carry 47,000 postings on 40 sites through three days (ARGS="--items N --seed N --json", or --stack)
	@dev/world.sh $(ARGS)

.PHONY: paid
paid: build ## Count paid calls of 5,000 postings over three days, calm, killed and restarted (ARGS="--only PART --items N")
	@dev/setup.sh
	cargo build --locked -p readonce-tests --bin paid
	mkdir -p $(BENCH_OUT)
	dev/on-stack.sh paid $(TARGET)/debug/paid $(ARGS) > $(BENCH_OUT)/paid.json || [ $$? -eq 1 ]
	python3 bench/python/judge.py bench/results/paid.json $(BENCH_OUT)/paid.json

.PHONY: fuzz
fuzz: ## Throw hostile input at every reader, a minute each (ARGS="TARGET... --seconds N --seed N")
	cargo run --quiet --release --locked -p readonce-fuzz -- $(ARGS)

.PHONY: install
install: ## Install the readonce command for this user
	cargo install --locked --path crates/cli
