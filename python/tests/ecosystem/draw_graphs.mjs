// Draws each graph of a JSON list on standard input with Graphviz, and writes a list of SVGs.
import { readFileSync } from "node:fs";
import { Graphviz } from "@hpcc-js/wasm-graphviz";

const graphviz = await Graphviz.load();
const graphs = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(graphs.map((dot) => graphviz.dot(dot, "svg"))));
