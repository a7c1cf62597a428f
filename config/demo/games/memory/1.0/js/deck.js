"use strict";

// Eight pairs.
const DECK = {
  version: "1.0",
  pairs: 8,
  columns: 4,
  timed: false,
  showFirst: false,
  help: "Find the pairs. Arrow keys and Enter work too.",
  backs: '<path d="M24 6v36M6 24h36" stroke="currentColor" stroke-width="5" stroke-linecap="round"/>',
  pictures: {
    sun:
      '<g fill="none" stroke="#f29f05" stroke-width="3" stroke-linecap="round"><path d="M24 4v6M24 38v6M4 24h6M38 24h6M10 10l4 4M34 34l4 4M38 10l-4 4M14 34l-4 4"/></g><circle cx="24" cy="24" r="9" fill="#ffc53a"/>',
    moon:
      '<path d="M31 5a20 20 0 1 0 12 26A16 16 0 0 1 31 5z" fill="#7c8fd8"/><circle cx="20" cy="28" r="2.5" fill="#6577c0"/><circle cx="27" cy="35" r="1.8" fill="#6577c0"/>',
    star:
      '<path d="M24 4l6.2 12.6 13.8 2-10 9.8 2.4 13.8L24 35.7l-12.4 6.5L14 28.4l-10-9.8 13.8-2z" fill="#f6b817"/>',
    heart:
      '<path d="M24 42C8 30 5 23 5 17a9.5 9.5 0 0 1 19-2 9.5 9.5 0 0 1 19 2c0 6-3 13-19 25z" fill="#e0405a"/><path d="M11 17a5 5 0 0 1 4-5" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" opacity=".7"/>',
    drop:
      '<path d="M24 4c8 11 13 17 13 24a13 13 0 0 1-26 0C11 21 16 15 24 4z" fill="#3a9bdc"/><path d="M17 29a7 7 0 0 0 5 7" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" opacity=".7"/>',
    leaf:
      '<path d="M8 40C6 20 18 7 42 7c1 24-11 34-28 31" fill="#58a846"/><path d="M8 42c4-12 12-20 22-25" fill="none" stroke="#2f6d25" stroke-width="2.5" stroke-linecap="round"/>',
    house:
      '<path d="M9 22v20h30V22z" fill="#e9b486"/><path d="M4 24L24 6l20 18z" fill="#b9473c"/><path d="M20 42V30h8v12z" fill="#7a4a2b"/><path d="M31 27h5v5h-5zM12 27h5v5h-5z" fill="#8fd0f0"/>',
    fish:
      '<path d="M4 24c7-11 20-13 29-3l9-8v22l-9-8C24 37 11 35 4 24z" fill="#ef7d3c"/><circle cx="14" cy="22" r="2.4" fill="#fff"/><circle cx="13.5" cy="22" r="1.2" fill="#222"/><path d="M22 17c3 4 3 10 0 14" fill="none" stroke="#fff" stroke-width="2.5" opacity=".8"/>',
  },
};
