import { describe, expect, test } from "vitest";
import { FairQueue, type Priority } from "@/lib/fair-queue";

/** Tasks that end when the test says so. */
function createTasks(queue: FairQueue, deadlineAt = Number.MAX_SAFE_INTEGER) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (key: string, name: string, deadline = deadlineAt) => {
    const result = queue.run(key, deadline, () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
    // Tasks that still wait at the end of a test are rejected at their deadline.
    result.catch(() => {});
    return result;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await expect.poll(() => ends.delete(name)).toBe(true);
    // The slot is handed on in the microtasks that follow the end.
    await new Promise(setImmediate);
  };
  return { started, run, end };
}

const FAR = 60_000;

describe("a fair queue", () => {
  test("runs at most maxActive tasks at once and starts the next when one ends", async () => {
    const { started, run, end } = createTasks(
      new FairQueue({ maxActive: 2, maxWaitingPerKey: 10 }, () => 0),
      FAR,
    );
    const results = [run("a", "a1"), run("a", "a2"), run("a", "a3")];
    expect(started).toEqual(["a1", "a2"]);
    await end("a1");
    expect(started).toEqual(["a1", "a2", "a3"]);
    await end("a2");
    await end("a3");
    expect(await Promise.all(results)).toEqual(["a1", "a2", "a3"]);
  });

  test("serves keys in turn: a burst of one key delays another key by one task", async () => {
    const { started, run, end } = createTasks(
      new FairQueue({ maxActive: 1, maxWaitingPerKey: 100 }, () => 0),
      FAR,
    );
    for (let index = 0; index < 50; index += 1) void run("burst", `burst ${index}`);
    void run("single", "single");
    await end("burst 0");
    await end("burst 1");
    expect(started).toEqual(["burst 0", "burst 1", "single"]);
    await end("single");
    expect(started.at(-1)).toBe("burst 2");
  });

  test("starts at most nine tasks of normal priority before a waiting one of low priority", async () => {
    const queue = new FairQueue({ maxActive: 1, maxWaitingPerKey: 100 }, () => 0);
    const started: string[] = [];
    const run = (name: string, priority: Priority) =>
      queue.run(name, FAR, async () => void started.push(name), priority);
    const turns = Array.from({ length: 20 }, () => run("live", "normal"));
    await Promise.all([run("test", "low"), ...turns, run("test", "low"), run("test", "low")]);
    const live = (count: number) => Array.from({ length: count }, () => "live");
    expect(started).toEqual([...live(10), "test", ...live(9), "test", "live", "test"]);
  });

  test("holds free slots for tasks of normal priority that are about to come", async () => {
    const queue = new FairQueue({ maxActive: 1, maxWaitingPerKey: 100 }, () => 0);
    const started: string[] = [];
    const run = (name: string, priority: Priority) =>
      queue.run(name, FAR, async () => void started.push(name), priority);
    const release = queue.hold();
    const tests = [run("test", "low"), run("test", "low")];
    for (let count = 0; count < 8; count += 1) await run("live", "normal");
    expect(started).not.toContain("test");
    await run("live", "normal");
    await tests[0];
    await run("live", "normal");
    expect(started.filter((name) => name === "test")).toHaveLength(1);
    release();
    await tests[1];
  });

  test("limits the tasks of one key while other keys have slots", async () => {
    const limits = { maxActive: 10, maxActivePerKey: 2, maxWaitingPerKey: 10 };
    const { started, run, end } = createTasks(new FairQueue(limits, () => 0), FAR);
    for (const name of ["a1", "a2", "a3"]) void run("a", name);
    void run("b", "b1");
    expect(started).toEqual(["a1", "a2", "b1"]);
    await end("b1");
    expect(started).toEqual(["a1", "a2", "b1"]);
    await end("a1");
    expect(started.at(-1)).toBe("a3");
  });

  test("rejects a task without a slot by its deadline, and never starts it", async () => {
    const queue = new FairQueue({ maxActive: 1, maxWaitingPerKey: 10 }, () => 1_000);
    const { started, run, end } = createTasks(queue, FAR);
    void run("a", "long");
    await expect(run("a", "late", 1_010)).rejects.toThrow("SERVICE_OVERLOADED");
    await expect(run("b", "expired", 999)).rejects.toThrow("SERVICE_OVERLOADED");
    expect(queue.waiting).toBe(0);
    await end("long");
    expect(started).toEqual(["long"]);
  });

  test("rejects a task at once when its key has too many waiting tasks", async () => {
    const { started, run } = createTasks(new FairQueue({ maxActive: 1, maxWaitingPerKey: 1 }, () => 0), FAR);
    void run("a", "a1");
    void run("a", "a2");
    await expect(run("a", "a3")).rejects.toThrow("SERVICE_OVERLOADED");
    void run("b", "b1");
    expect(started).toEqual(["a1"]);
  });

  test("rejects a task at once when all keys together have too many waiting tasks", async () => {
    const limits = { maxActive: 1, maxWaiting: 2, maxWaitingPerKey: 2 };
    const { started, run, end } = createTasks(new FairQueue(limits, () => 0), FAR);
    for (const key of ["a", "b", "c"]) void run(key, `${key}1`);
    await expect(run("d", "d1")).rejects.toThrow("SERVICE_OVERLOADED");
    await end("a1");
    void run("d", "d2");
    await end("b1");
    await end("c1");
    expect(started).toEqual(["a1", "b1", "c1", "d2"]);
  });

  test("frees the slot of a task that fails", async () => {
    const queue = new FairQueue({ maxActive: 1, maxWaitingPerKey: 1 }, () => 0);
    await expect(queue.run("a", FAR, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await queue.run("a", FAR, async () => "next")).toBe("next");
  });
});
