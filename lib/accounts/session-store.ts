import { type Session, type Trace, WAYS_IN, type WayIn } from "@/lib/accounts/session";
import { ROLE } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import { oneOf, type RowOf, text, timestamptz, uuid } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";

/** What the column takes. */
const LONGEST_AGENT = 300;

/**
 * Puts a session in, unless its person is shut out or has another password by now. Waits for whoever is changing that,
 * so that no session begins beside the change and outlives it.
 *
 * @returns whether it was put in
 */
export async function insertSession(
  db: Queryable,
  session: Session & Trace & { userId: string; passwordHash: string; wayIn: WayIn },
): Promise<boolean> {
  const inserted = await execute(db)`
    WITH person AS (
      SELECT id FROM users
      WHERE id = ${session.userId}::uuid AND password_hash = ${session.passwordHash} AND disabled_at IS NULL
      FOR SHARE
    )
    INSERT INTO user_sessions (id, user_id, signed_in_at, used_at, network, agent, way_in)
    SELECT ${session.id}::uuid, id, ${session.signedInAt}::timestamptz, ${session.usedAt}::timestamptz,
           ${session.network}, ${session.agent.slice(0, LONGEST_AGENT)}, ${session.wayIn}
    FROM person`;
  return inserted === 1;
}

const SESSION_OWNER = {
  sessionId: uuid,
  userId: uuid,
  email: text,
  name: text.orNull,
  role: ROLE,
  accountId: uuid.orNull,
};

export type SessionOwner = RowOf<typeof SESSION_OWNER>;

/** Whose these sessions are; those that have ended, or whose person or account is disabled, are missing. */
export async function findSessionOwners(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, SessionOwner>> {
  const owners = await query(db, SESSION_OWNER)`
    SELECT s.id AS session_id, u.id AS user_id, u.email, u.name, u.role, u.account_id
    FROM user_sessions s
    JOIN users u ON u.id = s.user_id
    LEFT JOIN accounts a ON a.id = u.account_id
    WHERE s.id = ANY(${[...sessionIds]}::uuid[]) AND s.ended_at IS NULL
      AND u.disabled_at IS NULL AND a.disabled_at IS NULL`;
  return new Map(owners.map((owner) => [owner.sessionId, owner]));
}

/** Writes down a use. @returns whether the session still stands */
export async function writeUse(db: Queryable, session: Session, { network, agent }: Trace): Promise<boolean> {
  const written = await execute(db)`
    UPDATE user_sessions
    SET used_at = ${session.usedAt}::timestamptz, network = ${network}, agent = ${agent.slice(0, LONGEST_AGENT)}
    WHERE id = ${session.id}::uuid AND ended_at IS NULL`;
  return written === 1;
}

const LISTED = {
  id: uuid,
  signedInAt: timestamptz,
  usedAt: timestamptz,
  network: text,
  agent: text,
  wayIn: oneOf(WAYS_IN),
};

export type ListedSession = Readonly<RowOf<typeof LISTED>>;

/** A person's sessions that have not been ended, used most recently first. */
export function selectSessions(db: Queryable, userId: string): Promise<ListedSession[]> {
  return query(db, LISTED)`
    SELECT id, signed_in_at, used_at, network, agent, way_in FROM user_sessions
    WHERE user_id = ${userId}::uuid AND ended_at IS NULL ORDER BY used_at DESC, id`;
}

export async function endOne(db: Queryable, userId: string, sessionId: string): Promise<void> {
  await execute(db)`
    UPDATE user_sessions SET ended_at = now()
    WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid AND ended_at IS NULL`;
}

/** Ends all sessions of a person, or all but one. */
export async function endAll(db: Queryable, userId: string, except: string | null = null): Promise<void> {
  await execute(db)`
    UPDATE user_sessions SET ended_at = now()
    WHERE user_id = ${userId}::uuid AND ended_at IS NULL AND id IS DISTINCT FROM ${except}::uuid`;
}
