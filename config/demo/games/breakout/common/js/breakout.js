// Breakout. The walls of bricks, and whether bricks drop capsules, are in levels.js.
"use strict";

(() => {
  const { version, title, help, capsules, columns, levels } = BREAKOUT;
  const WIDTH = 480;
  const HEIGHT = 560;
  const TOP = 54;
  const GAP = 4;
  const BRICK = { width: (WIDTH - GAP) / columns - GAP, height: 20 };
  const RADIUS = 7;
  const PADDLE = { y: HEIGHT - 34, height: 12, speed: 560 };
  const STEP = 1 / 240; // short enough that a ball cannot pass through a brick
  const SLOWEST = 290;
  const FASTEST = 520;
  const WIDE_SECONDS = 14;
  const LIVES = 3;

  let bricks;   // {x, y, kind, left}
  let balls;    // {x, y, across, down, held}
  let falling;  // capsules: {x, y, kind}
  let sparks;   // {x, y, across, down, age, colour}
  let paddle;   // {x, width, wide}
  let lives;
  let level;
  let rest;     // time not yet stepped

  function build(number) {
    level = number;
    bricks = [];
    levels[number].forEach((row, line) => {
      [...row].forEach((kind, column) => {
        if (kind === ".") return;
        const x = GAP + column * (BRICK.width + GAP);
        const y = TOP + line * (BRICK.height + GAP);
        bricks.push({ x, y, kind, left: kind === "#" ? 2 : 1 });
      });
    });
    serve();
  }

  function serve() {
    paddle.wide = 0;
    falling = [];
    balls = [{ x: paddle.x, y: PADDLE.y - RADIUS, across: 0, down: 0, held: true }];
  }

  function reset() {
    lives = LIVES;
    rest = 0;
    sparks = [];
    paddle = { x: WIDTH / 2, width: 84, wide: 0 };
    Arcade.show("lives", String(lives));
    build(0);
  }

  function launch() {
    for (const ball of balls) {
      if (!ball.held) continue;
      ball.held = false;
      aim(ball, Math.random() * 0.6 - 0.3, SLOWEST);
      Arcade.sound(520, 0.06);
    }
  }

  // `slant` from -1 to 1: how far the ball leans to a side, 60 degrees at most.
  function aim(ball, slant, speed) {
    const angle = slant * (Math.PI / 3);
    ball.across = Math.sin(angle) * speed;
    ball.down = -Math.cos(angle) * speed;
  }

  function movePaddleTo(x) {
    paddle.x = Math.max(paddle.width / 2, Math.min(WIDTH - paddle.width / 2, x));
    for (const ball of balls) if (ball.held) ball.x = paddle.x;
  }

  function movePaddle(seconds) {
    paddle.wide = Math.max(0, paddle.wide - seconds);
    const wanted = paddle.wide > 0 ? 132 : 84;
    paddle.width += Math.sign(wanted - paddle.width) * Math.min(Math.abs(wanted - paddle.width), 240 * seconds);
    const way = (Arcade.held.has("right") ? 1 : 0) - (Arcade.held.has("left") ? 1 : 0);
    movePaddleTo(paddle.x + way * PADDLE.speed * seconds);
  }

  function spark(brick) {
    for (let count = 0; count < 9; count += 1) {
      const angle = Math.random() * Math.PI * 2;
      const speed = 40 + Math.random() * 130;
      sparks.push({
        x: brick.x + BRICK.width / 2, y: brick.y + BRICK.height / 2,
        across: Math.cos(angle) * speed, down: Math.sin(angle) * speed, age: 0, colour: colourOf(brick.kind),
      });
    }
  }

  function hit(brick) {
    brick.left -= 1;
    Arcade.add(brick.kind === "#" ? 15 : 10);
    Arcade.sound(brick.left ? 300 : 360 + Number.parseInt(brick.kind, 10) * 45 || 420, 0.05);
    if (brick.left) return;
    bricks.splice(bricks.indexOf(brick), 1);
    spark(brick);
    if (capsules && Math.random() < 0.16) {
      const kind = Math.random() < 0.55 ? "wide" : "balls";
      falling.push({ x: brick.x + BRICK.width / 2, y: brick.y, kind });
    }
  }

  // Turns the ball back from the side of the brick that it has entered least deep.
  function bounceOff(ball, brick) {
    const nearX = Math.max(brick.x, Math.min(ball.x, brick.x + BRICK.width));
    const nearY = Math.max(brick.y, Math.min(ball.y, brick.y + BRICK.height));
    if (Math.hypot(ball.x - nearX, ball.y - nearY) > RADIUS) return false;
    const fromSide = RADIUS + BRICK.width / 2 - Math.abs(ball.x - (brick.x + BRICK.width / 2));
    const fromFlat = RADIUS + BRICK.height / 2 - Math.abs(ball.y - (brick.y + BRICK.height / 2));
    if (fromSide < fromFlat) ball.across = Math.abs(ball.across) * Math.sign(ball.x - (brick.x + BRICK.width / 2));
    else ball.down = Math.abs(ball.down) * Math.sign(ball.y - (brick.y + BRICK.height / 2));
    return true;
  }

  function moveBall(ball, seconds) {
    if (ball.held) return;
    ball.x += ball.across * seconds;
    ball.y += ball.down * seconds;
    if (ball.x < RADIUS) [ball.x, ball.across] = [RADIUS, Math.abs(ball.across)];
    if (ball.x > WIDTH - RADIUS) [ball.x, ball.across] = [WIDTH - RADIUS, -Math.abs(ball.across)];
    if (ball.y < RADIUS) [ball.y, ball.down] = [RADIUS, Math.abs(ball.down)];

    const onPaddle = ball.down > 0 && ball.y + RADIUS >= PADDLE.y && ball.y < PADDLE.y + PADDLE.height
      && Math.abs(ball.x - paddle.x) <= paddle.width / 2 + RADIUS;
    if (onPaddle) {
      const speed = Math.min(FASTEST, Math.hypot(ball.across, ball.down) * 1.025);
      aim(ball, Math.max(-1, Math.min(1, (ball.x - paddle.x) / (paddle.width / 2))), speed);
      ball.y = PADDLE.y - RADIUS;
      Arcade.sound(240, 0.05);
      return;
    }
    const brick = bricks.find((candidate) => bounceOff(ball, candidate));
    if (brick) hit(brick);
  }

  function take(capsule) {
    Arcade.add(5);
    Arcade.sound(660, 0.07);
    Arcade.sound(880, 0.07, 0.06);
    if (capsule.kind === "wide") {
      paddle.wide = WIDE_SECONDS;
      return;
    }
    const source = balls.find((ball) => !ball.held);
    if (!source) return;
    const speed = Math.hypot(source.across, source.down);
    for (const slant of [-0.5, 0.5]) {
      const ball = { x: source.x, y: source.y, across: 0, down: 0, held: false };
      aim(ball, slant, speed);
      balls.push(ball);
    }
  }

  function moveCapsules(seconds) {
    falling = falling.filter((capsule) => {
      capsule.y += 130 * seconds;
      const caught = Math.abs(capsule.x - paddle.x) < paddle.width / 2 + 16
        && capsule.y > PADDLE.y - 8 && capsule.y < PADDLE.y + PADDLE.height + 8;
      if (caught) take(capsule);
      return !caught && capsule.y < HEIGHT + 20;
    });
  }

  function loseLife() {
    lives -= 1;
    Arcade.show("lives", String(lives));
    if (lives === 0) return Arcade.finish(false);
    Arcade.sound(160, 0.25);
    return serve();
  }

  function step(seconds) {
    movePaddle(seconds);
    for (const ball of [...balls]) moveBall(ball, seconds);
    balls = balls.filter((ball) => ball.y < HEIGHT + RADIUS * 2);
    moveCapsules(seconds);
    if (!bricks.length) {
      if (level + 1 === levels.length) return Arcade.finish(true);
      return build(level + 1);
    }
    if (!balls.length) return loseLife();
    return undefined;
  }

  function update(seconds) {
    rest += seconds;
    while (rest >= STEP && Arcade.isPlaying()) {
      rest -= STEP;
      step(STEP);
    }
    sparks = sparks.filter((one) => {
      one.age += seconds;
      one.x += one.across * seconds;
      one.y += one.down * seconds;
      one.down += 320 * seconds;
      return one.age < 0.6;
    });
  }

  const colourOf = (kind) => Arcade.colour(kind === "#" ? "brick-hard" : `brick-${kind}`);

  function box(context, x, y, width, height, round, colour) {
    context.fillStyle = colour;
    context.beginPath();
    context.roundRect(x, y, width, height, round);
    context.fill();
  }

  function drawBrick(context, brick) {
    box(context, brick.x, brick.y, BRICK.width, BRICK.height, 4, colourOf(brick.kind));
    box(context, brick.x + 3, brick.y + 3, BRICK.width - 6, 4, 2, "rgb(255 255 255 / 0.28)");
    if (brick.kind !== "#" || brick.left > 1) return;
    context.strokeStyle = "rgb(0 0 0 / 0.55)";
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(brick.x + BRICK.width * 0.3, brick.y + 1);
    context.lineTo(brick.x + BRICK.width * 0.45, brick.y + 9);
    context.lineTo(brick.x + BRICK.width * 0.38, brick.y + BRICK.height - 1);
    context.moveTo(brick.x + BRICK.width * 0.45, brick.y + 9);
    context.lineTo(brick.x + BRICK.width * 0.7, brick.y + 13);
    context.stroke();
  }

  function drawCapsule(context, capsule) {
    box(context, capsule.x - 16, capsule.y - 8, 32, 16, 8, Arcade.colour(`capsule-${capsule.kind}`));
    context.fillStyle = "#1c1c28";
    context.font = "700 11px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(capsule.kind === "wide" ? "↔" : "×3", capsule.x, capsule.y + 0.5);
  }

  function draw(context) {
    context.fillStyle = Arcade.colour("board");
    context.fillRect(0, 0, WIDTH, HEIGHT);
    bricks.forEach((brick) => drawBrick(context, brick));
    sparks.forEach((one) => {
      context.globalAlpha = 1 - one.age / 0.6;
      context.fillStyle = one.colour;
      context.fillRect(one.x - 2.5, one.y - 2.5, 5, 5);
    });
    context.globalAlpha = 1;
    falling.forEach((capsule) => drawCapsule(context, capsule));
    const left = paddle.x - paddle.width / 2;
    box(context, left, PADDLE.y, paddle.width, PADDLE.height, 6, Arcade.colour("paddle"));
    box(context, left + 5, PADDLE.y + 2, paddle.width - 10, 3, 2, "rgb(255 255 255 / 0.35)");
    for (const ball of balls) {
      context.fillStyle = Arcade.colour("ball");
      context.beginPath();
      context.arc(ball.x, ball.y, RADIUS, 0, Math.PI * 2);
      context.fill();
    }
  }

  Arcade.run({
    id: "breakout", title, help, version, width: WIDTH, height: HEIGHT,
    reset, update, draw,
    point: (x) => movePaddleTo(x),
    action: (name) => { if (name === "fire") launch(); },
  });
})();
