import type { ModeTool } from "@/app/mcp/tools";
import { serve } from "@/app/v1/serve";
import { CLIENT_IP_HEADER } from "@/lib/http/client-address";
import { type HttpRequest, Target } from "@/lib/http/http-request";
import { errorReply } from "@/lib/http/reply";
import type { Runtime } from "@/lib/process/runtime";
import { fillApiPath, toApiPath } from "@/lib/urls";

export interface ToolAnswer {
  readonly isError: boolean;
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
}

const USER_AGENT = "Dropline MCP";

/** Runs a tool's operation as if the API had received its request: with the caller's key, limits, checks and log. */
export async function callTool(
  {
    served,
    authorization,
    address,
  }: { served: Runtime; authorization: string | null; address: string | null },
  { operation, prefix, parameters, bodyFields }: ModeTool,
  given: Readonly<Record<string, unknown>>,
): Promise<ToolAnswer> {
  const text = (name: string): string | null => {
    const value = given[name];
    if (value === undefined || value === null) return null;
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  const valuesIn = (where: "query" | "header"): [string, string][] =>
    parameters
      .filter((one) => one.in === where)
      .flatMap(({ name, style }): [string, string][] => {
        const sent = given[name];
        if (Array.isArray(sent)) return sent.map((one) => [name, String(one)]);
        if (style === "deepObject" && typeof sent === "object" && sent !== null)
          return Object.entries(sent).map(([key, value]) => [`${name}[${key}]`, String(value)]);
        const value = text(name);
        return value === null ? [] : [[name, value]];
      });
  const named = new Set(parameters.map(({ name }) => name));
  // Fields unknown to the schema go into the body, whose validation rejects them by name.
  const fields = Object.entries(given).filter(([name]) => !named.has(name) || bodyFields?.includes(name));
  const hasBody = bodyFields !== null && (fields.length > 0 || operation.isBodyOptional !== true);
  const ids = parameters
    .filter((one) => one.in === "path")
    .map(({ name }) => [name, text(name) ?? ""] as const);
  const issues = ids.flatMap(([field, id]) => {
    if (id === "") return [{ field, message: "is required" }];
    return id.isWellFormed() ? [] : [{ field, message: "must be well-formed Unicode text" }];
  });
  if (issues.length > 0) {
    return toToolAnswer(errorReply("INVALID_PAYLOAD", prefix, {}, issues).body, true);
  }
  const path = fillApiPath(operation.path, Object.fromEntries(ids));
  const query = new URLSearchParams(valuesIn("query"));
  const headers = new Map<string, string>([
    ["user-agent", USER_AGENT],
    ...(authorization === null ? [] : ([["authorization", authorization]] as const)),
    ...(address === null ? [] : ([[CLIENT_IP_HEADER, address]] as const)),
    ...(hasBody ? ([["content-type", "application/json"]] as const) : []),
    ...valuesIn("header").map(([name, value]) => [name.toLowerCase(), value] as const),
  ]);
  const request: HttpRequest = {
    method: operation.method,
    target: new Target(toApiPath(prefix, path), query.size === 0 ? "" : `?${query}`),
    header: (name) => headers.get(name) ?? null,
    readBody: async () => new TextEncoder().encode(hasBody ? JSON.stringify(Object.fromEntries(fields)) : ""),
  };
  const { status, body } = await serve(request, () => served);
  return toToolAnswer(body, status >= 400);
}

export function toToolAnswer(envelope: string, isError: boolean): ToolAnswer {
  return { isError, content: [{ type: "text", text: envelope }], structuredContent: JSON.parse(envelope) };
}
