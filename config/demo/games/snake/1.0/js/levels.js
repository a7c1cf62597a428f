"use strict";

// One meadow, a wall all round it.
const SNAKE = {
  version: "1.0",
  title: "Snake",
  help: "Eat the apples, do not touch the wall, do not bite yourself.",
  cells: 20,
  openEdges: false,
  golden: false,
  startSpeed: 6,
  topSpeed: 13,
  levels: [{ start: [6, 10], goal: Infinity, rocks: [] }],
};
