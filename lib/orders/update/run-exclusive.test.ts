import { expect, it } from "vitest";
import { runExclusive } from "@/lib/orders/update/run-exclusive";

function deferred() {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function stage() {
  const begun: string[] = [];
  const gates = new Map<string, ReturnType<typeof deferred>>();
  const gate = (name: string) => {
    const known = gates.get(name) ?? deferred();
    gates.set(name, known);
    return known;
  };
  const begin = (key: string, name: string, error?: Error) =>
    runExclusive(key, async () => {
      begun.push(name);
      await gate(name).promise;
      if (error !== undefined) throw error;
      return name;
    });
  return { begun, begin, end: (name: string) => gate(name).resolve() };
}

it("work with one key runs in order of arrival and continues after a failure", async () => {
  const { begun, begin, end } = stage();
  const first = begin("order", "first", new Error("the first"));
  const second = begin("order", "second");
  const third = begin("order", "third");
  const other = begin("another", "other");
  end("third");
  end("other");
  expect(await other).toBe("other");
  expect(begun).toEqual(["first", "other"]);
  end("first");
  await expect(first).rejects.toThrow("the first");
  end("second");
  expect(await Promise.all([second, third])).toEqual(["second", "third"]);
  expect(begun).toEqual(["first", "other", "second", "third"]);
});

it("work with an idle key starts at once", async () => {
  const { begun, begin, end } = stage();
  end("first");
  await begin("order", "first");
  const second = begin("order", "second");
  expect(begun).toEqual(["first", "second"]);
  end("second");
  await second;
});
