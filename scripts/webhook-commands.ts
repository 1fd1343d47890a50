import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod";
import { type Mode, mintScope } from "@/lib/account-scope";
import { getAccount } from "@/lib/accounts/get-account";
import { systemClock } from "@/lib/clock";
import { config } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import type { TargetProblem } from "@/lib/http/target";
import { ORDER_EVENTS } from "@/lib/orders/event";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
import { listEndpoints } from "@/lib/webhooks/list-endpoints";
import { replaceSecretKey } from "@/lib/webhooks/replace-secret-key";
import { endpointInput } from "@/lib/webhooks/schema";
import { verifySignature } from "@/lib/webhooks/signature";
import { deleteEndpoint } from "@/lib/webhooks/update-endpoint";
import { webhookContext } from "@/lib/webhooks/webhook-context";
import { WEBHOOK_EVENTS } from "@/lib/webhooks/webhook-event";
import { accountId as account, type Command, command } from "@/scripts/command";

const mode = z.enum(["live", "test"]).default("live");

const PROBLEMS: Readonly<Record<TargetProblem, string>> = {
  url: "must be an address such as https://shop.example/webhooks",
  url_scheme: "must begin with https:// or http://",
  url_https: "must begin with https:// for live events (WEBHOOK_ALLOW_HTTP=1 lifts this)",
  url_userinfo: "must not contain a username or password",
  url_port: "must not use a port reserved for other services",
  url_private: "must be a public address (WEBHOOK_ALLOW_PRIVATE=1 lifts this)",
};

const showEndpoint = (endpoint: WebhookEndpoint) => ({
  id: endpoint.id,
  account_id: endpoint.accountId,
  mode: endpoint.mode,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.eventTypes,
  disabled_at: endpoint.disabledAt?.toISOString() ?? null,
  disabled_reason: endpoint.disabledReason,
  failing_since: endpoint.failingSince?.toISOString() ?? null,
  created_at: endpoint.createdAt.toISOString(),
});

async function open(db: Database, options: { account: string; mode: Mode }) {
  await getAccount(db, options.account);
  const context = webhookContext({ db, clock: systemClock }, config());
  return { context, scope: mintScope(options.account, options.mode) };
}

async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "INVALID_PAYLOAD") throw error;
    const output = error.issues.map(({ message }) => PROBLEMS[message as TargetProblem] ?? message);
    throw new Error(`--url ${output.join("; ")}`, { cause: error });
  }
}

export const WEBHOOK_COMMANDS: Readonly<Record<string, Command<unknown>>> = {
  "webhook add": command({
    usage: "--account ID --url URL [--events TYPE,TYPE] [--description TEXT] [--mode live|test]",
    options: z.object({
      account,
      mode,
      url: endpointInput.shape.url,
      description: endpointInput.shape.description,
      events: z
        .string()
        .transform((text) => text.split(",").map((one) => one.trim()))
        .pipe(
          z.array(z.enum(WEBHOOK_EVENTS, { error: `must be one of ${WEBHOOK_EVENTS.join(", ")}` })).min(1),
        )
        .optional(),
    }),
    run: async (db, options) => {
      const { context, scope } = await open(db, options);
      const { url, description, events: eventTypes = [...ORDER_EVENTS] } = options;
      const input = { url, description, eventTypes, headers: [] };
      const made = await inWords(createEndpoint(context, scope, { ...input, createdById: null }));
      return { ...showEndpoint(made.endpoint), secret: made.secret };
    },
  }),
  "webhook list": command({
    usage: "--account ID [--mode live|test]",
    options: z.object({ account, mode }),
    run: async (db, options) => {
      const { context, scope } = await open(db, options);
      const endpoints = await listEndpoints(context, scope);
      return {
        endpoints: endpoints.map(({ figures, ...endpoint }) => ({
          ...showEndpoint(endpoint),
          attempts_24h: figures.attempts,
          successes_24h: figures.successes,
        })),
      };
    },
  }),
  "webhook remove": command({
    usage: "--account ID --id ID [--mode live|test]",
    options: z.object({ account, mode, id: z.guid({ error: "must be an endpoint id" }) }),
    run: async (db, options) => {
      const { context, scope } = await open(db, options);
      await deleteEndpoint(context, scope, options.id);
      return { id: options.id, removed: true };
    },
  }),
  "webhook rekey": command({
    usage: "[--drop yes]",
    options: z.object({ drop: z.literal("yes", { error: "must be yes" }).optional() }),
    run: async (db, { drop }) =>
      replaceSecretKey(webhookContext({ db, clock: systemClock }, config()), { isRemoving: drop === "yes" }),
  }),
  "webhook listen": command({
    usage: "[--port N] [--secret whsec_…]",
    options: z.object({
      port: z.coerce.number().int().min(0).max(65_535).default(4_000),
      secret: z.string().startsWith("whsec_", { error: "must begin with whsec_" }).optional(),
    }),
    run: async (_, { port, secret }) => ({ received: await listenForWebhooks(port, secret) }),
  }),
};

const LARGEST_BODY = 1024 * 1024;

/** Prints each webhook as JSON until interrupted; responds with 400 to wrong signatures. Returns the number received. */
function listenForWebhooks(port: number, secret: string | undefined): Promise<number> {
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= LARGEST_BODY) chunks.push(chunk);
      else request.destroy();
    });
    request.on("end", () => {
      count += 1;
      const body = Buffer.concat(chunks).toString("utf8");
      const header = (name: string) => [request.headers[name]].flat()[0] ?? null;
      const id = header("webhook-id");
      const values = {
        id,
        timestamp: header("webhook-timestamp"),
        signature: header("webhook-signature"),
        body,
      };
      const problem = secret === undefined ? null : verifySignature(values, secret, new Date());
      const verified = secret === undefined ? null : problem === null;
      console.log(
        JSON.stringify({ id, verified, ...(problem === null ? {} : { problem }), event: parse(body) }),
      );
      response.writeHead(problem === null ? 204 : 400).end();
    });
  });
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = `http://localhost:${(server.address() as AddressInfo).port}`;
      process.stderr.write(
        `Listening at ${address}. To get events here, run the service with WEBHOOK_ALLOW_PRIVATE=1 and WEBHOOK_ALLOW_HTTP=1. Press Ctrl-C to stop.\n`,
      );
    });
    const stop = () => {
      server.closeAllConnections();
      server.close(() => resolve(count));
    };
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
