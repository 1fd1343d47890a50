import { expect, it } from "vitest";
import { waitUntilReady } from "@/packages/embedded-postgres/wait.mjs";

/** A child on a clock that only its own pauses advance; it changes at instants in milliseconds. */
function createChild({ readyAt = Number.POSITIVE_INFINITY, endsAt = Number.POSITIVE_INFINITY }) {
  const lines: string[] = [];
  let nowMs = 0;
  const time = {
    now: () => nowMs,
    sleep: async (milliseconds: number) => {
      nowMs += milliseconds;
    },
  };
  const wait = (withinMs?: number) =>
    waitUntilReady(
      {
        name: "The server",
        findProblem: async () => (nowMs >= readyAt ? null : "not ready: database"),
        isRunning: () => nowMs < endsAt,
        say: (line) => lines.push(line),
        ...(withinMs === undefined ? {} : { withinMs }),
      },
      time,
    );
  return { lines, wait, now: time.now };
}

it("a child that needs minutes is waited for, and each minute says what is missing", async () => {
  const child = createChild({ readyAt: 150_000 });
  expect(await child.wait()).toBe(true);
  expect(child.now()).toBe(150_000);
  expect(child.lines).toEqual([
    "The server is not ready after 1 min: not ready: database. Waiting for it.",
    "The server is not ready after 2 min: not ready: database. Waiting for it.",
  ]);
});

it("a child that is ready within a minute is waited for silently", async () => {
  const child = createChild({ readyAt: 59_000 });
  expect(await child.wait()).toBe(true);
  expect(child.lines).toEqual([]);
});

it("a child that ends before it is ready is not waited for any longer", async () => {
  const child = createChild({ endsAt: 7_200_000 });
  expect(await child.wait()).toBe(false);
  expect(child.now()).toBe(7_200_000);
  expect(child.lines).toHaveLength(119);
});

it("a limit ends the wait for a child that hangs", async () => {
  const child = createChild({});
  expect(await child.wait(900_000)).toBe(false);
  expect(child.now()).toBeLessThan(900_200);
});
