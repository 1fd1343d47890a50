import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { prepareTestCity, WITH_CITY } from "@/testing/city";
import { createDatabase } from "@/testing/database";
import { makeClient } from "@/testing/shop";
import { skipWithout } from "@/testing/skip-without";
import { openStageOn, type TestServer } from "@/testing/stage";

let stage: TestServer;
beforeAll(async () => {
  const database = await createDatabase();
  prepareTestCity(database.url);
  stage = await openStageOn(database, { env: { ...WITH_CITY, ROLE: "all", LOG_LEVEL: "warn" } });
});
afterAll(() => stage?.close());

/** A call as a document shows it, and the answer below it, if there is one. */
interface DocumentedOperation {
  readonly shell: string;
  readonly answer: string | null;
}

function documentedIn(file: string): DocumentedOperation[] {
  const blocks = [...readFileSync(file, "utf8").matchAll(/^```(sh|json)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, kind, text = ""], index) => {
    const next = blocks[index + 1];
    if (kind !== "sh" || !/^(curl|for) /.test(text)) return [];
    return [{ shell: text, answer: next?.[1] === "json" ? (next[2] ?? "") : null }];
  });
}

/** Returns the quoted field names of a text, in their order. */
const getKeys = (text: string): string => (text.match(/"\w+":/g) ?? []).join(" ");

/** Splits an example at its ellipses, which stand for omitted parts. */
const splitParts = (answer: string): string[] => answer.split("…").filter((part) => getKeys(part) !== "");

const MAX_TRIES = 20;
const BUSY = /"code":"SERVICE_(OVERLOADED|UNAVAILABLE)"/;

/** Runs a call as a reader would who has typed the document's first lines, against this service. */
function run(shell: string, key: string): string {
  const here = (text: string) => text.replaceAll("http://localhost:3000", stage.server.baseUrl);
  const first = `KEY=${key}
    API=http://localhost:3000/v1/partner
    auth="Authorization: Bearer $KEY"; json="Content-Type: application/json"`;
  const call = () => execFileSync("bash", ["-c", here(`${first}\n${shell}`)], { encoding: "utf8" });
  let response = call();
  // On a busy machine, the service may ask for the call to be repeated (ERR-34).
  for (let tries = 1; tries < MAX_TRIES && BUSY.test(response); tries += 1) response = call();
  return response;
}

/** Makes the call, and expects its answer to have the fields that the document shows, in their order. */
async function expectAsShown({ shell, answer }: DocumentedOperation, key: string): Promise<void> {
  if (answer === null) {
    run(shell, key);
    return;
  }
  const isWhole = !answer.includes("…") && !shell.includes("# from ");
  const shown = isWhole ? getKeys(answer) : splitParts(answer).map(() => true);
  let response = "";
  const come = () => {
    response = run(shell, key);
    const came = getKeys(response);
    return isWhole ? came : splitParts(answer).map((part) => came.includes(getKeys(part)));
  };
  // A courier is on the way only after a while; what changes something is called once.
  const isRead = !/ -d '| -X /.test(shell);
  if (isRead) await expect.poll(come, { interval: 1_000, message: shell }).toEqual(shown);
  else expect(come(), `${shell}${response}`).toEqual(shown);
}

it.for(["README.md", "docs/api-guide.md"])(
  "%s shows the fields that the service sends",
  async (file, context) => {
    skipWithout(["curl", "--version"], context);
    const { key } = await makeClient(stage.db, "test");
    const documented = documentedIn(file);
    expect(documented.length).toBeGreaterThan(2);
    for (const one of documented) await expectAsShown(one, key);
  },
);
