import { expect, it, vi } from "vitest";
import { Kept } from "@/lib/map/kept";

it("what is kept is made once, also for those who ask at the same time", async () => {
  const kept = new Kept<number>(2);
  const make = vi.fn(async () => 7);
  expect(await Promise.all([kept.find("a", make), kept.find("a", make)])).toEqual([7, 7]);
  expect(make).toHaveBeenCalledTimes(1);
});

it("no more is kept than was said, and what was asked for last stays", async () => {
  const kept = new Kept<string>(2);
  for (const key of ["a", "b", "a", "c"]) await kept.find(key, async () => key);
  expect(kept.size).toBe(2);
  const again = vi.fn(async () => "new");
  expect([await kept.find("a", again), await kept.find("b", again)]).toEqual(["a", "new"]);
});

it("a failure is not kept", async () => {
  const kept = new Kept<number>(2);
  await expect(kept.find("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await kept.find("a", async () => 1)).toBe(1);
});
