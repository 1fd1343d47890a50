import { ROLE, type User } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import type { PersonToken, PersonTokenKind } from "@/lib/db/generated/client";
import { bytea, int4, type RowOf, someOf, text, timestamptz, uuid } from "@/lib/db/row";
import { execute, query, sql } from "@/lib/db/sql";
import type { Locale } from "@/lib/locale/locale";

/** One of an account's people, without what only signing in needs. */
export type Person = Pick<User, "id" | "email" | "name" | "locale" | "role" | "disabledAt" | "createdAt">;

/** The columns of a `Person`. */
const PERSON = {
  id: uuid,
  email: text,
  name: text.orNull,
  locale: text.orNull,
  role: ROLE,
  disabledAt: timestamptz.orNull,
  createdAt: timestamptz,
};

const PERSON_COLUMNS = sql`id, email, name, locale, role, disabled_at, created_at`;

/** What an account invites by. */
export type Role = "owner" | "staff";

/** Somebody who was invited and has not come yet. */
export type Invitation = Pick<PersonToken, "id" | "email" | "role" | "createdAt" | "expiresAt">;

const INVITATION = {
  id: uuid,
  email: text,
  role: ROLE.orNull,
  createdAt: timestamptz,
  expiresAt: timestamptz,
};

const INVITATIONS = sql`SELECT id, email, role, created_at, expires_at FROM person_tokens WHERE kind = 'invitation'`;

export function selectPeople(db: Queryable, accountId: string): Promise<Person[]> {
  return query(db, PERSON)`
    SELECT ${PERSON_COLUMNS} FROM users WHERE account_id = ${accountId}::uuid ORDER BY created_at, id`;
}

/** The account's owners who can sign in, oldest first. */
export function selectOwners(db: Queryable, accountId: string): Promise<Person[]> {
  return query(db, PERSON)`
    SELECT ${PERSON_COLUMNS} FROM users
    WHERE account_id = ${accountId}::uuid AND role = 'owner' AND disabled_at IS NULL ORDER BY created_at, id`;
}

export async function findPerson(db: Queryable, accountId: string, personId: string): Promise<Person | null> {
  const [person] = await query(db, PERSON)`
    SELECT ${PERSON_COLUMNS} FROM users WHERE id = ${personId}::uuid AND account_id = ${accountId}::uuid`;
  return person ?? null;
}

/** How many of the account's owners can sign in, leaving one out. */
export async function countOtherOwners(db: Queryable, accountId: string, personId: string): Promise<number> {
  const [row] = await query(db, { count: int4 })`
    SELECT count(*)::int AS count FROM users
    WHERE account_id = ${accountId}::uuid AND role = 'owner' AND disabled_at IS NULL AND id <> ${personId}::uuid`;
  return row?.count ?? 0;
}

export async function writeRole(
  db: Queryable,
  accountId: string,
  personId: string,
  role: Role,
): Promise<void> {
  await execute(db)`
    UPDATE users SET role = ${role}::user_role WHERE id = ${personId}::uuid AND account_id = ${accountId}::uuid`;
}

/** Disables or enables a user. Either way the user's next sign-in with an OpenID provider binds its subject again. */
export async function writeDisabled(db: Queryable, personId: string, at: Date | null): Promise<void> {
  await execute(db)`
    UPDATE users SET disabled_at = ${at}::timestamptz, oidc_identity = NULL WHERE id = ${personId}::uuid`;
}

/** Binds the person with an address to an identity, unless either is bound already under this issuer. */
export async function writeOidcIdentity(
  db: Queryable,
  person: { email: string; issuer: string; identity: string; areOperatorsAllowed: boolean },
): Promise<void> {
  const { email, issuer, identity, areOperatorsAllowed } = person;
  await execute(db)`
    UPDATE users SET oidc_identity = ${identity}
    WHERE email = ${email} AND disabled_at IS NULL AND (role <> 'operator' OR ${areOperatorsAllowed}::boolean)
      AND NOT coalesce(starts_with(oidc_identity, ${`${issuer} `}), false)
      AND NOT EXISTS (SELECT FROM users WHERE oidc_identity = ${identity})`;
}

export async function writeName(db: Queryable, personId: string, name: string | null): Promise<void> {
  await execute(db)`UPDATE users SET name = ${name} WHERE id = ${personId}::uuid`;
}

