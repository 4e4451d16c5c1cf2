import { Sketch } from "./sketch.js";

// The browser itself scrolls the map; this script adds dragging, zooming and searching.
const map = document.getElementById("map");
const [sheet, svg] = [map.querySelector(".sheet"), map.querySelector("svg")];
const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
const [MIN_SCALE, MAX_SCALE, STEP, DRAG_THRESHOLD, PAUSE, LEGIBLE] = [0.08, 3, 1.25, 4, 160, 0.3];
const sketch = new Sketch(map, svg);
let [scale, corner, resizeTimer] = [1, null, 0];

// Convert page coordinates to coordinates in the visible part of the map.
function toMap(x, y) {
  const frame = map.getBoundingClientRect();
  return { x: x - frame.left - map.clientLeft, y: y - frame.top - map.clientTop };
}

function cornerNow() {
  const at = sheet.getBoundingClientRect();
  return toMap(at.left, at.top);
}

// Resizing the SVG takes too long for every frame of a gesture. During the gesture only the position of
// its corner is computed, and a canvas sketch is shown; the SVG is resized when the gesture pauses.
function stretch(wanted, x, y) {
  const next = Math.min(MAX_SCALE, Math.max(MIN_SCALE, wanted));
  const grown = next / scale - 1;
  corner ??= cornerNow();
  scale = next;
  corner = {
    x: clampEdge(corner.x + (corner.x - x) * grown, map.clientWidth - width * scale, 0.5),
    y: clampEdge(corner.y + (corner.y - y) * grown, map.clientHeight - height * scale, 0),
  };
}

// If the map is smaller than its frame, place it at `part` of the spare room; else keep its edges
// outside the frame.
const clampEdge = (at, left, part) => (left > 0 ? left * part : Math.min(0, Math.max(left, at)));

function applyScale() {
  clearTimeout(resizeTimer);
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
  applyScale();
}

const fit = () => Math.min(1, map.clientWidth / width, map.clientHeight / height);
const steps = { in: () => scale * STEP, out: () => scale / STEP, fit };

const bar = document.querySelector(".zoom");
bar.hidden = false;
bar.addEventListener("click", (event) => {
  const step = event.target.closest("[data-zoom]");
  if (step) zoom(steps[step.dataset.zoom]());
});
map.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey) return;
  applyScale();
  const step = { "+": "in", "-": "out", 0: "fit" }[event.key];
  if (step) zoom(steps[step]());
});
map.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return applyScale();
  event.preventDefault();
  const { x, y } = toMap(event.clientX, event.clientY);
  stretch(scale * Math.exp(-event.deltaY / 300), x, y);
  sketch.draw(scale, corner.x, corner.y, scale >= LEGIBLE);
  clearTimeout(resizeTimer);
  resizeTimer = setTimeout(applyScale, PAUSE);
}, { passive: false });

// Dragging is for the mouse only; touch and pen scroll natively.
let drag = null;
map.addEventListener("pointerdown", (event) => {
  applyScale();
  if (event.pointerType === "mouse" && event.button === 0) {
    drag = { x: event.clientX, y: event.clientY, left: map.scrollLeft, top: map.scrollTop, moved: false };
  }
});
window.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  drag.moved ||= Math.hypot(x, y) > DRAG_THRESHOLD;
  if (drag.moved) map.scrollTo({ left: drag.left - x, top: drag.top - y, behavior: "instant" });
});
window.addEventListener("pointerup", () => {
  const moved = drag?.moved;
  drag = null;
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
  applyScale();
  if (scale < 0.6) zoom(1);
  location.hash = found.dataset.place;
  const box = document.getElementById(found.dataset.place);
  center(box);
  box.focus({ preventScroll: true });
});

const center = (box) => box.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });

// Scroll the map, but not the page, whose search and buttons are above the map.
function scrollMapTo(box) {
  const [at, frame] = [box, map].map((each) => each.getBoundingClientRect());
  map.scrollBy({
    left: at.left + at.width / 2 - frame.left - frame.width / 2,
    top: at.top - frame.top - 48,
    behavior: "instant",
  });
}

// The zoom and place of the map outlast an edit, which loads the page again. Edits move boxes, so the
// place is that of a box in the frame: of the selected one or, if it is not visible, of the middle one.
const KEY = `map ${document.documentElement.dataset.instance}`;
const boxes = [...svg.querySelectorAll("a.box")];

function offset(box) {
  const at = box.getBoundingClientRect();
  return toMap(at.left + at.width / 2, at.top);
}

const isVisible = ({ x, y }) => x > 0 && x < map.clientWidth && y >= 0 && y < map.clientHeight - 40;

function anchor() {
  const selected = svg.querySelector(".selected");
  if (selected && isVisible(offset(selected))) return selected;
  const distance = (box) => Math.hypot(offset(box).x - map.clientWidth / 2, offset(box).y - map.clientHeight / 2);
  return boxes.reduce((best, box) => (distance(box) < distance(best) ? box : best));
}

addEventListener("pagehide", () => {
  if (!boxes.length) return;
  applyScale();
  const box = anchor();
  const place = { scale, id: box.id, ...offset(box), left: map.scrollLeft, top: map.scrollTop };
  sessionStorage.setItem(KEY, JSON.stringify(place));
});

// Return whether there was a place to restore.
function restorePlace() {
  const known = JSON.parse(sessionStorage.getItem(KEY));
  if (!known) return false;
  zoom(known.scale);
  const box = document.getElementById(known.id);
  const now = box ? offset(box) : { x: known.left, y: known.top };
  const by = box ? [now.x - known.x, now.y - known.y] : [now.x - map.scrollLeft, now.y - map.scrollTop];
  map.scrollBy({ left: by[0], top: by[1], behavior: "instant" });
  if (box && !isVisible(offset(box))) scrollMapTo(box); // the frame is smaller now
  return true;
}

const found = svg.querySelector(":target");
const wanted = found ?? svg.querySelector(".selected");
const isRestored = restorePlace();
if (wanted && (found || !isVisible(offset(wanted)))) {
  if (found) center(found);
  else scrollMapTo(wanted);
} else if (!isRestored && !wanted) {
  zoom(1);
  scrollMapTo(svg.querySelector("a.highlighted") ?? svg.querySelector("a.start") ?? svg);
}
