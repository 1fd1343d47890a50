import { randomUUID } from "node:crypto";
import type { Actor } from "@/lib/actor";
import type { Database } from "@/lib/db/client";

/** Actions of the pages. Without one, the triggers name the record by what changed, such as `key.create`. */
export const AUDIT_ACTIONS = [
  "account.approve",
  "account.change",
  "account.create",
  "account.disable",
  "account.enable",
  "account.reject",
  "account.switch",
  "cash.create",
  "courier.change",
  "courier.create",
  "courier.delete",
  "courier.disable",
  "courier.enable",
  "courier.renew_link",
  "courier.switch",
  "erasure.create",
  "idle_suggestions.change",
  "idle_suggestions.create",
  "invitation.change",
  "invitation.create",
  "invitation.delete",
  "invitation.renew",
  "key.change",
  "key.create",
  "key.delete",
  "key.replace_leaked",
  "key.restrict",
  "key.revoke",
  "key.rotate",
  "order.adjust",
  "order.answer",
  "order.assign",
  "order.cancel",
  "order.change",
  "order.confirm",
  "order.complete_return",
  "order.deliver",
  "order.erase",
  "order.hold",
  "order.override_code",
  "order.release",
  "order.start",
  "order.unassign",
  "passkey.create",
  "passkey.delete",
  "payment.create",
  "retention.change",
  "retention.create",
  "service_area.change",
  "session.create",
  "session.end",
  "session.end_others",
  "stacking.change",
  "tariff.change",
  "travel_factors.change",
  "trip_check.change",
  "trip_check.create",
  "user.change",
  "user.change_password",
  "user.change_role",
  "user.create",
  "user.disable",
  "user.enable",
  "user.join",
  "user.reset_link",
  "user.reset_password",
  "user.switch",
  "webhook.change",
  "webhook.create",
  "webhook.delete",
  "webhook.disable",
  "webhook.enable",
  "webhook.reveal_secret",
  "webhook.rotate_secret",
  "webhook.switch",
] as const;

export const AUDIT_TYPES = [
  "key",
  "user",
  "invitation",
  "session",
  "passkey",
  "webhook",
  "account",
  "order",
  "courier",
  "cash",
  "payment",
  "tariff",
  "travel_factors",
  "service_area",
  "trip_check",
  "idle_suggestions",
  "stacking",
  "erasure",
  "retention",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Actor and origin of a change; the setting `dropline.audit` contains it as JSON. */
export interface AuditCall {
  /** The changes of one call in one account are one record. */
  readonly id: string;
  readonly action: AuditAction;
  readonly actorType: Actor["type"] | "command_line";
  /** Null for a user who is known only by what they change, such as the holder of a link. */
  readonly actorId: string | null;
  readonly sessionId: string | null;
  readonly network: string | null;
  readonly agent: string | null;
  readonly requestId: string | null;
}

export function withAudit<C extends { readonly db: Database }>(
  context: C,
  audit: AuditCall,
): C & { readonly audit: AuditCall } {
  // The triggers distinguish disabling from enabling.
  const action = audit.action.endsWith(".switch") ? null : audit.action;
  return { ...context, db: context.db.withAudit({ ...audit, action }), audit };
}

/** For one of several actions of a call: it gets its own record. */
export function withNewAudit<C extends { readonly db: Database; readonly audit?: AuditCall }>(context: C): C {
  return context.audit === undefined ? context : withAudit(context, { ...context.audit, id: randomUUID() });
}
