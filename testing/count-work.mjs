// Loaded into a service before its own code (`--import`): counts what a request makes the process read and parse, so that
// tests can compare it with limits. Responds itself to the URL below with the counts since the last such request.

import { IncomingMessage, Server } from "node:http";

const URL_OF_COUNTS = "/testing/work";

/** Only JSON with this text is counted, as the process also parses its own. */
const { COUNTED_MARK = "" } = process.env;

const none = () => ({ bytes: 0, largestJson: 0, values: 0, levels: 0 });
let counts = none();

/** Requests whose response has begun: what a client sends later is only discarded. */
const answered = new WeakSet();

const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...rest) {
  const [request, response] = rest;
  if (event !== "request") return Reflect.apply(emit, this, [event, ...rest]);
  if (request.url === URL_OF_COUNTS) {
    response.end(JSON.stringify(counts));
    counts = none();
    return true;
  }
  const { writeHead } = response;
  response.writeHead = (...given) => {
    answered.add(request);
    return Reflect.apply(writeHead, response, given);
  };
  return Reflect.apply(emit, this, [event, ...rest]);
};

const { push } = IncomingMessage.prototype;
IncomingMessage.prototype.push = function (chunk, encoding) {
  if (!answered.has(this)) counts.bytes += chunk?.length ?? 0;
  return Reflect.apply(push, this, [chunk, encoding]);
};

const { parse } = JSON;
JSON.parse = (text, reviver) => {
  if (typeof text === "string" && text.includes(COUNTED_MARK)) measure(text);
  return parse(text, reviver);
};

/** The number of values and levels that a parser meets until the text ends or is wrong. */
function measure(text) {
  let values = 1;
  let level = 0;
  let levels = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
    } else if (character === ",") values += 1;
    else if (character === "[" || character === "{") {
      values += 1;
      level += 1;
      levels = Math.max(levels, level);
    } else if (character === "]" || character === "}") level -= 1;
  }
  counts.largestJson = Math.max(counts.largestJson, text.length);
  counts.values = Math.max(counts.values, values);
  counts.levels = Math.max(counts.levels, levels);
}
