// A canvas copy of the map, fast enough to be drawn in every frame of a gesture and hidden from
// keyboards and screen readers. It shows everything in the SVG except dashes. Computed styles are read
// once for all elements of the same kind and class.
const OWN_STYLE = "a:is(:hover, :target, :focus)";

export class Sketch {
  #map; #svg; #partList; #background;
  #canvas = document.createElement("canvas");
  #pen = this.#canvas.getContext("2d", { alpha: false });

  constructor(map, svg) {
    [this.#map, this.#svg] = [map, svg];
    this.#canvas.className = "sketch";
    this.#canvas.ariaHidden = "true";
    this.#canvas.hidden = true;
    map.after(this.#canvas);
    (window.requestIdleCallback ?? setTimeout)(() => this.#parts);
  }

  get #parts() {
    return (this.#partList ??= partsOf(this.#svg));
  }

  // Draw the sketch with the corner of the SVG at ``x`` and ``y`` of the visible part of the map.
  draw(scale, x, y, texts) {
    if (this.#canvas.hidden) this.#show();
    const [pen, { width, height }] = [this.#pen, this.#canvas];
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = this.#background;
    pen.fillRect(0, 0, width, height);
    pen.setTransform(scale, 0, 0, scale, x, y);
    const [left, top, right, bottom] = [-x, -y, width - x, height - y].map((edge) => edge / scale);
    for (const { bounds, shape, text, ink } of this.#parts) {
      if (bounds.left > right || bounds.right < left || bounds.top > bottom || bounds.bottom < top) continue;
      pen.fillStyle = ink.fill;
      if (shape) {
        pen.globalAlpha = ink.opacity;
        if (ink.filled) pen.fill(shape);
        pen.globalAlpha = 1;
        pen.strokeStyle = ink.stroke;
        pen.lineWidth = ink.width;
        if (ink.width) pen.stroke(shape);
      } else if (texts) {
        pen.font = ink.font;
        pen.textAlign = ink.align;
        pen.fillText(text.words, text.x, text.y);
      }
    }
  }

  hide() {
    this.#canvas.hidden = true;
  }

  #show() {
    const map = this.#map;
    this.#canvas.style.left = `${map.offsetLeft + map.clientLeft}px`;
    this.#canvas.style.top = `${map.offsetTop + map.clientTop}px`;
    [this.#canvas.width, this.#canvas.height] = [map.clientWidth, map.clientHeight];
    this.#background = getComputedStyle(map).backgroundColor;
    const inks = new Map();
    for (const part of this.#parts) {
      const looks = part.element.parentNode.matches(OWN_STYLE) ? part.element : part.looks;
      if (!inks.has(looks)) inks.set(looks, inkOf(part.element));
      part.ink = inks.get(looks);
    }
    this.#canvas.hidden = false;
  }
}

function partsOf(svg) {
  let bounds = null;
  return [...svg.querySelectorAll("path, rect, circle, text")].map((element) => {
    const [kind, at] = [element.localName, (name) => Number(element.getAttribute(name))];
    const part = { element, looks: [kind, ...["class", "text-anchor"].map((name) => element.getAttribute(name)), element.parentNode.getAttribute("class")].join() };
    if (kind === "text") return { ...part, bounds, text: { words: element.textContent, x: at("x"), y: at("y") } };
    const shape = new Path2D(element.getAttribute("d") ?? "");
    if (kind === "rect") shape.roundRect(at("x"), at("y"), at("width"), at("height"), at("rx"));
    if (kind === "circle") shape.arc(at("cx"), at("cy"), at("r"), 0, 2 * Math.PI);
    const { x, y, width, height } = element.getBBox();
    const own = { left: x, top: y, right: x + width, bottom: y + height };
    // A text lies in the box before it.
    if (kind === "rect" && !element.matches(".inner")) bounds = own;
    return { ...part, bounds: own, shape };
  });
}

function inkOf(element) {
  const { fill, fillOpacity, stroke, strokeWidth, font, textAnchor } = getComputedStyle(element);
  const width = stroke === "none" ? 0 : parseFloat(strokeWidth);
  const align = textAnchor === "middle" ? "center" : "left";
  return { fill, filled: fill !== "none", opacity: Number(fillOpacity), stroke, width, font, align };
}
