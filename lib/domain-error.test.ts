import { expect, it } from "vitest";
import { DomainError, isOverload } from "@/lib/domain-error";

it("DomainError is recognized across bundles that each contain the class", async () => {
  // The module once more, as in another bundle.
  const path = `${import.meta.dirname}/domain-error.ts?again`;
  const other = (await import(path)) as { DomainError: typeof DomainError };
  const error = new other.DomainError("SERVICE_OVERLOADED");
  expect(other.DomainError).not.toBe(DomainError);
  expect([error instanceof DomainError, isOverload(error)]).toEqual([true, true]);
  expect(new Error("SERVICE_OVERLOADED") instanceof DomainError).toBe(false);
  class OtherError extends DomainError {}
  expect(error instanceof OtherError).toBe(false);
});
