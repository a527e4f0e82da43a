"use strict";
// The viewer of games. It knows how position and move strings are written, and nothing of rules:
// which position follows a ply, whose a field is and what it is worth has been computed by harrow,
// and is carried by the page, compressed, for each of the games that it shows.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const SIDES = ["first", "second"];
  const NAMES = {
    agros: ["Light", "Dark"],
    agon: ["Light", "Dark"],
    awale: ["A", "B"],
  };

  const shape = (name, attributes, text) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };

  // A game's data are base64 of gzip of JSON: a game is 10 KB that way instead of 100.
  const unpack = async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const game = JSON.parse(await new Response(stream).text());
    game.moves = game.moves ? game.moves.split(" ") : [];
    return game;
  };

  // The places that a move string names: where from, and where to.
  const placesOf = (move) => {
    const places = (move ?? "").match(/[a-pAB][0-9]+/g) ?? [];
    return places.length > 1
      ? { from: places[0], to: places[1] }
      : { to: places[0] };
  };

  // ---- Boards: each draws a position string into an SVG, with the places of the last move ----

  const drawAgros = (svg, state) => {
    const rows = state.position.split(" ")[0].split("/").reverse();
    const size = rows.length, unit = 40, margin = 20;
    svg.setAttribute("viewBox", `0 0 ${size * unit + 2 * margin} ${size * unit + 2 * margin}`);
    const left = (x) => margin + x * unit, top = (y) => margin + (size - 1 - y) * unit;
    const center = (x, y) => ({ x: left(x) + unit / 2, y: top(y) + unit / 2 });
    const name = (x, y) => String.fromCharCode(97 + x) + (y + 1);
    const owner = new Map();
    for (const [side, , cells] of state.fields ?? [])
      for (const cell of cells) owner.set(cell, side);
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const side = SIDES[owner.get(y * size + x)];
        svg.append(shape("rect", {
          x: left(x), y: top(y), width: unit, height: unit,
          class: side ? `cell field-${side}` : "cell",
        }));
      }
    for (let i = 0; i < size; i++) {
      svg.append(shape("text", { x: center(i, 0).x, y: top(0) + unit + 14, class: "axis" },
        String.fromCharCode(97 + i)));
      svg.append(shape("text", { x: margin / 2, y: center(0, i).y + 4, class: "axis" }, i + 1));
    }
    for (const [side, value, cells] of state.fields ?? []) {
      if (side < 0) continue;
      // The number stands on the cell that is nearest to the middle of its field.
      const at = cells.map((cell) => [cell % size, Math.floor(cell / size)]);
      const mean = [0, 1].map((i) => at.reduce((sum, p) => sum + p[i], 0) / at.length);
      const far = (p) => Math.hypot(p[0] - mean[0], p[1] - mean[1]);
      const [x, y] = at.reduce((best, p) => (far(p) < far(best) ? p : best));
      svg.append(shape("text", {
        x: center(x, y).x, y: center(x, y).y + 4, class: `worth worth-${SIDES[side]}`,
      }, value));
    }
    rows.forEach((row, y) => {
      let x = 0;
      for (const token of row.split(",")) {
        if (/^[0-9]/.test(token)) {
          x += Number(token);
          continue;
        }
        const side = token[0].toLowerCase() === "l" ? "first" : "second", c = center(x++, y);
        if (token.length === 1) {
          svg.append(shape("circle", { cx: c.x, cy: c.y, r: 7, class: `seed-${side}` }));
        } else {
          svg.append(shape("circle", { cx: c.x, cy: c.y, r: 15, class: `piece-${side}` }));
          svg.append(shape("text", { x: c.x, y: c.y + 5, class: `on-${side}` }, token.slice(1)));
        }
      }
    });
    const places = placesOf(state.move);
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++)
        for (const kind of ["from", "to"])
          if (places[kind] === name(x, y))
            svg.append(shape("rect", {
              x: left(x) + 2, y: top(y) + 2, width: unit - 4, height: unit - 4, rx: 4, class: kind,
            }));
  };

  const drawAgon = (svg, state) => {
    const unit = 38, rise = unit * Math.sqrt(3) / 2, radius = unit / Math.sqrt(3);
    const width = 11 * unit + 60, height = 10 * rise + 2 * radius + 50;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const center = (r, d) => ({
      x: width / 2 + (d - 6 - (r - 6) / 2) * unit,
      y: height / 2 - (r - 6) * rise,
    });
    const ring = (r, d) => Math.max(Math.abs(r - 6), Math.abs(d - 6), Math.abs(r - d));
    const name = (r, d) => String.fromCharCode(96 + r) + d;
    const hexagon = (c, size) => [0, 1, 2, 3, 4, 5].map((i) => {
      const angle = Math.PI / 6 + i * Math.PI / 3;
      return `${c.x + size * Math.cos(angle)},${c.y + size * Math.sin(angle)}`;
    }).join(" ");
    const places = placesOf(state.move), marks = [];
    for (let r = 1; r <= 11; r++) {
      for (let d = 1; d <= 11; d++) {
        if (ring(r, d) > 5) continue;
        const c = center(r, d);
        svg.append(shape("polygon", {
          points: hexagon(c, radius), class: `cell ring${ring(r, d)}`,
        }));
        if (r === 6 && d === 6)
          svg.append(shape("circle", { cx: c.x, cy: c.y, r: 4, class: "cell" }));
        for (const kind of ["from", "to"])
          if (places[kind] === name(r, d))
            marks.push(shape("polygon", { points: hexagon(c, radius - 2), class: kind }));
      }
      const start = center(r, Math.max(1, r - 5));
      svg.append(shape("text", { x: start.x - unit * 0.8, y: start.y + 4, class: "axis" },
        String.fromCharCode(96 + r)));
    }
    for (let d = 1; d <= 11; d++) {
      const low = center(d <= 6 ? 1 : d - 5, d);
      svg.append(shape("text", {
        x: low.x + unit * 0.42, y: low.y + rise * 0.95, class: "axis",
      }, d));
    }
    state.position.split(" ")[0].split("/").forEach((pieces, i) => {
      const side = SIDES[i];
      for (const piece of pieces.split(",")) {
        const c = center(piece.charCodeAt(1) - 96, parseInt(piece.slice(2), 10));
        const taken = piece.endsWith("!") ? " taken" : "";
        svg.append(shape("circle", {
          cx: c.x, cy: c.y, r: piece[0] === "Q" ? 15 : 11, class: `piece-${side}${taken}`,
        }));
        svg.append(shape("text", { x: c.x, y: c.y + 5, class: `on-${side}` },
          piece[0] === "Q" ? "♛" : taken ? "!" : ""));
      }
    });
    svg.append(...marks);
  };

  const drawAwale = (svg, state) => {
    const [rows, stores] = state.position.split(" "), unit = 70;
    const houses = rows.split("/").map((row) => row.split(","));
    const places = placesOf(state.move);
    svg.setAttribute("viewBox", `0 0 ${8 * unit} ${2 * unit + 50}`);
    const pit = (x, y, count, label, side) => {
      svg.append(shape("circle", { cx: x, cy: y, r: unit / 2 - 5, class: `cell field-${side}` }));
      svg.append(shape("text", { x, y: y + 7, class: "count" }, count));
      if (places.to === label)
        svg.append(shape("circle", { cx: x, cy: y, r: unit / 2 - 2, class: "to" }));
    };
    houses.forEach((row, side) => row.forEach((count, i) => {
      const x = unit * (1.5 + (side === 0 ? i : 5 - i));
      const y = side === 0 ? unit * 1.5 + 25 : unit * 0.5 + 25, label = "AB"[side] + (i + 1);
      pit(x, y, count, label, SIDES[side]);
      svg.append(shape("text", { x, y: side === 0 ? 2 * unit + 42 : 16, class: "axis" }, label));
    }));
    stores.split("-").forEach((count, side) => {
      const x = side === 0 ? 7.5 * unit : 0.5 * unit;
      svg.append(shape("rect", {
        x: x - unit / 2 + 5, y: 30, width: unit - 10, height: 2 * unit - 10, rx: 25,
        class: `cell field-${SIDES[side]}`,
      }));
      svg.append(shape("text", { x, y: unit + 30, class: "count" }, count));
      svg.append(shape("text", { x, y: 2 * unit + 42, class: "axis" }, `store ${"AB"[side]}`));
    });
  };

  const BOARDS = { agros: drawAgros, agon: drawAgon, awale: drawAwale };
  const LEGENDS = {
    agros: "A large disc is a farmer with its harvest, a small one a seed. Fields are tinted by who "
      + "controls them; the number is what a field is worth.",
    agon: "♛ queen, discs guards; a dashed rim with ! is captured. The point is the throne.",
    awale: "Stones in each house; sowing goes from A1 to A6, then B1 to B6.",
  };

  // ---- The course of a game ----

  const GRAPH = { width: 400, height: 110, left: 38, bottom: 14 };

  // What the first player may expect, by ply; or, where players told nothing, the lead in points.
  const courseOf = (game) => {
    if (game.values.some((value) => value !== null))
      return {
        points: game.values, low: 0, middle: 0.5, high: 1, text: (v) => `${Math.round(100 * v)} %`,
        caption: "What the first player may expect, by who is to move: above the middle the first "
          + "player is ahead.",
      };
    if (!game.scores) return null;
    const points = game.scores.map(([a, b]) => a - b);
    const most = Math.max(1, ...points.map(Math.abs));
    return {
      points, low: -most, middle: 0, high: most, text: (v) => `${v}`,
      caption: "Lead of the first player in points, as if the game ended there.",
    };
  };

  const drawGraph = (svg, course, plies) => {
    const { width, height, left, bottom } = GRAPH;
    const x = (ply) => left + (width - left - 4) * ply / Math.max(1, plies);
    const y = (value) =>
      6 + (height - bottom - 6) * (course.high - value) / (course.high - course.low);
    svg.replaceChildren();
    const known = course.points.map((value, ply) => [ply, value]).filter(([, v]) => v !== null);
    for (const [side, clip] of [["first", Math.max], ["second", Math.min]]) {
      const edge = known.map(([ply, v]) => `${x(ply)},${y(clip(v, course.middle))}`);
      if (known.length > 1)
        svg.append(shape("polygon", {
          class: side,
          points: [`${x(known[0][0])},${y(course.middle)}`, ...edge,
            `${x(known.at(-1)[0])},${y(course.middle)}`].join(" "),
        }));
    }
    svg.append(shape("line", {
      class: "middle", x1: left, x2: width - 4, y1: y(course.middle), y2: y(course.middle),
    }));
    svg.append(shape("polyline", {
      class: "line", points: known.map(([ply, v]) => `${x(ply)},${y(v)}`).join(" "),
    }));
    for (const value of [course.low, course.middle, course.high])
      svg.append(shape("text", { x: left - 4, y: y(value) + 3, "text-anchor": "end" },
        course.text(value)));
    for (const ply of [0, plies])
      svg.append(shape("text", {
        x: x(ply), y: height - 2, "text-anchor": ply ? "end" : "start",
      }, ply ? `ply ${ply}` : "0"));
    const now = shape("line", { class: "now", y1: 4, y2: height - bottom });
    svg.append(now);
    return (ply) => {
      now.setAttribute("x1", x(ply));
      now.setAttribute("x2", x(ply));
    };
  };

  // ---- A viewer ----

  const number = (value) => String(value).replace("-", "−");

  const describe = (game) => {
    const score = game.score ? `, ${number(game.score[0])} : ${number(game.score[1])}` : "";
    return `No. ${game.id}: ${game.result}${score}, ${game.plies} plies (${game.reasons.join(", ")})`;
  };

  const begin = (viewer) => {
    const run = viewer.dataset.run;
    const data = JSON.parse(document.getElementById(`${run}-games`).textContent);
    viewer.replaceChildren(document.getElementById("viewer-parts").content.cloneNode(true));
    const part = (name) => viewer.querySelector(`.${name}`);
    const play = part("play"), board = part("board"), graph = part("graph"), slider = part("ply");
    const opened = new Map();
    let game = null, course = null, ply = 0, moveCursor = () => {}, asked = 0;

    const option = (value, text) => new Option(text, value);
    const kindOf = (choice) => data.cells[choice.cell].kind;

    const sideName = (side) => NAMES[kindOf(game)][side];

    const say = () => {
      const { moves, scores, values, sides } = game.data;
      const words = [`Ply ${ply} of ${moves.length}.`];
      if (ply > 0) words.push(`${sideName(sides[ply - 1])} (${[game.first, game.second][sides[ply - 1]]}): ${moves[ply - 1]}.`);
      if (ply < moves.length) words.push(`${sideName(sides[ply])} to move.`);
      else words.push(`The end: ${game.result}, ${game.end}.`);
      if (scores)
        words.push(`${sideName(0)} ${number(scores[ply][0])}, ${sideName(1)} ${number(scores[ply][1])}`
          + (ply < moves.length && kindOf(game) === "agros" ? " as if it ended now." : "."));
      if (values[ply] !== null && values[ply] !== undefined)
        words.push(`The first player may expect ${Math.round(100 * values[ply])} %.`);
      part("status").textContent = words.join(" ");
    };

    const hash = () => `#${run}-game-${game.id}-ply-${ply}`;

    // `told`: whether the address of the page shall tell the ply.
    const show = (to, told) => {
      const { positions, moves, fields } = game.data;
      ply = Math.min(Math.max(to, 0), moves.length);
      board.replaceChildren();
      BOARDS[kindOf(game)](board, {
        position: positions[ply], move: moves[ply - 1], fields: fields?.[ply],
      });
      board.setAttribute("aria-label", `Board after ply ${ply}: ${positions[ply]}`);
      slider.value = ply;
      slider.setAttribute("aria-valuetext", `ply ${ply}`);
      part("position").value = positions[ply];
      part("link").href = hash();
      moveCursor(ply);
      say();
      const list = part("moves");
      list.querySelector(".now")?.classList.remove("now");
      const now = list.children[ply - 1];
      now?.classList.add("now");
      // Within the list only: the page stays where it is.
      if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
      Object.assign(viewer.dataset, { game: game.id, ply, position: positions[ply] });
      if (told) {
        try {
          history.replaceState(null, "", hash());
        } catch {
          // Some browsers forbid that to pages from disk.
        }
      }
    };

    const open = async (chosen, to, told) => {
      const turn = ++asked;
      if (!opened.has(chosen.id)) opened.set(chosen.id, await unpack(chosen.data));
      if (turn !== asked) return; // another game has been asked for since
      game = { ...chosen, data: opened.get(chosen.id) };
      const names = NAMES[kindOf(game)];
      part("about").textContent = `${data.cells[game.cell].name}. ${names[0]} (first): ${game.first}; `
        + `${names[1]} (second): ${game.second}. `
        + (game.opening ? `The first ${game.opening} plies were given.` : "");
      part("legend").textContent = LEGENDS[kindOf(game)];
      slider.max = game.data.moves.length;
      course = courseOf(game.data);
      part("course").hidden = !course;
      if (course) {
        moveCursor = drawGraph(graph, course, game.data.moves.length);
        graph.setAttribute("aria-label", course.caption);
        part("course").querySelector("figcaption").textContent = course.caption;
      }
      part("moves").replaceChildren(...game.data.moves.map((move, i) => {
        const span = document.createElement("span");
        span.textContent = move;
        span.dataset.ply = i + 1;
        return span;
      }));
      show(to, told);
    };

    const listed = () => data.games.filter((candidate) =>
      (part("cells").value === "" || candidate.cell === Number(part("cells").value))
      && (part("reasons").value === "" || candidate.reasons.includes(part("reasons").value)));

    const fill = () => {
      part("games").replaceChildren(...listed().map((choice) => option(choice.id, describe(choice))));
    };

    const find = (id) => data.games.find((candidate) => candidate.id === Number(id));

    const choose = () => {
      fill();
      const first = listed()[0];
      if (first) open(first, 0, true);
    };

    // Shows what the address asks for, if that is here.
    const follow = () => {
      const asks = location.hash.match(/^#(r[0-9]+)-game-([0-9]+)(?:-ply-([0-9]+))?$/);
      const chosen = asks && asks[1] === run ? find(asks[2]) : null;
      if (!chosen) return false;
      part("cells").value = part("reasons").value = "";
      fill();
      part("games").value = chosen.id;
      open(chosen, Number(asks[3] ?? 0), false).then(() => viewer.scrollIntoView());
      return true;
    };

    const copy = async (text, what) => {
      try {
        await navigator.clipboard.writeText(text);
        part("copied").textContent = `${what} copied.`;
      } catch {
        part("copied").textContent = "The browser does not allow that; copy from the field.";
        part("position").value = text;
        part("position").select();
      }
    };

    const steps = {
      home: () => 0, back: () => ply - 1, on: () => ply + 1, end: () => Infinity,
    };
    const KEYS = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "back", ArrowDown: "on", Home: "home", End: "end" };

    play.addEventListener("keydown", (event) => {
      const step = KEYS[event.key];
      // Fields have their own use for these keys.
      if (!step || !game || event.target.matches("input") || event.altKey || event.ctrlKey || event.metaKey)
        return;
      event.preventDefault();
      show(steps[step](), true);
    });
    play.addEventListener("click", (event) => {
      if (!game) return;
      const { step, copy: what } = event.target.dataset ?? {};
      if (step) show(steps[step](), true);
      if (what === "position") copy(game.data.positions[ply], "Position");
      if (what === "moves") copy(game.data.moves.slice(0, ply).join(" "), "Moves up to here");
    });
    part("moves").addEventListener("click", (event) => {
      if (event.target.dataset.ply) show(Number(event.target.dataset.ply), true);
    });
    graph.addEventListener("click", (event) => {
      const box = graph.getBoundingClientRect();
      const at = (event.clientX - box.left) / box.width * GRAPH.width;
      const plies = game.data.moves.length;
      show(Math.round((at - GRAPH.left) / (GRAPH.width - GRAPH.left - 4) * plies), true);
    });
    slider.addEventListener("input", () => show(Number(slider.value), true));
    part("cells").addEventListener("change", choose);
    part("reasons").addEventListener("change", choose);
    part("games").addEventListener("change", () => open(find(part("games").value), 0, true));
    addEventListener("hashchange", follow);

    const reasons = [...new Set(data.games.flatMap((candidate) => candidate.reasons))];
    part("reasons").append(option("", "all that are here"), ...reasons.map((r) => option(r, r)));
    const cells = [...new Set(data.games.map((candidate) => candidate.cell))];
    part("cells").append(option("", "all"), ...cells.map((cell) => option(cell, data.cells[cell].name)));
    fill();
    // A board with something on it says more than an empty one.
    if (!follow() && data.games.length > 0)
      open(data.games[0], Math.floor(data.games[0].plies / 2), false);
  };

  for (const viewer of document.querySelectorAll(".viewer")) {
    try {
      begin(viewer);
    } catch (error) {
      viewer.textContent = `The games cannot be shown: ${error.message}`;
    }
  }
})();
