// Memory: cards are buttons, so mouse, finger, Tab, Enter and Space work by themselves; the arrow keys are added.
// The pictures and the size of the table are in deck.js.
"use strict";

(() => {
  const { version, pairs, columns, timed, showFirst, backs, pictures, help, fanfare } = DECK;
  const LOOK = 900;        // milliseconds that two different cards stay open
  const FIRST_LOOK = 1800; // milliseconds that all cards are shown at the start, if they are

  const element = (id) => document.getElementById(id);
  const table = element("table");

  let open = [];      // cards that are face up and not yet matched
  let moves = 0;
  let found = 0;
  let startedAt = null;
  let finishedAt = null;
  let waiting = null; // the timer that will turn cards back

  const BEST = `best.memory.${pairs}`;
  function remember(value) {
    try {
      if (value !== undefined) localStorage.setItem(BEST, String(value));
      return Number(localStorage.getItem(BEST)) || 0;
    } catch {
      return 0;
    }
  }

  function shuffled(list) {
    const deck = [...list];
    for (let last = deck.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      [deck[last], deck[other]] = [deck[other], deck[last]];
    }
    return deck;
  }

  function enter(phase, message) {
    document.body.dataset.phase = phase;
    element("message").textContent = message;
  }

  function showNumbers() {
    element("pairs").textContent = `${found}/${pairs}`;
    element("moves").textContent = String(moves);
    document.body.dataset.moves = String(moves);
    document.body.dataset.found = String(found);
    const best = remember();
    element("best").textContent = best ? String(best) : "–";
  }

  function showTime() {
    const seconds = startedAt ? Math.floor(((finishedAt ?? performance.now()) - startedAt) / 1000) : 0;
    element("time").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  function turn(card, up) {
    card.classList.toggle("up", up);
    const { number, name } = card.dataset;
    card.setAttribute("aria-label", up ? `Card ${number}: ${name}` : `Card ${number}, face down`);
  }

  function picture(markup) {
    return `<svg viewBox="0 0 48 48" aria-hidden="true">${markup}</svg>`;
  }

  function makeCard(name, position) {
    const card = document.createElement("button");
    card.type = "button";
    card.className = "card";
    card.dataset.name = name;
    card.dataset.number = String(position + 1);
    card.innerHTML = `<span class="back">${picture(backs)}</span><span class="face">${picture(pictures[name])}</span>`;
    card.addEventListener("click", () => pick(card));
    turn(card, false);
    return card;
  }

  function deal() {
    clearTimeout(waiting);
    waiting = null;
    [open, moves, found, startedAt, finishedAt] = [[], 0, 0, null, null];
    const chosen = shuffled(Object.keys(pictures)).slice(0, pairs);
    table.replaceChildren(...shuffled([...chosen, ...chosen]).map(makeCard));
    enter("ready", help);
    showNumbers();
    showTime();
    if (!showFirst) return;
    enter("look", "Look well …");
    for (const card of table.children) turn(card, true);
    waiting = setTimeout(() => {
      waiting = null;
      for (const card of table.children) turn(card, false);
      enter("ready", help);
    }, FIRST_LOOK);
  }

  function closeOpen() {
    clearTimeout(waiting);
    waiting = null;
    for (const card of open) turn(card, false);
    open = [];
  }

  function pick(card) {
    if (document.body.dataset.phase === "look" || card.classList.contains("found")) return;
    // Whoever is quick need not wait for the last two to turn back.
    if (open.length === 2) closeOpen();
    if (open.includes(card)) return;
    startedAt ??= performance.now();
    turn(card, true);
    open.push(card);
    enter("playing", "");
    if (open.length < 2) return;
    moves += 1;
    if (open[0].dataset.name === open[1].dataset.name) match();
    else waiting = setTimeout(closeOpen, LOOK);
    showNumbers();
  }

  function match() {
    for (const card of open) card.classList.add("found");
    open = [];
    found += 1;
    if (found < pairs) return;
    finishedAt = performance.now();
    const best = remember();
    const better = !best || moves < best;
    if (better) remember(moves);
    showTime();
    if (fanfare) new Audio(fanfare).play().catch(() => {}); // a browser may have its reasons to stay silent
    enter("won", better ? `All found in ${moves} moves: your best so far!` : `All found in ${moves} moves.`);
  }

  function moveFocus(across, down) {
    const cards = [...table.children];
    const row = getComputedStyle(table).gridTemplateColumns.split(" ").length;
    const at = cards.indexOf(document.activeElement);
    if (at < 0) return cards[0].focus();
    const column = (at % row) + across;
    const target = at + across + down * row;
    if (column < 0 || column >= row || target < 0 || target >= cards.length) return undefined;
    return cards[target].focus();
  }

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (ARROWS[event.key]) {
      event.preventDefault();
      moveFocus(...ARROWS[event.key]);
    } else if (event.key === "n") {
      deal();
    }
  });

  element("again").addEventListener("click", deal);
  element("version").textContent = `v${version}`;
  element("clock").hidden = !timed;
  table.style.setProperty("--columns", String(columns));
  table.style.setProperty("--rows", String((pairs * 2) / columns));
  if (timed) setInterval(showTime, 250);
  deal();
})();
