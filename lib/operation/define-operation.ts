import type { Operation, OperationDefinition } from "@/lib/operation/operation";
import { runOperation } from "@/lib/operation/run-operation";
import { runtime } from "@/lib/process/runtime";

/** Declares an operation of the API. */
export function defineOperation<Body = undefined, Query = undefined>(
  definition: OperationDefinition<Body, Query>,
): Operation {
  // The handler only receives what its own body and query schemas let through.
  const erased = definition as unknown as OperationDefinition<unknown, unknown>;
  const self: Operation = { ...erased, route: (request) => runOperation(self, request, runtime()) };
  return self;
}
