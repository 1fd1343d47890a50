import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { VERIFICATION_SAMPLES } from "@/lib/docs/samples";
import { generateSecret } from "@/lib/webhooks/secret";
import { signedHeaders } from "@/lib/webhooks/signature";

const getSample = (id: string): string => VERIFICATION_SAMPLES.find((one) => one.id === id)?.code ?? "";

/** A program around a sample, which reads calls from its standard input and prints what each came to. */
const PROGRAMS = {
  node: {
    command: process.execPath,
    words: (code: string) => [
      "--input-type=module",
      "--eval",
      `${code}
import { readFileSync } from "node:fs";
const calls = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(calls.map(([headers, body, secret]) => isGenuine(headers, body, secret))));`,
    ],
  },
  python: {
    command: "python3",
    words: (code: string) => [
      "-c",
      `${code}
import json, sys
calls = json.load(sys.stdin)
print(json.dumps([is_genuine(headers, body.encode(), secret) for headers, body, secret in calls]))`,
    ],
  },
} as const;

describe("the signature check in the documentation", () => {
  const body = '{"comment":"Позвоните 🚚"}';
  const [secret, former] = [generateSecret(), generateSecret()];
  const at = new Date();
  const headers = signedHeaders({ id: "one", at, body }, [secret, former]);
  const old = signedHeaders({ id: "one", at: new Date(at.getTime() - 10 * 60_000), body }, [secret]);
  const calls = [
    [headers, body, secret],
    [headers, body, former],
    [headers, body, generateSecret()],
    [headers, `${body} `, secret],
    [{ ...headers, "webhook-id": "two" }, body, secret],
    [old, body, secret],
  ];

  it.each(["node", "python"] as const)("accepts genuine calls and rejects forged ones: %s", (language) => {
    const { command, words } = PROGRAMS[language];
    const run = spawnSync(command, words(getSample(language)), {
      input: JSON.stringify(calls),
      encoding: "utf8",
    });
    // Machines without Python test the other samples.
    if (run.error !== undefined && language === "python") return;
    expect(JSON.parse(run.stdout)).toEqual([true, true, false, false, false, false]);
  });
});
