import { describe, expect, it } from "vitest";
import { loadSharp } from "@/lib/files/load-sharp";
import { PictureQueue } from "@/lib/files/picture-queue";

/** A task that runs until it is ended. */
function openTask() {
  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, work: () => isOver };
}

const pictures = new PictureQueue();

describe("the queue of pictures", () => {
  it("processes two pictures at once, with one thread each and no cache", async () => {
    const sharp = await loadSharp();
    expect(sharp.concurrency()).toBe(1);
    expect(sharp.cache().memory.max).toBe(0);
    const { end, work } = openTask();
    let active = 0;
    const tasks = ["one", "two", "three"].map((key) =>
      pictures.run(key, async () => {
        active += 1;
        await work();
      }),
    );
    await Promise.resolve();
    expect(active).toBe(2);
    end();
    await Promise.all(tasks);
    expect(active).toBe(3);
  });

  it("rejects a key with ten waiting pictures, and every key when twenty wait", async () => {
    const { end, work } = openTask();
    const add = (key: string, count: number) => Array.from({ length: count }, () => pictures.run(key, work));
    const refused = (key: string) =>
      expect(pictures.run(key, work)).rejects.toMatchObject({ code: "SERVICE_OVERLOADED" });
    const tasks = add("one", 12);
    await refused("one");
    tasks.push(...add("two", 10));
    await refused("three");
    end();
    await Promise.all(tasks);
  });

  it("rethrows a task's error and continues with the next task", async () => {
    await expect(pictures.run("one", () => Promise.reject(new TypeError("broken")))).rejects.toThrow(
      "broken",
    );
    expect(await pictures.run("one", async () => "next")).toBe("next");
  });
});
