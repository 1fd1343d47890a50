import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { limitAccounts, removeTraffic, startPeer } from "@/bench/contestant";
import { type ComparedProgram, checkPeer } from "@/bench/peer/check-answers";
import * as peerSchemas from "@/bench/peer/schemas";
import { buildPrograms } from "@/bench/programs";
import { orderBody } from "@/lib/orders/schema";
import { createRouter } from "@/lib/routing/router";
import { createDatabase } from "@/testing/database";
import { startFakeOsrm } from "@/testing/fake-osrm";
import { openLocalApi } from "@/testing/local-api";
import { actOn } from "@/testing/stage";

const PLACES = {
  pickups: [
    [47.01, 28.81],
    [47.02, 28.82],
  ],
  dropoffs: [
    [47.04, 28.87],
    [47.05, 28.88],
    [47.06, 28.89],
    [47.07, 28.9],
  ],
} as const;

let ours: ComparedProgram;
let peer: ComparedProgram;
const closers: (() => Promise<unknown> | unknown)[] = [];

/** The service's handlers in this process, and the peer as its own program, without load. */
beforeAll(async () => {
  const osrm = await startFakeOsrm();
  closers.push(() => osrm.close());
  const [mine, theirs] = [await createDatabase(), await createDatabase()];
  closers.push(() => theirs.drop());
  for (const { url } of [mine, theirs]) await removeTraffic(url);
  const local = await openLocalApi(mine, { router: createRouter({ osrmUrl: osrm.url }) });
  closers.push(() => local.close());
  const { api } = await local.newShop();
  await buildPrograms();
  const { child, port } = await startPeer(theirs.url, osrm.url);
  closers.push(() => child.kill("SIGKILL"));
  const scene = await actOn(theirs.url, `http://127.0.0.1:${port}`);
  closers.push(() => scene.close());
  for (const { url } of [mine, theirs]) await limitAccounts(url);
  ours = { name: "service", databaseUrl: mine.url, api };
  peer = { name: "peer", databaseUrl: theirs.url, api: scene.api };
});

afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

it("the peer of the benchmarks responds as the service does and writes the same rows", async () => {
  await checkPeer(ours, peer, PLACES);
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Names of all fields, of objects and lists too. */
function listFields({ properties = {}, items }: Schema, path = ""): string[] {
  const own = Object.entries(properties).flatMap(([name, field]) => [
    `${path}${name}`,
    ...listFields(field, `${path}${name}.`),
  ]);
  return [...own, ...(items === undefined ? [] : listFields(items, path))].toSorted();
}

it("the peer of the benchmarks reads every field of a create request", () => {
  const schema = z.toJSONSchema(orderBody, { io: "input", reused: "inline", unrepresentable: "any" });
  const { $defs = {} } = schema;
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== "object" || node === null) return node;
    const { $ref } = node as { $ref?: string };
    if ($ref !== undefined) return resolve($defs[$ref.slice($ref.lastIndexOf("/") + 1)]);
    return Object.fromEntries(Object.entries(node).map(([name, one]) => [name, resolve(one)]));
  };
  const wanted = listFields(resolve(schema) as Schema);
  expect(wanted).toContain("dropoffs.address.latitude");
  expect(listFields(peerSchemas.orderBody as Schema)).toEqual(wanted);
});
