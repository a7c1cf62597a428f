"use strict";

// New in 1.1: three walls, hard bricks (#) that want two hits, and capsules: a wider paddle, two more balls.
const BREAKOUT = {
  version: "1.1",
  title: "Breakout by night",
  help: "Three walls now. Grey bricks want two hits. Catch the capsules: ↔ a wider paddle, ×3 more balls.",
  capsules: true,
  columns: 10,
  levels: [
    [
      "..111111..",
      ".22222222.",
      "3333333333",
      "##.4444.##",
      "5555555555",
      ".55555555.",
    ],
    [
      "1........1",
      "21......12",
      "321....123",
      "4321..1234",
      "5432112345",
      "#.#.##.#.#",
    ],
    [
      "#11#22#11#",
      "#..#..#..#",
      "3333333333",
      "#..#..#..#",
      "4444444444",
      "#..#..#..#",
      "#55#55#55#",
    ],
  ],
};