export async function writeLocale(db: Queryable, personId: string, locale: Locale): Promise<void> {
  await execute(db)`UPDATE users SET locale = ${locale} WHERE id = ${personId}::uuid`;
}

/** The language of somebody who has never chosen one. */
export async function writeFirstLocale(db: Queryable, personId: string, locale: Locale): Promise<void> {
  await execute(db)`UPDATE users SET locale = ${locale} WHERE id = ${personId}::uuid AND locale IS NULL`;
}

export function selectInvitations(db: Queryable, accountId: string): Promise<Invitation[]> {
  return query(db, INVITATION)`${INVITATIONS} AND account_id = ${accountId}::uuid ORDER BY created_at, id`;
}

export async function findInvitation(
  db: Queryable,
  accountId: string,
  invitationId: string,
): Promise<Invitation | null> {
  const [invitation] = await query(db, INVITATION)`
    ${INVITATIONS} AND id = ${invitationId}::uuid AND account_id = ${accountId}::uuid`;
  return invitation ?? null;
}

/** How many invitations the account has besides that of one address. */
export async function countOtherInvitations(
  db: Queryable,
  accountId: string,
  email: string,
): Promise<number> {
  const [row] = await query(db, { count: int4 })`
    SELECT count(*)::int AS count FROM person_tokens
    WHERE account_id = ${accountId}::uuid AND kind = 'invitation' AND email <> ${email}`;
  return row?.count ?? 0;
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
    createdById: string | null;
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
  const deleted = await execute(db)`
    DELETE FROM person_tokens
    WHERE id = ${invitationId}::uuid AND account_id = ${accountId}::uuid AND kind = 'invitation'`;
  return deleted === 1;
}

/** Whom somebody has invited, and links to a new password of their own. */
export async function deleteTokensOf(db: Queryable, personId: string): Promise<void> {
  await execute(db)`
    DELETE FROM person_tokens WHERE created_by_id = ${personId}::uuid OR user_id = ${personId}::uuid`;
}

export async function deleteResets(db: Queryable, userId: string): Promise<void> {
  await execute(db)`DELETE FROM person_tokens WHERE user_id = ${userId}::uuid AND kind = 'password_reset'`;
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
  await execute(db)`
    INSERT INTO person_tokens (kind, token_hash, email, user_id, created_at, expires_at)
    VALUES ('password_reset', ${row.tokenHash}, ${row.email}, ${row.userId}::uuid, ${row.createdAt}::timestamptz,
            ${row.expiresAt}::timestamptz)`;
}

const TOKEN = {
  id: uuid,
  email: text,
  role: someOf(["owner", "staff"] as const).orNull,
  accountId: uuid.orNull,
  accountName: text.orNull,
  userId: uuid.orNull,
  inviter: text.orNull,
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
    SELECT t.id, t.email, t.role, t.account_id, a.name AS account_name, t.user_id,
           coalesce(i.name, i.email) AS inviter, t.created_at
    FROM person_tokens t
    LEFT JOIN users i ON i.id = t.created_by_id
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
  const deleted = await execute(db)`
    DELETE FROM person_tokens WHERE id = ${tokenId}::uuid AND token_hash = ${tokenHash}`;
  return deleted === 1;
}

const STANDING = {
  id: uuid,
  email: text,
  tokenHash: bytea,
  createdAt: timestamptz,
  inviter: text.orNull,
  inviterLocale: text.orNull,
  name: text,
  brandName: text.orNull,
  accent: text.orNull,
  logo: text.orNull,
  contactPhone: text.orNull,
  contactUrl: text.orNull,
};

/** An invitation that still stands, with what it is made of, who sent it, and how the account is known. */
export async function findInvitationById(
  db: Queryable,
  invitationId: string,
  now: Date,
): Promise<Readonly<RowOf<typeof STANDING>> | null> {
  const [invitation] = await query(db, STANDING)`
    SELECT t.id, t.email, t.token_hash, t.created_at, coalesce(i.name, i.email) AS inviter,
           i.locale AS inviter_locale, a.name, a.brand_name, a.accent, a.logo, a.contact_phone, a.contact_url
    FROM person_tokens t
    JOIN accounts a ON a.id = t.account_id
    LEFT JOIN users i ON i.id = t.created_by_id
    WHERE t.id = ${invitationId}::uuid AND t.kind = 'invitation' AND t.expires_at > ${now}::timestamptz
      AND a.disabled_at IS NULL`;
  return invitation ?? null;
}
