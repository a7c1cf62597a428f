"use strict";

// New in 1.1: twelve pairs out of fourteen pictures, a first look at all cards, a clock, a fanfare.
const DECK = {
  version: "1.1",
  pairs: 12,
  columns: 6,
  timed: true,
  showFirst: true,
  fanfare: "audio/won.wav",
  help: "Twelve pairs against the clock. N deals anew.",
  backs: '<path d="M24 7l17 17-17 17L7 24z" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linejoin="round"/><path d="M24 17l7 7-7 7-7-7z" fill="currentColor"/>',
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
    key:
      '<circle cx="15" cy="17" r="9" fill="none" stroke="#c9992e" stroke-width="5"/><path d="M21 23l18 18M32 34l5-5M37 39l4-4" stroke="#c9992e" stroke-width="5" stroke-linecap="round"/>',
    cloud:
      '<path d="M13 38a9 9 0 0 1-1-18 12 12 0 0 1 23-2 10 10 0 0 1 0 20z" fill="#9cc3e0"/><path d="M17 21a7 7 0 0 1 6-6" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>',
    bolt:
      '<path d="M28 3L9 27h12l-3 18 20-26H26z" fill="#f4c430" stroke="#c79412" stroke-width="1.5" stroke-linejoin="round"/>',
    flower:
      '<g fill="#d774b8"><circle cx="24" cy="12" r="7"/><circle cx="35" cy="20" r="7"/><circle cx="31" cy="33" r="7"/><circle cx="17" cy="33" r="7"/><circle cx="13" cy="20" r="7"/></g><circle cx="24" cy="24" r="6" fill="#ffd85a"/>',
    mushroom:
      '<path d="M18 26h12l2 16H16z" fill="#f3e3c8"/><path d="M4 27a20 18 0 0 1 40 0z" fill="#cf3f36"/><circle cx="16" cy="20" r="3" fill="#fff"/><circle cx="28" cy="15" r="3.5" fill="#fff"/><circle cx="36" cy="22" r="2.5" fill="#fff"/>',
    boat:
      '<path d="M6 33h36l-6 10H12z" fill="#8a5a34"/><path d="M23 5v26H8z" fill="#f0f0f5"/><path d="M26 11v20h13z" fill="#e05d4b"/><path d="M24.5 4v29" stroke="#5b3a1c" stroke-width="2"/>',
  },
};
