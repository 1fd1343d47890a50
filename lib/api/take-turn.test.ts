import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { takeTurn } from "@/lib/api/take-turn";

const settle = async () => {
  await nextTurn();
  await nextTurn();
};

test("20 requests in one turn of the event loop begin without waiting", async () => {
  await settle();
  expect(Array.from({ length: 20 }, takeTurn).every((turn) => turn === undefined)).toBe(true);
  await settle();
});

test("a burst of requests begins in order, and other input is handled in between", async () => {
  await settle();
  const begun: string[] = [];
  const requests = Array.from({ length: 1_000 }, async (_, index) => {
    const turn = takeTurn();
    if (turn !== undefined) await turn;
    begun.push(String(index));
  });
  await Promise.resolve();
  begun.push("input");
  await Promise.all(requests);
  const position = begun.indexOf("input");
  expect(position).toBeLessThan(100);
  begun.splice(position, 1);
  expect(begun).toEqual(Array.from({ length: 1_000 }, (_, index) => String(index)));
});

test("the number of requests that begin in one turn is bounded, however many wait", async () => {
  await settle();
  let begun = 0;
  const requests = Array.from({ length: 500 }, async () => {
    const turn = takeTurn();
    if (turn !== undefined) await turn;
    begun += 1;
  });
  const perTurn: number[] = [];
  let before = 0;
  while (begun < 500) {
    await nextTurn();
    perTurn.push(begun - before);
    before = begun;
  }
  await Promise.all(requests);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(50);
});
