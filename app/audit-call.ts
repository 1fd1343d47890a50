import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { cookieSession } from "@/app/session";
import { clientInfo } from "@/app/session-cookie";
import type { FormState } from "@/components/ui/form-state";
import type { SessionUser } from "@/lib/accounts/check-session";
import type { AuditAction, AuditCall } from "@/lib/audit/call";
import { recordRefusal } from "@/lib/audit/record-refusal";
import { readRequestId } from "@/lib/http/request-id";
import { runtime } from "@/lib/process/runtime";

/** Describes this request for the audit log. `user` is null for the holder of a link. */
export async function readAuditCall(action: AuditAction, user: SessionUser | null): Promise<AuditCall> {
  const sent = await headers();
  return {
    id: randomUUID(),
    action,
    actorType: user?.role === "operator" ? "operator" : "user",
    actorId: user?.userId ?? null,
    sessionId: user === null ? null : ((await cookieSession())?.id ?? null),
    ...clientInfo(sent),
    requestId: readRequestId(sent.get("x-request-id")),
  };
}

/** `named` identifies the object. Mistakes in a form and failures of the service are not refusals. */
export async function auditRefusal(
  call: AuditCall | null | undefined,
  accountId: string | null,
  named: unknown,
  refusal: FormState["refusal"] | "ACCESS_DENIED",
): Promise<void> {
  if (call == null || refusal === null || refusal === "SERVICE_UNAVAILABLE" || refusal === "INTERNAL_ERROR")
    return;
  const objectId = typeof named === "string" && /^[\w-]{1,64}$/.test(named) ? named : null;
  await recordRefusal(runtime().db, call, { accountId, objectId, refusal });
}
