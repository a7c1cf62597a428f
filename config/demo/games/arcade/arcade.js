// What the canvas games share: a sharp canvas, a steady clock, keys and fingers, short sounds, the best score and the
// panel that lies over the board before, between and after the games.
//
// A game is an object with `width`, `height`, `reset()`, `update(seconds)`, `draw(context)` and, as it likes,
// `action(name)` for a key or a swipe and `point(x, y)` for a finger or a mouse.
// Classic script on purpose: modules and fetch() do not work from `file:`.
"use strict";

const Arcade = (() => {
  const KEYS = {
    ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
    KeyW: "up", KeyS: "down", KeyA: "left", KeyD: "right",
    Space: "fire", Enter: "fire", KeyP: "pause", Escape: "pause", KeyM: "mute",
  };
  const LONGEST_STEP = 1 / 20;
  const SWIPE = 18;

  const element = (id) => document.getElementById(id);
  const held = new Set();
  let game = null;
  let phase = "ready";
  let score = 0;
  let best = 0;
  let muted = false;
  let audio = null;
  let swipeFrom = null;

  // The best score, where the browser lets a page keep something.
  function remember(value) {
    try {
      if (value !== undefined) localStorage.setItem(`best.${game.id}`, String(value));
      return Number(localStorage.getItem(`best.${game.id}`)) || 0;
    } catch {
      return best;
    }
  }

  function show(id, text) {
    const node = element(id);
    if (node) node.textContent = text;
  }

  function enter(next, title, text, button) {
    phase = next;
    document.body.dataset.phase = next;
    if (next === "playing") return;
    show("panel-title", title);
    show("panel-text", text);
    show("panel-button", button);
  }

  function setScore(value) {
    score = value;
    if (score > best) best = remember(score) || score;
    document.body.dataset.score = String(score);
    show("score", String(score));
    show("best", String(best));
  }

  function play() {
    if (phase === "playing") return;
    if (phase !== "paused" && phase !== "ready") restart();
    enter("playing");
    sound(520, 0.06);
  }

  function pause() {
    if (phase === "playing") enter("paused", "Paused", "Take your time.", "Go on");
    else if (phase === "paused") play();
  }

  function restart() {
    setScore(0);
    game.reset();
    enter("ready", game.title, game.help, "Play");
  }

  function finish(won) {
    const text = score > 0 && score === best ? `${score} points: your best so far!` : `${score} points, best ${best}.`;
    enter(won ? "won" : "over", won ? "You made it!" : "Game over", text, "Play again");
    if (won) [523, 659, 784, 1047].forEach((tone, index) => sound(tone, 0.14, index * 0.12));
    else [330, 262, 196].forEach((tone, index) => sound(tone, 0.16, index * 0.12));
  }

  // A tone that starts after `delay` seconds. Before the first key or touch there is no sound: browsers forbid it.
  function sound(tone, seconds, delay = 0) {
    if (muted || !audio || audio.state === "closed") return;
    const start = audio.currentTime + delay;
    const voice = audio.createOscillator();
    const volume = audio.createGain();
    voice.type = "triangle";
    voice.frequency.value = tone;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    voice.connect(volume).connect(audio.destination);
    voice.start(start);
    voice.stop(start + seconds);
  }

  function wakeAudio() {
    if (!audio && "AudioContext" in window) audio = new AudioContext();
    if (audio && audio.state === "suspended") audio.resume().catch(() => {});
  }

  function act(name) {
    if (name === "pause") return pause();
    if (name === "mute") {
      muted = !muted;
      document.body.dataset.muted = String(muted);
      return undefined;
    }
    if (phase !== "playing") {
      // A direction starts a new game too, but must not wipe the result off the screen by accident.
      if (name !== "fire" && phase !== "ready") return undefined;
      play();
      if (name === "fire") return undefined;
    }
    if (game.action) game.action(name);
    return undefined;
  }

  function listen(canvas) {
    addEventListener("keydown", (event) => {
      const name = KEYS[event.code];
      if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      wakeAudio();
      held.add(name);
      if (!event.repeat) act(name);
    });
    addEventListener("keyup", (event) => held.delete(KEYS[event.code]));
    addEventListener("blur", () => {
      held.clear();
      if (phase === "playing") pause();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && phase === "playing") pause();
    });

    const board = element("board");
    const place = (event) => {
      const box = canvas.getBoundingClientRect();
      return [
        ((event.clientX - box.left) / box.width) * game.width,
        ((event.clientY - box.top) / box.height) * game.height,
      ];
    };
    board.addEventListener("pointerdown", (event) => {
      wakeAudio();
      swipeFrom = { x: event.clientX, y: event.clientY, swiped: false };
      if (phase === "playing" && game.point) game.point(...place(event));
    });
    board.addEventListener("pointermove", (event) => {
      if (phase === "playing" && game.point) game.point(...place(event));
      if (!swipeFrom) return;
      const across = event.clientX - swipeFrom.x;
      const down = event.clientY - swipeFrom.y;
      if (Math.hypot(across, down) < SWIPE) return;
      // From here on the finger may turn again without leaving the glass.
      swipeFrom = { x: event.clientX, y: event.clientY, swiped: true };
      if (!game.steers) return;
      if (Math.abs(across) > Math.abs(down)) act(across > 0 ? "right" : "left");
      else act(down > 0 ? "down" : "up");
    });
    addEventListener("pointerup", () => {
      if (swipeFrom && !swipeFrom.swiped) act("fire");
      swipeFrom = null;
    });
    addEventListener("pointercancel", () => { swipeFrom = null; });
  }

  // Fits the board into the free room and keeps one canvas pixel to one screen pixel.
  function fit(canvas) {
    const room = element("board");
    const scale = Math.max(0.1, Math.min(room.clientWidth / game.width, room.clientHeight / game.height));
    const density = window.devicePixelRatio || 1;
    canvas.style.width = `${Math.floor(game.width * scale)}px`;
    canvas.style.height = `${Math.floor(game.height * scale)}px`;
    canvas.width = Math.floor(game.width * scale * density);
    canvas.height = Math.floor(game.height * scale * density);
  }

  function run(theGame) {
    game = theGame;
    const canvas = element("canvas");
    const context = canvas.getContext("2d");
    best = remember();
    show("version", `v${game.version}`);
    restart();
    listen(canvas);
    fit(canvas);
    new ResizeObserver(() => fit(canvas)).observe(element("board"));
    document.body.dataset.phase = phase;

    let before = performance.now();
    const frame = (now) => {
      const seconds = Math.min(LONGEST_STEP, Math.max(0, (now - before) / 1000));
      before = now;
      if (phase === "playing") game.update(seconds);
      const scale = canvas.width / game.width;
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.clearRect(0, 0, game.width, game.height);
      game.draw(context, now / 1000);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  const styles = getComputedStyle(document.documentElement);

  return {
    run,
    finish,
    sound,
    held,
    add: (points) => setScore(score + points),
    show,
    isPlaying: () => phase === "playing",
    // A colour of theme.css, so that a new look needs no new code.
    colour: (name) => styles.getPropertyValue(`--${name}`).trim(),
  };
})();
