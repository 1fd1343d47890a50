import { expect, it } from "vitest";
import { Confirmations } from "@/app/mcp/confirmations";

it("a confirmation can be answered once, and only with the key that requested it", async () => {
  const confirmations = new Confirmations();
  const confirmed = confirmations.wait("one", "key A", new AbortController().signal);
  expect(confirmations.answer("one", "key B", true)).toBe(false);
  expect(confirmations.answer("two", "key A", true)).toBe(false);
  expect(confirmations.answer("one", "key A", false)).toBe(true);
  expect(await confirmed).toBe(false);
  expect(confirmations.answer("one", "key A", true)).toBe(false);
});
