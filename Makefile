# Each target is one line that calls the script or tool which does the work.

PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR

.PHONY: help demo test build release install check faults fuzz bench fmt clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

demo: ## install what is missing, build, sync three sample games from a local server
	@config/demo/run

test: ## install what is missing, run all tests
	@.ci/test

build: ## debug build
	@.ci/install-packages build && swift build

release: ## static release build, stripped, in build/assetsync
	@packaging/build-release

install: build/assetsync ## install to PREFIX (/usr/local) below DESTDIR (nothing)
	@packaging/install

build/assetsync: Package.swift $(shell find Sources -type f)
	@packaging/build-release

check: ## form of the sources, and which target imports which
	@.ci/check

faults: ## kill, fail and shorten every step of runs, one after the other; make test tries a sample
	@ASSETSYNC_FAULTS=all .ci/test --filter 'EngineTests\.(Crash|Fault|FirstRunCrash|NoExchange|PowerCut|Repair|RepairCrash|RollbackCrash)Tests'

fuzz: ## fuzz the archive reader, a minute for each target
	@Fuzz/run 60

bench: build/assetsync ## unpacking and packing beside unzip, bsdtar and zip
	@Benchmarks/archives

fmt: ## bring the sources into form
	swift format --in-place --recursive Sources Tests Fuzz Package.swift

clean: ## remove everything that was built
	rm -rf .build build
