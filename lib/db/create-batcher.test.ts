import { describe, expect, it } from "vitest";
import { createBatcher } from "@/lib/db/create-batcher";

describe("batched reads", () => {
  it("share one query when requested together, but never join a query already running", async () => {
    const reads: (readonly string[])[] = [];
    const ends: (() => void)[] = [];
    const ask = createBatcher(async (keys: readonly string[]) => {
      reads.push(keys);
      await new Promise<void>((end) => ends.push(end));
      return new Map(keys.filter((key) => key !== "missing").map((key) => [key, `${key} ${reads.length}`]));
    });
    const first = [ask("anna"), ask("boris"), ask("anna")];
    await expect.poll(() => ends.length).toBe(1);
    const second = [ask("anna"), ask("missing")];
    ends[0]?.();
    expect(await Promise.all(first)).toEqual(["anna 1", "boris 1", "anna 1"]);
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
    expect(await Promise.all(second)).toEqual(["anna 2", undefined]);
    expect(reads).toEqual([
      ["anna", "boris"],
      ["anna", "missing"],
    ]);
  });

  it("fail together, and later calls query again", async () => {
    let isAway = true;
    const ask = createBatcher(async (keys: readonly string[]) => {
      if (isAway) throw new Error("away");
      return new Map(keys.map((key) => [key, key]));
    });
    await expect(Promise.all([ask("anna"), ask("boris")])).rejects.toThrow("away");
    isAway = false;
    expect(await ask("anna")).toBe("anna");
  });
});
