import type { OperationDefinition } from "@/lib/api-runtime/operation";
import { readPath } from "@/lib/api-runtime/path";
import { runOperation } from "@/lib/api-runtime/run-operation";
import { fromFetchRequest, toFetchResponse } from "@/lib/http/fetch-adapter";
import { runtime } from "@/lib/process/runtime";

/**
 * A handler of Next.js with its definition. In production, server.ts calls `runOperation` with the definition and
 * passes by Next.js, which would cost more than the rest of a request. The handler serves where server.ts does not run.
 */
export interface RouteHandler {
  (request: Request): Promise<Response>;
  readonly definition: OperationDefinition;
}

export function operation<Body = undefined, Query = undefined, Headers = undefined>(
  given: OperationDefinition<Body, Query, Headers>,
): RouteHandler {
  // The handler only receives what its own schemas let through.
  const definition = given as unknown as OperationDefinition;
  const handle = async (web: Request): Promise<Response> => {
    const request = fromFetchRequest(web);
    const path = readPath(request.target.pathname);
    return toFetchResponse(await runOperation(definition, path, request, runtime()), request.method);
  };
  return Object.assign(handle, { definition });
}
