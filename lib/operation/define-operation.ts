import type { Operation, OperationDefinition } from "@/lib/operation/operation";

/** Declares an operation of the API. */
export function defineOperation<Body = undefined, Query = undefined>(
  definition: OperationDefinition<Body, Query>,
): Operation {
  // The handler only receives what its own body and query schemas let through.
  return definition as unknown as Operation;
}
