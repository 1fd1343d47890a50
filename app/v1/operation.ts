import type { OperationDefinition } from "@/lib/api/operation";

/** A handler of Next.js with its definition: an export of a route file under app/v1. */
export interface RouteHandler {
  (request: Request): Promise<Response>;
  readonly definition: OperationDefinition;
}

/**
 * Declares an operation and its handler. In production, server.ts passes requests below /v1 to app/v1/serve.ts and
 * passes by Next.js, which would cost more than the rest of a request. The handler serves where Next.js does.
 */
export function operation<Body = undefined, Query = undefined, Headers = undefined>(
  given: OperationDefinition<Body, Query, Headers>,
): RouteHandler {
  // The handler only receives what its own schemas let through.
  const definition = given as unknown as OperationDefinition;
  const handle = async (request: Request): Promise<Response> => {
    // Imported when called, since the router imports every route file.
    const { serveApi } = await import("@/app/v1/serve");
    return serveApi(request);
  };
  return Object.assign(handle, { definition });
}
