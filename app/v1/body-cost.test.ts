import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { OPERATIONS } from "@/app/v1/operations";
import { serve } from "@/app/v1/serve";
import { MAX_JSON_VALUES } from "@/lib/http/bounded-json";
import { Target } from "@/lib/http/http-request";
import { MAX_BODY_BYTES } from "@/lib/http/request-body";
import { amount, isLongRun } from "@/testing/amount";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

/** How often the checks of an operation may read each value of a body. */
const MAX_READS = 12;

const MAX_ROUNDS = 40;
/** Three doublings: over one of them, collecting garbage weighs as much as the growth. */
const GROWTH = 2 ** 3;
const MAX_RATIO = 2.5 ** 3;
/** Fields below are of the same kinds. */
const MAX_DEPTH = amount(1, 2);
const HOLE = "hole to fill";

/** JSON values of about this many bytes. */
const VALUES: Readonly<Record<string, (bytes: number) => string>> = {
  objects: (bytes) => `[${"{},".repeat(bytes / 3)}{}]`,
  text: (bytes) => JSON.stringify("ab ".repeat(bytes / 3)),
  fields: (bytes) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: bytes / 14 }, (_, n) => [`f${n}`, [n]]))),
  depth: (bytes) => `${"[".repeat(bytes / 2)}${"]".repeat(bytes / 2)}`,
};

/** Returns the paths of a body's fields, that of the body itself included; in lists that of the first element. */
function buildPaths(schema: unknown, path: readonly string[] = []): string[][] {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap();
  if (inner instanceof z.ZodPipe) inner = inner.out;
  if (path.length === MAX_DEPTH) return [[...path]];
  const below =
    inner instanceof z.ZodObject
      ? Object.entries(inner.shape).flatMap(([name, field]) => buildPaths(field, [...path, name]))
      : inner instanceof z.ZodArray
        ? buildPaths(inner.element, [...path, "0"])
        : [];
  return [[...path], ...below];
}

/** Returns a body as JSON with this JSON at a path. */
function fill(body: unknown, path: readonly string[], json: string): string {
  const put = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return HOLE;
    const holder = (value ?? {}) as Record<string, unknown>;
    const filled = put(holder[name], rest);
    return Array.isArray(holder) ? [filled, ...holder.slice(1)] : { ...holder, [name]: filled };
  };
  return JSON.stringify(put(body, path)).replace(JSON.stringify(HOLE), () => json);
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

function countValues(value: unknown): number {
  let count = 1;
  if (isContainer(value)) for (const inner of Object.values(value)) count += countValues(inner);
  return count;
}

/** The same value, which counts how often its parts are read. */
function countReads(value: unknown, counts: { reads: number }): unknown {
  if (!isContainer(value)) return value;
  const inner = new Map<object, unknown>();
  return new Proxy(value, {
    get: (target, name) => {
      counts.reads += 1;
      const found: unknown = Reflect.get(target, name);
      if (!isContainer(found)) return found;
      if (!inner.has(found)) inner.set(found, countReads(found, counts));
      return inner.get(found);
    },
    ownKeys: (target) => {
      const keys = Reflect.ownKeys(target);
      counts.reads += keys.length;
      return keys;
    },
    has: (target, name) => {
      counts.reads += 1;
      return Reflect.has(target, name);
    },
  });
}

describe("a request body", () => {
  let local: LocalApi;
  let key: string;

  beforeAll(async () => {
    // The request log parses bodies again, later.
    local = await openLocalApi(undefined, { requestLog: null });
    key = (await local.newShop("test")).shop.key;
  });
  afterAll(() => local?.close());

  const send = async (operation: (typeof OPERATIONS)[number], json: string) => {
    const bytes = new TextEncoder().encode(json);
    const headers: Record<string, string> = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
    };
    const path = operation.path.replace(/\{\w+\}/, "none");
    const before = process.cpuUsage();
    const reply = await serve(
      {
        method: operation.method,
        target: new Target(`/v1/partner${path}`, ""),
        header: (name) => headers[name] ?? null,
        readBody: async () => bytes,
      },
      () => local.runtime,
    );
    const { user, system } = process.cpuUsage(before);
    return { reply, cost: user + system };
  };

  const cases = OPERATIONS.filter(({ body }) => body !== undefined).flatMap((operation) =>
    Object.entries(VALUES).map(([kind, make]) => ({ name: operation.operationId, kind, operation, make })),
  );

  it.each(cases)(
    "of $name with $kind is parsed once, within its limits, and each value read a few times",
    async ({ operation, make }) => {
      const { maxBodyValues = MAX_JSON_VALUES } = operation;
      for (const path of buildPaths(operation.body)) {
        // The largest that is parsed, and once the largest that is read.
        for (const bytes of path.length === 0 ? [maxBodyValues, MAX_BODY_BYTES] : [maxBodyValues]) {
          const json = fill(operation.examples?.body ?? {}, path, make(bytes));
          const counts = { parsed: 0, values: 0, reads: 0 };
          const { parse } = JSON;
          const spy = vi.spyOn(JSON, "parse").mockImplementation((text, reviver) => {
            const value: unknown = parse(text, reviver);
            if (text !== json) return value;
            counts.parsed += 1;
            counts.values += countValues(value);
            return countReads(value, counts);
          });
          // Counting takes longer than a request may wait.
          const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
          const { reply } = await send(operation, json);
          clock.mockRestore();
          spy.mockRestore();
          const where = `${path.join(".")} ${bytes}`;
          expect(reply.status, where).toBeLessThan(500);
          expect(reply.body.length, where).toBeLessThan(64 * 1024);
          expect(counts.parsed, where).toBeLessThanOrEqual(1);
          expect(counts.values, where).toBeLessThanOrEqual(maxBodyValues);
          expect(counts.reads, where).toBeLessThanOrEqual(MAX_READS * (counts.values + 1_000));
        }
      }
    },
  );

  // Counts do not show what a regular expression costs, so a long run measures texts.
  it.runIf(isLongRun).each(cases.filter(({ kind }) => kind === "text"))(
    "of $name with $kind costs at most 2.5 times as much when it is twice as large",
    async ({ operation, make }) => {
      for (const path of buildPaths(operation.body)) {
        const [small, large] = [MAX_BODY_BYTES / GROWTH, MAX_BODY_BYTES].map((bytes) =>
          fill(operation.examples?.body ?? {}, path, make(bytes - 4_096)),
        );
        // Other load only adds to a cost, so the minimum of several is closest to the true cost.
        let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
        for (let round = 0; round < MAX_ROUNDS && (round < 2 || most > MAX_RATIO * least); round += 1) {
          least = Math.min(least, (await send(operation, small ?? "")).cost);
          const { reply, cost } = await send(operation, large ?? "");
          most = Math.min(most, cost);
          expect(reply.status).toBeLessThan(500);
          expect(reply.body.length).toBeLessThan(64 * 1024);
        }
        expect(most / least, path.join(".")).toBeLessThanOrEqual(MAX_RATIO);
      }
    },
  );
});
