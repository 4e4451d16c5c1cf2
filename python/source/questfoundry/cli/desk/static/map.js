import { Sketch } from "./sketch.js";

// The map is scrolled by the browser itself, which needs no script; this drags, zooms and finds.
const map = document.getElementById("map");
const [sheet, svg] = [map.querySelector(".sheet"), map.querySelector("svg")];
const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
const [SMALLEST, LARGEST, STEP, SLACK, PAUSE, LEGIBLE] = [0.08, 3, 1.25, 4, 160, 0.3];
const sketch = new Sketch(map, svg);
let [scale, corner, settling] = [1, null, 0];

// A place on the page as one in what is seen of the map.
function within(x, y) {
  const frame = map.getBoundingClientRect();
  return { x: x - frame.left - map.clientLeft, y: y - frame.top - map.clientTop };
}

function cornerNow() {
  const at = sheet.getBoundingClientRect();
  return within(at.left, at.top);
}

// Drawing it at another size takes too long for every frame of a gesture: until that pauses, it is
// known only where its corner comes to be, and a sketch is shown.
function stretch(wanted, x, y) {
  const next = Math.min(LARGEST, Math.max(SMALLEST, wanted));
  const grown = next / scale - 1;
  corner ??= cornerNow();
  scale = next;
  corner = {
    x: kept(corner.x + (corner.x - x) * grown, map.clientWidth - width * scale, 0.5),
    y: kept(corner.y + (corner.y - y) * grown, map.clientHeight - height * scale, 0),
  };
}

// Where there is room left over, the map stands at that part of it; else no edge leaves its place.
const kept = (at, left, part) => (left > 0 ? left * part : Math.min(0, Math.max(left, at)));

function settle() {
  clearTimeout(settling);
  if (!corner) return;
  svg.setAttribute("width", width * scale);
  svg.setAttribute("height", height * scale);
  svg.classList.toggle("far", scale < LEGIBLE);
  const now = cornerNow();
  map.scrollBy({ left: now.x - corner.x, top: now.y - corner.y, behavior: "instant" });
  sketch.hide();
  corner = null;
}

function zoom(wanted, x = map.clientWidth / 2, y = map.clientHeight / 2) {
  stretch(wanted, x, y);
  settle();
}

const whole = () => Math.min(1, map.clientWidth / width, map.clientHeight / height);
const steps = { in: () => scale * STEP, out: () => scale / STEP, whole };

const bar = document.querySelector(".zoom");
bar.hidden = false;
bar.addEventListener("click", (event) => {
  const step = event.target.closest("[data-zoom]");
  if (step) zoom(steps[step.dataset.zoom]());
});
map.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey) return;
  settle();
  const step = { "+": "in", "-": "out", 0: "whole" }[event.key];
  if (step) zoom(steps[step]());
});
map.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return settle();
  event.preventDefault();
  const { x, y } = within(event.clientX, event.clientY);
  stretch(scale * Math.exp(-event.deltaY / 300), x, y);
  sketch.draw(scale, corner.x, corner.y, scale >= LEGIBLE);
  clearTimeout(settling);
  settling = setTimeout(settle, PAUSE);
}, { passive: false });

// A mouse drags; fingers and pens scroll as everywhere.
let held = null;
map.addEventListener("pointerdown", (event) => {
  settle();
  if (event.pointerType === "mouse" && event.button === 0) {
    held = { x: event.clientX, y: event.clientY, left: map.scrollLeft, top: map.scrollTop, moved: false };
  }
});
window.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  held.moved ||= Math.hypot(x, y) > SLACK;
  if (held.moved) map.scrollTo({ left: held.left - x, top: held.top - y, behavior: "instant" });
});
window.addEventListener("pointerup", () => {
  const moved = held?.moved;
  held = null;
  if (moved) map.addEventListener("click", (event) => event.preventDefault(), { once: true, capture: true });
  if (moved) setTimeout(() => map.dispatchEvent(new Event("click")), 0);
});
map.addEventListener("dragstart", (event) => event.preventDefault());

document.querySelector("[role=search]").addEventListener("submit", (event) => {
  const wanted = document.getElementById("find").value.trim().toLowerCase();
  const options = [...document.querySelectorAll("#titles option")];
  const found = options.find((each) => each.value.toLowerCase() === wanted)
    ?? options.find((each) => wanted && each.value.toLowerCase().includes(wanted));
  if (!found) return;
  event.preventDefault();
  settle();
  if (scale < 0.6) zoom(1);
  location.hash = found.dataset.place;
  const box = document.getElementById(found.dataset.place);
  place(box);
  box.focus({ preventScroll: true });
});

const place = (box) => box.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
const [found, marked] = [svg.querySelector(":target"), svg.querySelector("a.highlighted")];
if (found) {
  place(found);
} else {
  zoom(Math.max(whole(), 0.8));
  map.scrollTo({ left: (map.scrollWidth - map.clientWidth) / 2, behavior: "instant" });
  if (marked) place(marked);
}
