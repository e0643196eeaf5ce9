"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const root = document.documentElement;
  // Light or dark: remembered where the browser lets a local file remember anything.
  const remember = (value) => { try { localStorage.setItem("selvedge-theme", value); } catch { /* then not */ } };
  const recall = () => { try { return localStorage.getItem("selvedge-theme"); } catch { return null; } };
  if (recall()) root.dataset.theme = recall();
  const toggleTheme = () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    remember(root.dataset.theme);
  };
  const button = document.getElementById("theme");
  button.hidden = false;
  button.addEventListener("click", toggleTheme);
  all(".keys").forEach((keys) => { keys.hidden = false; });

  const files = all(".source h2").map((title) => title.textContent);
  const lists = all(".source .code");
  const lineOf = (at) => at && lists[files.indexOf(at[0])]?.querySelector(`[data-l="${at[1]}"]`);
  const reveal = (element) => element?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const scenes = all(".scene").map(makeScene);
  let active = scenes[0];

  function makeScene(section) {
    const data = JSON.parse(section.querySelector(".data").textContent);
    const { steps, cells } = data;
    const slider = section.querySelector(".walk input");
    const output = section.querySelector("output");
    const words = section.querySelector(".state .step");
    const memory = all(".memory div", section);
    const events = all(".ev", section);
    const edges = all(".graph .e", section);
    let position = steps.length, hovered = null;
    section.querySelector(".walk").hidden = false;

    const describe = (s) => {
      const step = steps[s], parts = [];
      const add = (tag, text, name) => { const e = document.createElement(tag); e.textContent = text; if (name) e.className = name; parts.push(e, " "); };
      add("b", step.label);
      parts.push(step.says);
      if (step.from) parts.push(step.from === "init" ? ", the initial value" : `, written by ${step.from}`);
      parts.push(" ");
      if (step.stale) add("span", `⚠ memory holds ${step.stale}`, "warn");
      if (step.call) add("small", `through ${step.call}`);
      if (step.stack.length) add("small", `in ${step.stack.join(", called by ")}`);
      if (step.at) add("small", `${step.at[0]}:${step.at[1]}`);
      words.replaceChildren(...parts);
    };
    // What holds is what the writes up to here have left; the rest is what was there at first.
    const showMemory = () => {
      const values = cells.map((cell) => cell[1] ?? "–");
      let changed = -1;
      steps.slice(0, position).forEach((step, s) => {
        if (!step.change) return;
        values[step.change[0]] = step.change[1];
        if (s === position - 1) changed = step.change[0];
      });
      for (const cell of memory) {
        cell.querySelector("dd").textContent = values[cell.dataset.c];
        cell.classList.toggle("changed", Number(cell.dataset.c) === changed);
      }
    };
    const show = () => {
      const focus = hovered ?? (position > 0 && position < steps.length ? position - 1 : section.chosen ?? null);
      slider.value = position;
      output.textContent = position === steps.length ? `all ${steps.length} steps` : position ? `step ${position} of ${steps.length}` : "before the start";
      for (const event of events) {
        const s = Number(event.dataset.s), step = steps[s];
        event.classList.toggle("later", s >= position);
        event.classList.toggle("here", s === focus);
        const other = focus === null || s === focus ? null : steps[focus];
        event.classList.toggle("past", !!other && !!other.clock && other.clock[step.t] > step.i);
        event.classList.toggle("future", !!other && !!step.clock && step.clock[other.t] > other.i);
      }
      for (const edge of edges) {
        const { a, b } = edge.dataset;
        edge.classList.toggle("later", a >= position || b >= position);
        edge.classList.toggle("near", focus !== null && (Number(a) === focus || Number(b) === focus));
      }
      all(".end", section).forEach((end) => end.classList.toggle("later", position < steps.length));
      all(".code .here").forEach((line) => line.classList.remove("here"));
      if (focus !== null) {
        const line = lineOf(steps[focus].at);
        line?.classList.add("here");
        const chip = line?.querySelector(`i[data-s="${focus}"]`);
        chip?.classList.add("here");
        if (chip?.matches(".folded > .extra")) chip.parentElement.querySelector(".fold").click();
        reveal(line);
        describe(focus);
      } else {
        words.textContent = "Point at a step, or walk through them with ↓ and ↑: green happens before it, blue after it.";
      }
      showMemory();
    };
    const go = (to) => {
      position = Math.max(0, Math.min(steps.length, to));
      section.chosen = null;
      show();
      const visible = events.find((event) => Number(event.dataset.s) === position - 1 && event.getClientRects().length);
      reveal(visible);
    };
    const choose = (s) => { section.chosen = s; hovered = null; if (s !== null && position < steps.length) position = s + 1; show(); };
    const scene = { section, steps, go, choose, at: () => position, clear: () => { section.chosen = null; hovered = null; position = steps.length; show(); } };
    slider.addEventListener("input", () => go(Number(slider.value)));
    section.querySelector(".back").addEventListener("click", () => go(position - 1));
    section.querySelector(".on").addEventListener("click", () => go(position === steps.length ? 1 : position + 1));
    for (const event of events) {
      const s = Number(event.dataset.s);
      event.addEventListener("mouseenter", () => { active = scene; hovered = s; show(); });
      event.addEventListener("mouseleave", () => { hovered = null; show(); });
      event.addEventListener("focus", () => { active = scene; });
      event.addEventListener("click", () => choose(s));
      event.addEventListener("keydown", (key) => { if (key.key === "Enter" || key.key === " ") { choose(s); key.preventDefault(); } });
    }
    section.addEventListener("mouseenter", () => { active = scene; });
    show();
    return scene;
  }

  // Many chips are folded behind a button that says how many there are.
  const marked = new Set(all(".ev.marked").map((event) => event.dataset.s));
  const fold = (parent, chips, most) => {
    if (chips.length <= most + 1) return;
    // What the violation is about stays.
    const kept = [...new Set([...chips.filter((chip) => marked.has(chip.dataset.s)), ...chips])].slice(0, most);
    const extra = chips.filter((chip) => !kept.includes(chip));
    const button = document.createElement("button");
    const say = () => {
      const folded = parent.classList.contains("folded");
      button.textContent = folded ? `+${extra.length}` : "−";
      button.setAttribute("aria-expanded", String(!folded));
      button.setAttribute("aria-label", folded ? `show ${extra.length} more` : "show fewer");
    };
    button.type = "button";
    button.className = "fold";
    extra.forEach((chip) => chip.classList.add("extra"));
    parent.classList.add("folded");
    button.addEventListener("click", (click) => { parent.classList.toggle("folded"); say(); click.stopPropagation(); });
    parent.append(button);
    say();
  };
  all(".badges").forEach((badges) => fold(badges, all("i", badges), 3));
  all(".memory").forEach((memory) => fold(memory, all("div", memory), 12));
  all(".badges i").forEach((chip) => chip.addEventListener("keydown", (key) => {
    if (key.key !== "Enter" && key.key !== " ") return;
    chip.click();
    key.preventDefault();
  }));

  // A page opens where it goes wrong. The page itself stays where it is: only what scrolls in it moves.
  const centre = (element, box) => {
    if (!element || !box) return;
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  };
  centre(document.getElementById("violation"), document.querySelector(".source"));
  all(".picture").forEach((picture) => centre(all(".ev.marked, .end.failed", picture).find((mark) => mark.getClientRects().length), picture));

  // A line of the source: its first step, then the next one with each click.
  lists.forEach((list, f) => list.addEventListener("click", (click) => {
    const line = click.target.closest("li");
    if (!line || !active) return;
    const badge = click.target.closest("i[data-s]");
    const here = active.steps.flatMap((step, s) => step.at && step.at[0] === files[f] && String(step.at[1]) === line.dataset.l ? [s] : []);
    if (!here.length) return;
    const next = badge ? Number(badge.dataset.s) : here[(here.indexOf(active.section.chosen) + 1) % here.length];
    active.choose(next);
    reveal(all(`.ev[data-s="${next}"]`, active.section).find((event) => event.getClientRects().length));
  }));

  const boxes = { 0: "show-all", 1: "show-rf", 2: "show-sw", 3: "show-co", 4: "show-fr", 5: "show-hb", 6: "show-why" };
  document.addEventListener("keydown", (key) => {
    if (key.ctrlKey || key.metaKey || key.altKey) return;
    const range = key.target instanceof HTMLInputElement && key.target.type === "range";
    const box = boxes[key.key] && document.getElementById(boxes[key.key]);
    if (box) box.checked = !box.checked;
    else if (key.key === "t") toggleTheme();
    else if (!active || range) return;
    else if (key.key === "Escape") active.clear();
    else if (key.key === "ArrowDown" || key.key === "j") active.go(active.at() === active.steps.length ? 1 : active.at() + 1);
    else if (key.key === "ArrowUp" || key.key === "k") active.go(active.at() - 1);
    else if (key.key === "Home") active.go(0);
    else if (key.key === "End") active.go(active.steps.length);
    else return;
    key.preventDefault();
  });
})();
