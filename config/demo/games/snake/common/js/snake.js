// Snake on a grid. What a version of the game is like (walls or open edges, rocks, golden apples) is in levels.js.
"use strict";

(() => {
  const { version, cells, openEdges, golden, startSpeed, topSpeed, levels, title, help } = SNAKE;
  const CELL = 24;
  const TURNS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
  const GOLDEN_SECONDS = 6;
  const LEVEL_REST = 1.2;

  let body;       // cells from head to tail, each [x, y]
  let lastTail;   // the cell that the tail has just left, for smooth drawing
  let heading;
  let turns;      // what was pressed and not yet done: two quick turns are both obeyed
  let apple;
  let gold;       // {cell, left} or null
  let eaten;
  let level;
  let progress;   // from 0 to 1, the way to the next cell
  let crashed;
  let rest;       // seconds to look at a new level before the snake sets off

  const same = (a, b) => a[0] === b[0] && a[1] === b[1];
  const isRock = ([x, y]) => levels[level].rocks[y]?.[x] === "#";
  const isBody = (cell) => body.some((part) => same(part, cell));
  const speed = () => Math.min(topSpeed, startSpeed + body.length * 0.16);

  function freeCell() {
    const free = [];
    for (let y = 0; y < cells; y += 1) {
      for (let x = 0; x < cells; x += 1) {
        const cell = [x, y];
        const taken = isRock(cell) || isBody(cell) || (apple && same(apple, cell)) || (gold && same(gold.cell, cell));
        if (!taken) free.push(cell);
      }
    }
    return free.length ? free[Math.floor(Math.random() * free.length)] : null;
  }

  function begin(number) {
    level = number;
    const [x, y] = levels[level].start;
    body = [[x, y], [x - 1, y], [x - 2, y]];
    lastTail = [x - 3, y];
    heading = "right";
    turns = [];
    eaten = 0;
    progress = 0;
    crashed = false;
    rest = number > 0 ? LEVEL_REST : 0;
    apple = null;
    gold = null;
    apple = freeCell();
    Arcade.show("level", `${level + 1}`);
  }

  function crash() {
    crashed = true;
    progress = 1; // the head is drawn where it stopped
    Arcade.finish(false);
  }

  function eat(points, tone) {
    Arcade.add(points);
    Arcade.sound(tone, 0.08);
    Arcade.sound(tone * 1.5, 0.08, 0.06);
  }

  function step() {
    if (turns.length) heading = turns.shift();
    let [x, y] = [body[0][0] + TURNS[heading][0], body[0][1] + TURNS[heading][1]];
    if (openEdges) [x, y] = [(x + cells) % cells, (y + cells) % cells];
    const head = [x, y];
    const outside = x < 0 || y < 0 || x >= cells || y >= cells;
    const growing = same(head, apple) || (gold && same(head, gold.cell));
    // The tail's cell is free again in the moment the head gets there, unless the snake grows.
    const parts = growing ? body : body.slice(0, -1);
    if (outside || isRock(head) || parts.some((part) => same(part, head))) return crash();

    body.unshift(head);
    if (!growing) lastTail = body.pop();
    else lastTail = body[body.length - 1];

    if (gold && same(head, gold.cell)) {
      gold = null;
      eat(5, 880);
    } else if (same(head, apple)) {
      eat(1, 440);
      eaten += 1;
      if (golden && eaten % 4 === 0) {
        const cell = freeCell();
        if (cell) gold = { cell, left: GOLDEN_SECONDS };
      }
      if (eaten >= levels[level].goal) {
        if (level + 1 === levels.length) return Arcade.finish(true);
        return begin(level + 1);
      }
      apple = freeCell();
      if (!apple) return Arcade.finish(true);
    }
    return undefined;
  }

  function update(seconds) {
    if (rest > 0) {
      rest -= seconds;
      return;
    }
    if (gold && (gold.left -= seconds) <= 0) gold = null;
    progress += seconds * speed();
    while (progress >= 1 && Arcade.isPlaying()) {
      progress -= 1;
      step();
    }
  }

  function action(name) {
    if (!TURNS[name] || turns.length > 2) return;
    const from = TURNS[turns.length ? turns[turns.length - 1] : heading];
    const to = TURNS[name];
    if (from[0] === to[0] || from[1] === to[1]) return; // onward or straight back
    turns.push(name);
    Arcade.sound(240, 0.03);
  }

  const middle = (value) => (value + 0.5) * CELL;

  function drawBoard(context) {
    const size = cells * CELL;
    context.fillStyle = Arcade.colour("board");
    context.fillRect(0, 0, size, size);
    context.fillStyle = Arcade.colour("board-check");
    for (let y = 0; y < cells; y += 1) {
      for (let x = y % 2; x < cells; x += 2) context.fillRect(x * CELL, y * CELL, CELL, CELL);
    }
    for (let y = 0; y < cells; y += 1) {
      for (let x = 0; x < cells; x += 1) {
        if (!isRock([x, y])) continue;
        context.fillStyle = Arcade.colour("rock-shade");
        context.beginPath();
        context.roundRect(x * CELL + 1, y * CELL + 2, CELL - 2, CELL - 2, 6);
        context.fill();
        context.fillStyle = Arcade.colour("rock");
        context.beginPath();
        context.roundRect(x * CELL + 1, y * CELL + 1, CELL - 2, CELL - 6, 6);
        context.fill();
      }
    }
  }

  function drawApple(context, [x, y], colour, scale) {
    context.save();
    context.translate(middle(x), middle(y) + 1);
    context.scale(scale, scale);
    context.fillStyle = colour;
    context.beginPath();
    context.arc(-2.6, 0, 6.6, 0, Math.PI * 2);
    context.arc(2.6, 0, 6.6, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = "rgb(255 255 255 / 0.55)";
    context.beginPath();
    context.ellipse(-4.6, -2.6, 1.6, 2.6, 0.6, 0, Math.PI * 2);
    context.fill();
    context.strokeStyle = Arcade.colour("stalk");
    context.lineWidth = 2;
    context.lineCap = "round";
    context.beginPath();
    context.moveTo(0, -5);
    context.quadraticCurveTo(1, -9, 4, -10);
    context.stroke();
    context.restore();
  }

  // A stroke from cell to cell; across an open edge it leaves on one side and comes in on the other.
  function link(context, from, to) {
    let across = to[0] - from[0];
    let down = to[1] - from[1];
    if (Math.abs(across) > cells / 2) across -= Math.sign(across) * cells;
    if (Math.abs(down) > cells / 2) down -= Math.sign(down) * cells;
    context.beginPath();
    context.moveTo(middle(from[0]), middle(from[1]));
    context.lineTo(middle(from[0] + across), middle(from[1] + down));
    context.moveTo(middle(to[0] - across), middle(to[1] - down));
    context.lineTo(middle(to[0]), middle(to[1]));
    context.stroke();
  }

  function drawHead(context, x, y) {
    const [across, down] = TURNS[heading];
    context.fillStyle = Arcade.colour(crashed ? "crash" : "snake-head");
    context.beginPath();
    context.arc(middle(x), middle(y), CELL * 0.5, 0, Math.PI * 2);
    context.fill();
    for (const side of [-1, 1]) {
      const eyeX = middle(x) + across * 4 + down * side * 5;
      const eyeY = middle(y) + down * 4 + across * side * 5;
      context.fillStyle = "#fff";
      context.beginPath();
      context.arc(eyeX, eyeY, 3.6, 0, Math.PI * 2);
      context.fill();
      context.fillStyle = "#1c1c28";
      context.beginPath();
      context.arc(eyeX + across * 1.4, eyeY + down * 1.4, 1.9, 0, Math.PI * 2);
      context.fill();
    }
  }

  // Where something that goes from one cell to its neighbour is now, on the shorter way across an open edge.
  function between(from, to) {
    const part = (a, b) => {
      let way = b - a;
      if (Math.abs(way) > cells / 2) way -= Math.sign(way) * cells;
      return a + way * progress;
    };
    return [part(from[0], to[0]), part(from[1], to[1])];
  }

  function drawSnake(context) {
    context.lineCap = "round";
    context.lineJoin = "round";
    context.lineWidth = CELL * 0.78;
    context.strokeStyle = Arcade.colour("snake");
    // The picture is one cell behind the rules, so that it can glide: the head is on its way from body[1] to body[0].
    const head = between(body[1], body[0]);
    const tail = between(lastTail, body[body.length - 1]);
    link(context, head, body[1]);
    for (let part = 1; part + 2 < body.length; part += 1) link(context, body[part], body[part + 1]);
    const beforeTail = body[body.length - 2];
    if (body.length > 2) link(context, beforeTail, body[body.length - 1]);
    link(context, body[body.length - 1], tail);
    for (const across of [-cells, 0, cells]) {
      for (const down of [-cells, 0, cells]) drawHead(context, head[0] + across, head[1] + down);
    }
  }

  function draw(context, now) {
    drawBoard(context);
    if (apple) drawApple(context, apple, Arcade.colour("apple"), 1 + 0.05 * Math.sin(now * 5));
    if (gold && (gold.left > 2 || Math.sin(now * 20) > 0)) {
      drawApple(context, gold.cell, Arcade.colour("gold"), 1.12 + 0.1 * Math.sin(now * 8));
    }
    drawSnake(context);
    if (rest <= 0) return;
    context.fillStyle = "#fff";
    context.font = "700 44px system-ui, sans-serif";
    context.textAlign = "center";
    context.fillText(`Level ${level + 1}`, (cells * CELL) / 2, (cells * CELL) / 2 + 50);
  }

  Arcade.run({
    id: "snake", title, help, version, width: cells * CELL, height: cells * CELL, steers: true,
    reset: () => begin(0), update, draw, action,
  });
})();
