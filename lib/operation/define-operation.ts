import type { Operation, OperationDefinition } from "@/lib/operation/operation";

/** Declares an operation of the API. */
export function defineOperation<Body = undefined, Query = undefined, Headers = undefined>(
  definition: OperationDefinition<Body, Query, Headers>,
): Operation {
  // The handler only receives what its own schemas let through.
  return definition as unknown as Operation;
}
