import type { OperationDefinition } from "@/lib/api-runtime/operation";

/** An export of a route file under app/v1: an operation, in the form that Next.js requires. */
export interface RouteHandler {
  (): never;
  readonly definition: OperationDefinition;
}

/**
 * Declares an operation. Next.js requires a function for each method of a route file, but never calls it: in
 * production, server.ts passes requests below /v1 to app/v1/serve.ts without Next.js, which would cost more than the
 * rest of a request. Where Next.js serves (in development), proxy.ts passes them there.
 */
export function operation<Body = undefined, Query = undefined, Headers = undefined>(
  given: OperationDefinition<Body, Query, Headers>,
): RouteHandler {
  // The handler only receives what its own schemas let through.
  const definition = given as unknown as OperationDefinition;
  const handler = (): never => {
    throw new Error(`proxy.ts runs ${definition.operationId}, and Next.js must not`);
  };
  return Object.assign(handler, { definition });
}
