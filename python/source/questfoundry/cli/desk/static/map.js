// The map is scrolled by the browser itself, which needs no script; this drags, zooms and finds.
const map = document.getElementById("map");
const [sheet, svg] = [map.querySelector(".sheet"), map.querySelector("svg")];
const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
const [SMALLEST, LARGEST, STEP, SLACK, PAUSE, LEGIBLE] = [0.08, 3, 1.25, 4, 160, 0.3];
let [scale, drawn, shift, settling] = [1, 1, { x: 0, y: 0 }, 0];

// Drawing it at another size takes too long for every frame of a gesture: until it pauses, what is
// drawn is stretched.
function stretch(wanted, x, y) {
  const next = Math.min(LARGEST, Math.max(SMALLEST, wanted));
  const [at, frame] = [sheet.getBoundingClientRect(), map.getBoundingClientRect()];
  const grown = next / scale - 1;
  shift.x += (at.left - frame.left - x) * grown;
  shift.y += (at.top - frame.top - y) * grown;
  scale = next;
  sheet.classList.add("stretched");
  sheet.style.transform = `translate(${shift.x}px, ${shift.y}px) scale(${scale / drawn})`;
}

function settle() {
  clearTimeout(settling);
  if (drawn === scale) return;
  const before = sheet.getBoundingClientRect();
  sheet.classList.remove("stretched");
  sheet.style.transform = "";
  [drawn, shift] = [scale, { x: 0, y: 0 }];
  svg.setAttribute("width", width * scale);
  svg.setAttribute("height", height * scale);
  svg.classList.toggle("far", scale < LEGIBLE);
  const after = sheet.getBoundingClientRect();
  map.scrollBy({ left: after.left - before.left, top: after.top - before.top, behavior: "instant" });
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
  const step = { "+": "in", "-": "out", 0: "whole" }[event.key];
  if (step && !event.ctrlKey && !event.metaKey) zoom(steps[step]());
});
map.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  const frame = map.getBoundingClientRect();
  stretch(scale * Math.exp(-event.deltaY / 300), event.clientX - frame.left, event.clientY - frame.top);
  clearTimeout(settling);
  settling = setTimeout(settle, PAUSE);
}, { passive: false });

// A mouse drags; fingers and pens scroll as everywhere.
let held = null;
map.addEventListener("pointerdown", (event) => {
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
