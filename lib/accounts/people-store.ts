import type { Queryable } from "@/lib/db/client";
import type { PersonToken, PersonTokenKind, User } from "@/lib/db/generated/client";
import { accounts, personTokens, users } from "@/lib/db/generated/columns";
import { pick, type RowOf, someOf, text } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import type { Locale } from "@/lib/locale/locale";

/** One of an account's people, without what only signing in needs. */
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

/** What an account invites by. */
export type Role = "owner" | "staff";

/** Somebody who was invited and has not come yet. */
export type Invitation = Pick<PersonToken, "id" | "email" | "role" | "createdAt" | "expiresAt">;

const INVITATION = { id: true, email: true, role: true, createdAt: true, expiresAt: true } as const;

export function selectPeople(db: Queryable, accountId: string): Promise<Person[]> {
  return db.models.user.findMany({ where: { accountId }, select: PERSON, orderBy: [...OLDEST_FIRST] });
}

/** The account's owners who can sign in, oldest first. */
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

/** How many of the account's owners can sign in, leaving one out. */
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

/** Disables or enables a user. Either way the user's next sign-in with an OpenID provider binds its subject again. */
export async function writeDisabled(db: Queryable, personId: string, at: Date | null): Promise<void> {
  await db.models.user.updateMany({ where: { id: personId }, data: { disabledAt: at, oidcIdentity: null } });
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
  await db.models.user.updateMany({ where: { id: personId }, data: { name } });
}

export async function writeLocale(db: Queryable, personId: string, locale: Locale): Promise<void> {
  await db.models.user.updateMany({ where: { id: personId }, data: { locale } });
}

/** The language of somebody who has never chosen one. */
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

/** How many invitations the account has besides that of one address. */
export function countOtherInvitations(db: Queryable, accountId: string, email: string): Promise<number> {
  return db.models.personToken.count({ where: { accountId, kind: "invitation", email: { not: email } } });
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
  const { count } = await db.models.personToken.deleteMany({
    where: { id: invitationId, accountId, kind: "invitation" },
  });
  return count === 1;
}

/** Whom somebody has invited, and links to a new password of their own. */
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
  ...pick(personTokens, "id email accountId userId createdAt"),
  accountName: accounts.name.orNull,
  role: someOf(["owner", "staff"] as const).orNull,
  inviter: text.orNull,
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
  const { count } = await db.models.personToken.deleteMany({ where: { id: tokenId, tokenHash } });
  return count === 1;
}

const STANDING = {
  ...pick(personTokens, "id email tokenHash createdAt"),
  inviterLocale: users.locale,
  ...pick(accounts, "name brandName accent logo contactPhone contactUrl"),
  inviter: text.orNull,
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
