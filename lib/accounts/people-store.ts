import type { Queryable } from "@/lib/db/client";
import type { PersonToken, PersonTokenKind, User } from "@/lib/db/generated/client";
import { type RowOf, someOf, text, timestamptz, uuid } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";

/** One of an account's people, without what only signing in needs. */
export type Person = Pick<User, "id" | "email" | "role" | "disabledAt" | "createdAt">;

/** The columns of a `Person`. */
export const PERSON = { id: true, email: true, role: true, disabledAt: true, createdAt: true } as const;

/** What an account invites by. */
export type Role = "owner" | "staff";

/** Somebody who was invited and has not come yet. */
export type Invitation = Pick<PersonToken, "id" | "email" | "role" | "createdAt" | "expiresAt">;

const INVITATION = { id: true, email: true, role: true, createdAt: true, expiresAt: true } as const;

export function selectPeople(db: Queryable, accountId: string): Promise<Person[]> {
  return db.user.findMany({
    where: { accountId },
    select: PERSON,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

export function findPerson(db: Queryable, accountId: string, personId: string): Promise<Person | null> {
  return db.user.findFirst({ where: { id: personId, accountId }, select: PERSON });
}

/** How many of the account's owners can sign in, leaving one out. */
export function countOtherOwners(db: Queryable, accountId: string, personId: string): Promise<number> {
  return db.user.count({ where: { accountId, role: "owner", disabledAt: null, NOT: { id: personId } } });
}

export async function writeRole(
  db: Queryable,
  accountId: string,
  personId: string,
  role: Role,
): Promise<void> {
  await db.user.updateMany({ where: { id: personId, accountId }, data: { role } });
}

/** Shuts somebody out, whose sessions end, or lets them in again. */
export async function writeDisabled(db: Queryable, personId: string, at: Date | null): Promise<void> {
  await db.user.updateMany({
    where: { id: personId },
    data: { disabledAt: at, sessionVersion: { increment: 1 } },
  });
}

/** A new password and the end of all sessions, unless the password has become another one meanwhile. */
export async function replacePassword(
  db: Queryable,
  userId: string,
  change: { from: string; to: string },
): Promise<User | null> {
  const [user] = await db.user.updateManyAndReturn({
    where: { id: userId, passwordHash: change.from, disabledAt: null },
    data: { passwordHash: change.to, sessionVersion: { increment: 1 } },
  });
  return user ?? null;
}

export function selectInvitations(db: Queryable, accountId: string): Promise<Invitation[]> {
  return db.personToken.findMany({
    where: { accountId, kind: "invitation" },
    select: INVITATION,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

export function findInvitation(
  db: Queryable,
  accountId: string,
  invitationId: string,
): Promise<Invitation | null> {
  return db.personToken.findFirst({
    where: { id: invitationId, accountId, kind: "invitation" },
    select: INVITATION,
  });
}

/** How many invitations the account has besides that of one address. */
export function countOtherInvitations(db: Queryable, accountId: string, email: string): Promise<number> {
  return db.personToken.count({ where: { accountId, kind: "invitation", NOT: { email } } });
}

/** Puts an invitation in, in place of the one that the account has for this address. */
export async function putInvitation(
  db: Queryable,
  row: {
    id: string;
    tokenHash: Uint8Array<ArrayBuffer>;
    email: string;
    accountId: string;
    role: Role;
    createdById: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await execute(db)`
    INSERT INTO person_tokens (id, kind, token_hash, email, account_id, role, created_by_id, created_at, expires_at)
    VALUES (${row.id}::uuid, 'invitation', ${row.tokenHash}, ${row.email}, ${row.accountId}::uuid,
            ${row.role}::user_role, ${row.createdById}::uuid, ${row.createdAt}::timestamptz, ${row.expiresAt}::timestamptz)
    ON CONFLICT (account_id, email) WHERE kind = 'invitation' DO UPDATE SET
      id = excluded.id, token_hash = excluded.token_hash, role = excluded.role,
      created_by_id = excluded.created_by_id, created_at = excluded.created_at, expires_at = excluded.expires_at`;
}

/** @returns whether there was one */
export async function deleteInvitation(
  db: Queryable,
  accountId: string,
  invitationId: string,
): Promise<boolean> {
  const { count } = await db.personToken.deleteMany({
    where: { id: invitationId, accountId, kind: "invitation" },
  });
  return count === 1;
}

/** Whom somebody has invited, and links to a new password of their own. */
export async function deleteTokensOf(db: Queryable, personId: string): Promise<void> {
  await db.personToken.deleteMany({ where: { OR: [{ createdById: personId }, { userId: personId }] } });
}

export async function deleteResets(db: Queryable, userId: string): Promise<void> {
  await db.personToken.deleteMany({ where: { userId, kind: "password_reset" } });
}

export async function insertReset(
  db: Queryable,
  row: {
    tokenHash: Uint8Array<ArrayBuffer>;
    email: string;
    userId: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db.personToken.create({ data: { ...row, kind: "password_reset" } });
}

const TOKEN = {
  id: uuid,
  email: text,
  role: someOf(["owner", "staff"] as const).orNull,
  accountId: uuid.orNull,
  accountName: text.orNull,
  userId: uuid.orNull,
  createdAt: timestamptz,
};

/** What a link that works leads to. */
export type LiveToken = Readonly<RowOf<typeof TOKEN>>;

/** The token with this hash, unless it is out of date or leads to an account or a person that is disabled. */
export async function findToken(
  db: Queryable,
  kind: PersonTokenKind,
  tokenHash: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<LiveToken | null> {
  const [row] = await query(db, TOKEN)`
    SELECT t.id, t.email, t.role, t.account_id, a.name AS account_name, t.user_id, t.created_at
    FROM person_tokens t
    LEFT JOIN users u ON u.id = t.user_id
    LEFT JOIN accounts a ON a.id = coalesce(t.account_id, u.account_id)
    WHERE t.token_hash = ${tokenHash} AND t.kind = ${kind}::person_token_kind
      AND t.expires_at > ${now}::timestamptz AND u.disabled_at IS NULL AND a.disabled_at IS NULL`;
  return row ?? null;
}

/** Uses a token up. @returns whether it was still there: of two who use it at once, one does */
export async function deleteToken(
  db: Queryable,
  tokenId: string,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { count } = await db.personToken.deleteMany({ where: { id: tokenId, tokenHash } });
  return count === 1;
}

/** An invitation that still stands, with what it is made of. */
export async function findInvitationById(
  db: Queryable,
  invitationId: string,
  now: Date,
): Promise<{
  id: string;
  email: string;
  accountName: string;
  tokenHash: Uint8Array;
  createdAt: Date;
} | null> {
  const row = await db.personToken.findFirst({
    where: { id: invitationId, kind: "invitation", expiresAt: { gt: now }, account: { disabledAt: null } },
    include: { account: { select: { name: true } } },
  });
  if (row?.account == null) return null;
  const { id, email, tokenHash, createdAt, account } = row;
  return { id, email, tokenHash, createdAt, accountName: account.name };
}
