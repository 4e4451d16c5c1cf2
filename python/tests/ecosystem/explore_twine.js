// Plays a published story for all that players can do in it, in its own program. Time is ours: see pass().
// What differs by format is what its ``program`` below does; all else is clicks.
(() => {
  let now = 0, last = 0, due = [];
  const later = (call, delay, every, given) => {
    due.push({ id: ++last, at: now + Math.max(+delay || 0, 1), call, every, given });
    return last;
  };
  const forget = (id) => { due = due.filter((each) => each.id !== id); };
  window.setTimeout = (call, delay, ...given) => later(call, delay, 0, given);
  window.setInterval = (call, delay, ...given) => later(call, delay, Math.max(+delay || 0, 10), given);
  window.requestAnimationFrame = (call) => later(() => call(now), 16, 0, []);
  window.clearTimeout = window.clearInterval = window.cancelAnimationFrame = forget;
  const begun = Date.now();
  Date.now = () => begun + now;
  performance.now = () => now;

  // Lets so many milliseconds pass, or until something is so.
  async function pass(delay, until) {
    const end = now + delay;
    for (let calls = 0; calls < 5000; calls++) {
      await null;
      if (until()) return true;
      const next = due.filter((each) => each.at <= end).sort((a, b) => a.at - b.at || a.id - b.id)[0];
      if (!next) break;
      forget(next.id);
      now = Math.max(now, next.at);
      if (next.every) due.push({ ...next, at: now + next.every });
      try {
        if (typeof next.call === "function") next.call(...next.given);
      } catch (error) {
        complaints.add(String(error));
      }
    }
    now = end;
    return until();
  }

  const complaints = new Set();
  let drawn = 0;
  Math.random = () => {
    drawn = (drawn + 0x6d2b79f5) | 0;
    let bits = Math.imul(drawn ^ (drawn >>> 15), 1 | drawn);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };

  const counted = (names) => {
    const counts = {};
    for (const each of names) counts[each] = Math.min((counts[each] || 0) + 1, 4);
    return Object.entries(counts).sort();
  };

  const PROGRAMS = {
    SugarCube: () => {
      const { State, Engine } = window.SugarCube;
      const titles = () => State.history.map((each) => each.title);
      return {
        links: "#passages a, #passages button, #passages [data-passage], #passages .macro-cyclinglink",
        turn: () => State.turns,
        place: () => State.passage,
        visited: titles,
        held: () => State.history[State.length - 1].variables,
        now: () => JSON.stringify(State.variables),
        save: () => JSON.stringify(State.marshalForSave()),
        restore: (saved) => { State.unmarshalForSave(JSON.parse(saved)); Engine.show(); },
      };
    },
    Harlowe: () => {
      const { State, Engine } = window.program;
      const moments = () => JSON.parse(State.serialise());
      return {
        links: "tw-passage:last-of-type tw-link, tw-passage:last-of-type .enchantment-link",
        turn: () => State.pastLength,
        place: () => State.passage,
        visited: () => moments().map((each) => each.passage),
        held: () => Object.assign({}, ...moments().map((each) => each.variables)),
        now: () => {
          const all = [];
          for (const name in State.variables) all.push(`${name} ${String(State.variables[name])}`);
          return all.join();
        },
        save: () => State.serialise(),
        restore: (saved) => {
          const done = State.deserialise(saved);
          if (done instanceof Error) throw done;
          document.querySelectorAll("tw-passage").forEach((each) => each.remove());
          Engine.showPassage(State.passage);
        },
      };
    },
    Chapbook: () => {
      const { state } = window.engine, set = state.set;
      const trail = () => state.get("trail");
      const scripted = document.querySelector("#twine-user-script").textContent.trim();
      let before = { ...(scripted ? state.saveToObject() : {}), trail: trail() };
      state.set = (name, value) => {
        if (name === "trail") before = { ...state.saveToObject(), trail: value };
        return set(name, value);
      };
      return {
        links: "#page article a, #page article [data-cb-go], #page article button",
        waits: 100,
        turn: () => trail().length,
        place: () => trail()[trail().length - 1],
        visited: trail,
        held: () => {
          const all = Object.entries(JSON.parse(JSON.stringify(before)));
          return Object.fromEntries(all.filter(([name]) => !/^(trail|config)/.test(name)).sort());
        },
        save: () => JSON.stringify(before),
        now: () => JSON.stringify(state.saveToObject()),
        restore: (saved) => {
          before = JSON.parse(saved);
          state.restoreFromObject({ ...before, "config.body.transition.name": "none" });
        },
      };
    },
    Snowman: () => {
      const { story } = window;
      history.pushState = history.replaceState = () => {};
      let turn = 0, place = "";
      const show = story.show;
      story.show = function (name, ...more) {
        turn++;
        place = story.passage(name).name;
        story.arrived = story.arrived.concat(place);
        before = JSON.stringify(story.state);
        return show.call(this, name, ...more);
      };
      story.arrived = [];
      // It has shown the first passage already, and done what stands there.
      story.state = {};
      (story.userScripts || []).forEach((code) => (0, eval)(code));
      let before = "{}";
      story.show(story.passage(story.startPassage).name);
      return {
        links: "tw-passage a, #main .passage a, #passage a",
        turn: () => turn,
        place: () => place,
        visited: () => story.arrived,
        held: () => JSON.parse(before),
        now: () => JSON.stringify(story.state),
        save: () => JSON.stringify([place, before, story.arrived]),
        restore: (saved) => {
          const [name, held, arrived] = JSON.parse(saved);
          story.state = JSON.parse(held);
          story.arrived = arrived.slice(0, -1);
          story.show(name);
        },
      };
    },
  };

  window.explore = async (most) => {
    const format = document.querySelector("tw-storydata").getAttribute("format");
    await pass(500, () => false);
    const program = PROGRAMS[format]();
    const text = document.querySelector("tw-storydata").textContent;
    const counts = /\b(visited|hasVisited|lastVisited|visits|previous|history|trail|turns|exits)\b/i.test(text);
    const name = () => {
      const seen = counts ? counted(program.visited()) : "";
      return JSON.stringify([program.place(), program.held(), seen]);
    };
    const all = new Map(), waiting = [];
    const arrive = () => {
      const key = name();
      if (!all.has(key)) {
        const place = { id: all.size, passage: program.place(), held: program.held(), exits: null, text: "", saved: program.save() };
        all.set(key, place);
        waiting.push(place);
      }
      return all.get(key).id;
    };
    const links = () => [...document.querySelectorAll(program.links)];
    const said = (link) => (link.innerText || link.textContent || "").replace(/\s+/g, " ").trim();
    // An element of SVG has no method "click".
    const click = (link) => {
      if (link.click) link.click();
      else link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    };
    arrive();
    let done = 0, whole = true;
    for (const place of waiting) {
      if (++done > most) break;
      place.exits = [];
      const note = (label) => {
        const to = arrive();
        if (!place.exits.some((each) => each.label === label && each.to === to)) place.exits.push({ label, to });
      };
      // Whoever did these things in the passage, or -1 for having waited; false if they are gone by that.
      const after = async (deeds) => {
        drawn = 1;
        // What others left to be done later is not done. Chapbook would never show anything again.
        if (program.waits) await pass(program.waits, () => false);
        due = [];
        try {
          program.restore(place.saved);
        } catch (error) {
          complaints.add(String(error));
        }
        const turn = program.turn();
        if (await pass(300, () => program.turn() !== turn)) return note(""), false;
        for (const deed of deeds) {
          if (deed >= 0 && !links()[deed]) return false;
          if (deed >= 0) click(links()[deed]);
          if (await pass(deed >= 0 ? 300 : 30000, () => program.turn() !== turn)) return note(""), false;
        }
        return true;
      };
      const plans = [[]], met = new Set();
      for (const plan of plans) {
        if (!(await after(plan))) continue;
        if (!plan.length) place.text = document.body.innerText;
        const shown = JSON.stringify([links().map(said), program.now(), document.body.innerText]);
        if (met.has(shown)) continue;
        if (met.size >= 24 || plan.length > 4) {
          whole = false;
          continue;
        }
        met.add(shown);
        const count = links().length;
        for (let number = 0; number < count; number++) {
          if (number && !(await after(plan))) break;
          const link = links()[number];
          if (!link) break;
          const turn = program.turn(), label = said(link);
          click(link);
          const gone = program.turn() !== turn || (await pass(300, () => program.turn() !== turn));
          if (gone && program.turn() < turn) continue; // begun anew: the playthrough is over
          if (gone) note(label);
          else plans.push([...plan, number]);
        }
        if (due.length && plan.length < 2 && !plan.includes(-1)) plans.push([...plan, -1]);
      }
    }
    return {
      whole: whole && done <= most,
      said: [...complaints],
      places: [...all.values()].map(({ id, passage, held, exits, text }) => ({ id, passage, held, exits, text })),
    };
  };
})();
