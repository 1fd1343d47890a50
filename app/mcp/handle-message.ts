import { callTool, type ToolAnswer, toToolAnswer } from "@/app/mcp/call-tool";
import { buildTools, CONFIRM, needsConfirmation } from "@/app/mcp/tools";
import type { Mode } from "@/lib/account-scope";
import type { Reply } from "@/lib/http/reply";
import type { Runtime } from "@/lib/process/runtime";

export interface Elicitation {
  readonly served: Runtime;
  readonly mode: Mode;
  readonly authorization: string | null;
  /** The client's IP address. */
  readonly address: string | null;
  /** Asks the client's user and waits for the response; null if the client cannot ask. */
  readonly ask: ((send: (id: string) => Promise<void>) => Promise<boolean | null>) | null;
  /** Counts a message that runs no operation against the key's limit. @returns the refusal once it is exceeded */
  readonly countMessage: () => Promise<Reply | null>;
}

const INSTRUCTIONS =
  "Orders courier deliveries and follows them. Each tool is an operation of the Dropline API and answers in its envelope: `success` with `data`, or with `error`. Find addresses' coordinates with searchAddresses, price a trip with createQuote, and order it with createOrder; repeating createOrder with the same external_order_id is safe.";

/** Loaded with the first message, because the protocol's library is a third of the size of the service itself. */
async function loadProtocol() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/index.js"),
    import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  return { Server, Transport: WebStandardStreamableHTTPServerTransport, types };
}

export async function handleMessage(
  request: Request,
  message: unknown,
  asking: Elicitation,
): Promise<Response> {
  const { Server, Transport, types } = await loadProtocol();
  const server = new Server(
    { name: "dropline", title: "Dropline", version: "1.0.0" },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const transport = new Transport();
  const tools = buildTools(asking.mode);
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: tools.map(({ tool }) => tool) }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, { requestId }) => {
    const bound = tools.find(({ tool }) => tool.name === params.name);
    const isAsked = bound !== undefined && needsConfirmation(bound.operation);
    const isUnconfirmed = isAsked && params.arguments?.[CONFIRM] !== true;
    const refused = bound === undefined || isUnconfirmed ? await asking.countMessage() : null;
    if (refused !== null) return { ...toToolAnswer(refused.body, true) };
    if (bound === undefined)
      throw new types.McpError(types.ErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    const { [CONFIRM]: _confirm, ...given } = params.arguments ?? {};
    const input = isAsked ? given : (params.arguments ?? {});
    if (isUnconfirmed) {
      const question = buildQuestion(input);
      const isAllowed = await asking.ask?.((id) =>
        transport.send(
          { jsonrpc: "2.0", id, method: "elicitation/create", params: question },
          { relatedRequestId: requestId },
        ),
      );
      if (isAllowed !== true) return { ...unconfirmed(isAllowed) };
    }
    return { ...(await callTool(asking, bound, input)) };
  });
  // The library's transport type does not support exactOptionalPropertyTypes.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  return transport.handleRequest(request, { parsedBody: message });
}

function buildQuestion({ external_order_id: id }: Readonly<Record<string, unknown>>) {
  return {
    message: `Cancel the order ${String(id)}? This cannot be undone, and a fee may be charged.`,
    requestedSchema: {
      type: "object" as const,
      properties: { [CONFIRM]: { type: "boolean" as const, title: "Cancel the order" } },
      required: [CONFIRM],
    },
  };
}

/** @param isAllowed null when too many questions are open, undefined when the client cannot ask */
function unconfirmed(isAllowed: boolean | null | undefined): ToolAnswer {
  let reason = "The user did not confirm it.";
  if (isAllowed === null) reason = "Too many cancellations wait for an answer. Answer those first.";
  if (isAllowed === undefined) reason = "Ask the user, then call again with `confirm` true.";
  const error = {
    id: "mcp.not_confirmed",
    code: "NOT_CONFIRMED",
    message: `Nothing was cancelled. ${reason}`,
    details: "[]",
  };
  return toToolAnswer(JSON.stringify({ success: false, error }), true);
}
