import type { ClientInfo, Session, SignInMethod } from "@/lib/accounts/session";
import type { Queryable } from "@/lib/db/client";
import type { UserSession } from "@/lib/db/generated/client";
import { userSessions, users } from "@/lib/db/generated/columns";
import { pick, type RowOf } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";

const MAX_AGENT_LENGTH = 300;

/** The row lock keeps sessions from outliving a concurrent password change. @returns whether it was inserted */
export async function insertSession(
  db: Queryable,
  session: Session & ClientInfo & { userId: string; passwordHash: string; wayIn: SignInMethod },
): Promise<boolean> {
  const inserted = await execute(db)`
    WITH person AS (
      SELECT id FROM users
      WHERE id = ${session.userId}::uuid AND password_hash = ${session.passwordHash} AND disabled_at IS NULL
      FOR SHARE
    )
    INSERT INTO user_sessions (id, user_id, signed_in_at, used_at, network, agent, way_in)
    SELECT ${session.id}::uuid, id, ${session.signedInAt}::timestamptz, ${session.usedAt}::timestamptz,
           ${session.network}, ${session.agent.slice(0, MAX_AGENT_LENGTH)}, ${session.wayIn}
    FROM person`;
  return inserted === 1;
}

const SESSION_OWNER = {
  sessionId: userSessions.id,
  ...pick(users, "email name roles accountId"),
  userId: users.id,
};

export type SessionOwner = RowOf<typeof SESSION_OWNER>;

export async function findSessionOwners(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, SessionOwner>> {
  const owners = await query(db, SESSION_OWNER)`
    SELECT s.id AS session_id, u.id AS user_id, u.email, u.name, u.roles, u.account_id
    FROM user_sessions s
    JOIN users u ON u.id = s.user_id
    LEFT JOIN accounts a ON a.id = u.account_id
    WHERE s.id = ANY(${[...sessionIds]}::uuid[]) AND s.ended_at IS NULL
      AND u.disabled_at IS NULL AND a.disabled_at IS NULL`;
  return new Map(owners.map((owner) => [owner.sessionId, owner]));
}

export async function writeUse(
  db: Queryable,
  session: Session,
  { network, agent }: ClientInfo,
): Promise<boolean> {
  const { count } = await db.models.userSession.updateMany({
    where: { id: session.id, endedAt: null },
    data: { usedAt: session.usedAt, network, agent: agent.slice(0, MAX_AGENT_LENGTH) },
  });
  return count === 1;
}

export type ListedSession = UserSession & { readonly wayIn: SignInMethod };

export async function selectSessions(db: Queryable, userId: string): Promise<ListedSession[]> {
  const sessions = await db.models.userSession.findMany({
    where: { userId, endedAt: null },
    orderBy: [{ usedAt: "desc" }, { id: "asc" }],
  });
  // Only insertSession writes the column.
  return sessions as ListedSession[];
}

export async function endOne(db: Queryable, userId: string, sessionId: string): Promise<void> {
  await execute(db)`
    UPDATE user_sessions SET ended_at = now()
    WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid AND ended_at IS NULL`;
}

export async function endAll(db: Queryable, userId: string, except: string | null = null): Promise<void> {
  await execute(db)`
    UPDATE user_sessions SET ended_at = now()
    WHERE user_id = ${userId}::uuid AND ended_at IS NULL AND id IS DISTINCT FROM ${except}::uuid`;
}
