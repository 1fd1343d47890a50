import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { PlanThread } from "@/lib/dispatch/plan-thread";
import type { PlanRequest } from "@/lib/dispatch/planner";

// Sends what it gets; fails, ends or stays silent on request.
const PROGRAM = `
import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ request }) => {
  if (request.does === "throw") throw new Error("The plan failed.");
  if (request.does === "exit") process.exit(0);
  parentPort.postMessage(request);
  if (request.does === "exit after") setTimeout(() => process.exit(0));
});`;

const ask = (does: string) => ({ does }) as unknown as PlanRequest;

let folder: string;
let thread: PlanThread;
const warnings = vi.fn();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dropline-thread-"));
  writeFileSync(join(folder, "program.mjs"), PROGRAM);
  process.on("warning", warnings);
});
beforeEach(() => {
  thread = new PlanThread(join(folder, "program.mjs"));
});
afterEach(() => thread.stop());
afterAll(() => {
  process.off("warning", warnings);
  rmSync(folder, { recursive: true });
});

it("the thread makes one plan after another and keeps no listeners", async () => {
  for (let plan = 0; plan < 30; plan++) expect(await thread.plan(ask("plan"), null)).toEqual(ask("plan"));
  expect(warnings).not.toHaveBeenCalled();
});

it.each([
  ["throw", "The plan failed."],
  ["exit", "The planning thread has ended."],
])("a plan fails when its thread fails (%s), and the next one gets another thread", async (does, message) => {
  await expect(thread.plan(ask(does), null)).rejects.toThrow(message);
  expect(await thread.plan(ask("plan"), null)).toEqual(ask("plan"));
});

it("a plan gets another thread when the former one has ended after its plan", async () => {
  await thread.plan(ask("exit after"), null);
  // The thread may end during one of the next plans, which then fails, or between them.
  const plan = () => thread.plan(ask("plan"), null);
  expect(await plan().catch(plan)).toEqual(ask("plan"));
  expect(await plan().catch(plan)).toEqual(ask("plan"));
});

it("plans that are asked for at the same time are made one after the other, also behind a failed one", async () => {
  const plans = ["plan", "throw", "plan"].map((does) => thread.plan(ask(does), null).catch(() => "failed"));
  expect(await Promise.all(plans)).toEqual([ask("plan"), "failed", ask("plan")]);
});
