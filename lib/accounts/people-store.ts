import { endAll } from "@/lib/accounts/session-store";
import type { Queryable } from "@/lib/db/client";
import type { PersonTokenKind, User } from "@/lib/db/generated/client";
import { accounts, personTokens, users } from "@/lib/db/generated/columns";
import { pick, type RowOf, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

const PERSON = {
  id: true,
  email: true,
  name: true,
  locale: true,
  roles: true,
  disabledAt: true,
  createdAt: true,
} as const;

export type Person = Pick<User, keyof typeof PERSON>;

/** Operators if `accountId` is null. */
export function selectPeople(db: Queryable, accountId: string | null): Promise<Person[]> {
  const orderBy = [{ createdAt: "asc" }, { id: "asc" }] as const;
  return db.models.user.findMany({ where: { accountId }, select: PERSON, orderBy: [...orderBy] });
}

export function findPerson(
  db: Queryable,
  accountId: string | null,
  personId: string,
): Promise<Person | null> {
  return db.models.user.findFirst({ where: { id: personId, accountId }, select: PERSON });
}

/** Unbinds the OpenID subject, so that the next sign-in binds it again. Disabling ends sessions and links. */
export async function writeDisabled(db: Queryable, personId: string, at: Date | null): Promise<void> {
  await db.models.user.updateMany({ where: { id: personId }, data: { disabledAt: at, oidcIdentity: null } });
  if (at === null) return;
  await endAll(db, personId);
  await deleteTokensForPerson(db, personId);
}

export async function deleteTokensForPerson(db: Queryable, personId: string): Promise<void> {
  await db.models.personToken.deleteMany({
    where: { OR: [{ createdById: personId }, { userId: personId }] },
  });
}

export async function deleteResets(db: Queryable, userId: string): Promise<void> {
  await db.models.personToken.deleteMany({ where: { userId, kind: "password_reset" } });
}

const TOKEN = {
  ...pick(personTokens, "id email accountId roles userId locale createdAt"),
  accountName: accounts.name.orNull,
  inviter: text.orNull,
};

export type ActiveToken = Readonly<RowOf<typeof TOKEN>>;

export async function findToken(
  db: Queryable,
  kind: PersonTokenKind,
  tokenHash: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<ActiveToken | null> {
  const [row] = await query(db, TOKEN)`
    SELECT t.id, t.email, t.roles, t.locale, t.account_id, a.name AS account_name, t.user_id,
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
  ...pick(personTokens, "id email tokenHash createdAt locale"),
  inviterLocale: users.locale,
  shop: accounts.name.orNull,
  ...pick(accounts, "brandName accent logo contactPhone contactUrl"),
  inviter: text.orNull,
};

export async function findInvitationById(
  db: Queryable,
  invitationId: string,
  now: Date,
): Promise<Readonly<RowOf<typeof STANDING>> | null> {
  const [invitation] = await query(db, STANDING)`
    SELECT t.id, t.email, t.token_hash, t.created_at, t.locale, coalesce(i.name, i.email) AS inviter,
           i.locale AS inviter_locale, a.name AS shop, a.brand_name, a.accent, a.logo, a.contact_phone, a.contact_url
    FROM person_tokens t
    LEFT JOIN accounts a ON a.id = t.account_id
    LEFT JOIN users i ON i.id = t.created_by_id
    WHERE t.id = ${invitationId}::uuid AND t.kind = 'invitation' AND t.expires_at > ${now}::timestamptz
      AND a.disabled_at IS NULL`;
  return invitation ?? null;
}
