// Graphviz's program dot, as far as the tests need it: a graph on standard input, and its -Tform.
import { readFileSync } from "node:fs";
import { Graphviz } from "@hpcc-js/wasm-graphviz";

const graphviz = await Graphviz.load();
process.stdout.write(graphviz.dot(readFileSync(0, "utf-8"), process.argv[2].slice("-T".length)));
