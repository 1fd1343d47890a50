import type { OperationDefinition, OperationInput } from "@/lib/api/operation";
import { DomainError } from "@/lib/domain-error";
import { readTarget, type TargetProblem } from "@/lib/http/target";
import { deliveryId, endpointId } from "@/lib/webhooks/schema";
import { type WebhookContext, webhookContext } from "@/lib/webhooks/webhook-context";

type Call = Pick<OperationInput<unknown, unknown, unknown>, "context" | "webhooks" | "ids">;

/** @throws DomainError SERVICE_UNAVAILABLE if the service has no key for encrypting secrets */
export function toWebhookContext({ context, webhooks }: Pick<Call, "context" | "webhooks">): WebhookContext {
  if (webhooks.secretText === null) throw new DomainError("SERVICE_UNAVAILABLE");
  return webhookContext(context, { webhooks, publicUrl: context.publicUrl });
}

/** @throws DomainError ENDPOINT_NOT_FOUND */
export function readEndpointId({ ids }: Pick<Call, "ids">): string {
  const read = endpointId.safeParse(ids.endpoint_id);
  if (!read.success) throw new DomainError("ENDPOINT_NOT_FOUND");
  return read.data;
}

/** @throws DomainError DELIVERY_NOT_FOUND */
export function readDeliveryId({ ids }: Pick<Call, "ids">): bigint {
  const read = deliveryId.safeParse(ids.delivery_id);
  if (!read.success) throw new DomainError("DELIVERY_NOT_FOUND");
  return read.data;
}

const URL_PROBLEMS: Readonly<Record<TargetProblem | "url_taken" | "header_again", string>> = {
  url: "must be a URL such as https://shop.example/dropline",
  url_scheme: "must begin with https:// or http://",
  url_https: "must begin with https:// with a live key",
  url_userinfo: "must not contain a username or password",
  url_port: "must not use a port reserved for other services",
  url_private: "must be a public address",
  url_taken: "is the URL of another endpoint",
  header_again: "must keep its origin, because the endpoint has custom headers; change it in the dashboard",
};

/** Checks the URL as far as it needs no lookup, so that a 400 lists every field. */
export const findUrlIssues: NonNullable<OperationDefinition["findIssues"]> = (body, { key, webhooks }) => {
  const { url } = (body ?? {}) as { url?: unknown };
  if (typeof url !== "string" || url === "") return [];
  const target = readTarget(url, webhooks, key.scope.mode === "live");
  return "problem" in target ? [{ field: "url", message: URL_PROBLEMS[target.problem] }] : [];
};

/** Puts the codes of a refused URL into words. */
export async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "INVALID_PAYLOAD") throw error;
    throw new DomainError(
      error.code,
      error.issues.map(({ field, message }) => ({
        field,
        message: URL_PROBLEMS[message as TargetProblem] ?? message,
      })),
    );
  }
}
