import { expect, it, vi } from "vitest";
import { LruCache } from "@/lib/city/map/lru-cache";

it("the LRU cache creates a value once, even for concurrent callers", async () => {
  const stored = new LruCache<number>(2);
  const make = vi.fn(async () => 7);
  expect(await Promise.all([stored.find("a", make), stored.find("a", make)])).toEqual([7, 7]);
  expect(make).toHaveBeenCalledTimes(1);
});

it("the LRU cache keeps at most its maximum number of values and drops the least recently used", async () => {
  const stored = new LruCache<string>(2);
  for (const key of ["a", "b", "a", "c"]) await stored.find(key, async () => key);
  expect(stored.size).toBe(2);
  const again = vi.fn(async () => "new");
  expect([await stored.find("a", again), await stored.find("b", again)]).toEqual(["a", "new"]);
});

it("the LRU cache does not keep a failure", async () => {
  const stored = new LruCache<number>(2);
  await expect(stored.find("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await stored.find("a", async () => 1)).toBe(1);
});
