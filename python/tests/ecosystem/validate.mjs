// Checks documents against a JSON Schema with ajv: [schema, documents] in, the faults of each out.
import Ajv2020 from "ajv/dist/2020.js";
import { text } from "node:stream/consumers";

const [schema, documents] = JSON.parse(await text(process.stdin));
const valid = new Ajv2020({ allErrors: true, strict: true }).compile(schema);
const faults = documents.map((each) => (valid(each) ? [] : valid.errors));
console.log(JSON.stringify(faults));
