import type { Queryable } from "@/lib/db/client";
import type { PersonToken, PersonTokenKind, User } from "@/lib/db/generated/client";
import { bytea, type RowOf, someOf, text, timestamptz, uuid } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import type { Locale } from "@/lib/locale/locale";

export type Person = Pick<User, "id" | "email" | "name" | "locale" | "role" | "disabledAt" | "createdAt">;

const PERSON = {
  id: true,
  email: true,
  name: true,
  locale: true,
  role: true,
  disabledAt: true,
  createdAt: true,
} as const;

const OLDEST_FIRST = [{ createdAt: "asc" }, { id: "asc" }] as const;

export type Role = "owner" | "staff";

export type Invitation = Pick<PersonToken, "id" | "email" | "role" | "createdAt" | "expiresAt">;

const INVITATION = { id: true, email: true, role: true, createdAt: true, expiresAt: true } as const;

export function selectPeople(db: Queryable, accountId: string): Promise<Person[]> {
  return db.models.user.findMany({ where: { accountId }, select: PERSON, orderBy: [...OLDEST_FIRST] });
}

export function selectOwners(db: Queryable, accountId: string): Promise<Person[]> {
  return db.models.user.findMany({
    where: { accountId, role: "owner", disabledAt: null },
    select: PERSON,
    orderBy: [...OLDEST_FIRST],
  });
}

export function findPerson(db: Queryable, accountId: string, personId: string): Promise<Person | null> {
  return db.models.user.findFirst({ where: { id: personId, accountId }, select: PERSON });
}

export function countOtherOwners(db: Queryable, accountId: string, personId: string): Promise<number> {
  return db.models.user.count({
    where: { accountId, role: "owner", disabledAt: null, id: { not: personId } },
  });
}

export async function writeRole(
  db: Queryable,
  accountId: string,
  personId: string,
  role: Role,
): Promise<void> {
  await db.models.user.updateMany({ where: { id: personId, accountId }, data: { role } });
}

/** Unbinds the OpenID subject, so that the next sign-in binds it again. */
export async function writeDisabled(db: Queryable, personId: string, at: Date | null): Promise<void> {
  await db.models.user.updateMany({ where: { id: personId }, data: { disabledAt: at, oidcIdentity: null } });
}

/** Binds the user of an email unless either is already bound under this issuer. */
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
  await db.models.user.updateMany({ where: { id: personId }, data: { name } });
}

export async function writeLocale(db: Queryable, personId: string, locale: Locale): Promise<void> {
  await db.models.user.updateMany({ where: { id: personId }, data: { locale } });
}

export async function writeFirstLocale(db: Queryable, personId: string, locale: Locale): Promise<void> {
  await db.models.user.updateMany({ where: { id: personId, locale: null }, data: { locale } });
}

export function selectInvitations(db: Queryable, accountId: string): Promise<Invitation[]> {
  return db.models.personToken.findMany({
    where: { accountId, kind: "invitation" },
    select: INVITATION,
    orderBy: [...OLDEST_FIRST],
  });
}

export function findInvitation(
  db: Queryable,
  accountId: string,
  invitationId: string,
): Promise<Invitation | null> {
  return db.models.personToken.findFirst({
    where: { id: invitationId, accountId, kind: "invitation" },
    select: INVITATION,
  });
}

export function countOtherInvitations(db: Queryable, accountId: string, email: string): Promise<number> {
  return db.models.personToken.count({ where: { accountId, kind: "invitation", email: { not: email } } });
}

/** Replaces the account's invitation for this email. */
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

export async function deleteInvitation(
  db: Queryable,
  accountId: string,
  invitationId: string,
): Promise<boolean> {
  const { count } = await db.models.personToken.deleteMany({
    where: { id: invitationId, accountId, kind: "invitation" },
  });
  return count === 1;
}

/** Invitations sent by a user, and links to a new password. */
export async function deleteTokensOf(db: Queryable, personId: string): Promise<void> {
  await db.models.personToken.deleteMany({
    where: { OR: [{ createdById: personId }, { userId: personId }] },
  });
}

export async function deleteResets(db: Queryable, userId: string): Promise<void> {
  await db.models.personToken.deleteMany({ where: { userId, kind: "password_reset" } });
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
  await db.models.personToken.create({ data: { kind: "password_reset", ...row } });
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

export type LiveToken = Readonly<RowOf<typeof TOKEN>>;

/** Null if the token is expired or its account or user is disabled. */
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

/** @returns false if it was used concurrently */
export async function deleteToken(
  db: Queryable,
  tokenId: string,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { count } = await db.models.personToken.deleteMany({ where: { id: tokenId, tokenHash } });
  return count === 1;
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
