import { ECDH } from "node:crypto";
import * as z from "zod";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { readTarget, type TargetPolicy } from "@/lib/http/target";
import { LOCALES } from "@/lib/locale/locale";

const MAX_ENDPOINT_LENGTH = 1_000;
const AUTH_BYTES = 16;

const base64url = z
  .string()
  .max(200)
  .regex(/^[\w-]+={0,2}$/, { error: "must be in base64url" });

const subscriptionInput = z.object({
  endpoint: z.string().max(MAX_ENDPOINT_LENGTH),
  p256dh: base64url.refine(isPublicKey, { error: "must be a public key of P-256" }),
  auth: base64url.refine((text) => Buffer.from(text, "base64url").length === AUTH_BYTES, {
    error: `must have ${AUTH_BYTES} bytes`,
  }),
  locale: z.enum(LOCALES),
});

/** Each connection checks its address again. @throws DomainError INVALID_PAYLOAD */
export function readSubscription(input: unknown, policy: TargetPolicy): z.infer<typeof subscriptionInput> {
  const parsed = subscriptionInput.safeParse(input);
  const issues: FieldIssue[] = (parsed.error?.issues ?? []).map(({ path, message }) => ({
    field: path.join("."),
    message,
  }));
  const endpoint: unknown =
    typeof input === "object" && input !== null && "endpoint" in input && input.endpoint;
  if (typeof endpoint === "string") {
    const target = readTarget(endpoint, policy, true);
    if ("problem" in target) issues.push({ field: "endpoint", message: target.problem });
  }
  if (!parsed.success || issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
  return parsed.data;
}

function isPublicKey(text: string): boolean {
  try {
    return ECDH.convertKey(text, "prime256v1", "base64url", undefined, "uncompressed").length === 65;
  } catch {
    return false;
  }
}
