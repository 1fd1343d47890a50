import { randomUUID } from "node:crypto";
import type { AuditCall } from "@/lib/audit/call";
import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/** Account id of what concerns no account: tariff, service area, couriers, operators. */
export const SERVICE_LOG = "00000000-0000-0000-0000-000000000000";

/** Per actor, action and hour, so that repeated attempts do not fill the table. */
export const MAX_REFUSALS_PER_HOUR = 10;

const MAX_AGENT_LENGTH = 300;

interface Target {
  readonly accountId: string | null;
  readonly objectId: string | null;
  readonly label?: string;
}

/** Records an attempt without changes. */
export async function recordRefusal(
  db: Queryable,
  call: AuditCall,
  { refusal, ...target }: Target & { refusal: string },
): Promise<void> {
  await insertRecord(db, { ...call, id: randomUUID() }, target, refusal);
}

/** Records an action that changes no row, such as revealing a secret. */
export async function recordAccess(db: Queryable, call: AuditCall, target: Target): Promise<void> {
  await insertRecord(db, call, target, null);
}

/** Does nothing for an unknown email. Not awaited by the sign-in, whose time must not reveal whether the user exists. */
export async function recordFailedSignIn(
  db: Queryable,
  email: string,
  client: Pick<AuditCall, "network" | "agent" | "requestId">,
): Promise<void> {
  const user = await db.models.user.findFirst({
    where: { email: email.trim().toLowerCase() },
    select: { id: true, accountId: true },
  });
  if (user === null) return;
  const call = { ...client, id: randomUUID(), actorType: "user", actorId: user.id, sessionId: null } as const;
  const target = { accountId: user.accountId, objectId: null, refusal: "SIGN_IN_FAILED" };
  await recordRefusal(db, { ...call, action: "session.create" }, target);
}

async function insertRecord(
  db: Queryable,
  call: AuditCall,
  { accountId, objectId, label = null }: Omit<Target, "label"> & { label?: string | null },
  refusal: string | null,
): Promise<void> {
  await execute(db)`
    WITH record AS (
      INSERT INTO audit_records (call_id, account_id, actor_type, actor_id, session_id, action, object_type, object_id,
                                 request_id, refusal)
      SELECT ${call.id}::uuid, ${accountId ?? SERVICE_LOG}::uuid, ${call.actorType}, ${call.actorId},
             ${call.sessionId}::uuid, ${call.action}, ${call.action.split(".")[0] ?? ""}, ${objectId},
             ${call.requestId}, ${refusal}
      WHERE ${refusal}::text IS NULL OR ${MAX_REFUSALS_PER_HOUR} > (
        SELECT count(*) FROM audit_records
        WHERE refusal IS NOT NULL AND actor_id = ${call.actorId} AND action = ${call.action}
          AND at > now() - interval '1 hour')
      RETURNING id
    )
    INSERT INTO audit_details (record_id, network, agent, label)
    SELECT id, ${call.network}, ${call.agent?.slice(0, MAX_AGENT_LENGTH) ?? null}, ${label} FROM record`;
}
