import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { OPERATIONS } from "@/app/v1/operations";
import { serve } from "@/app/v1/serve";
import { Target } from "@/lib/http/http-request";
import { MAX_BODY_BYTES } from "@/lib/http/request-body";
import { amount, isLongRun } from "@/testing/amount";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

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

describe("a request body", () => {
  let local: LocalApi;
  let key: string;

  beforeAll(async () => {
    local = await openLocalApi();
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

  // A short run gives each operation every second kind.
  const cases = OPERATIONS.filter(({ body }) => body !== undefined).flatMap((operation, index) =>
    Object.entries(VALUES)
      .filter((_, place) => isLongRun || (index + place) % 2 === 0)
      .map(([kind, make]) => ({ name: operation.operationId, kind, operation, make })),
  );

  it.each(cases)(
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
