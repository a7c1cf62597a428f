"use strict";

// One wall. A digit is a colour of theme.css.
const BREAKOUT = {
  version: "1.0",
  title: "Breakout",
  help: "Break the whole wall. You have three balls.",
  capsules: false,
  columns: 8,
  levels: [[
    "11111111",
    "22222222",
    "33333333",
    "44444444",
    "55555555",
  ]],
};
