import type { Bound, Claim } from "@/lib/accounts/guess";
import type { KeyUse, KeyWithOwner } from "@/lib/accounts/key";
import { MODES, type Mode, mintScope } from "@/lib/accounts/scope";
import type { IdentityColumns } from "@/lib/accounts/shop-identity";
import type { Queryable } from "@/lib/db/client";
import type { UserRole } from "@/lib/db/generated/client";
import { bool, bytea, int4, oneOf, type RowOf, text, timestamptz, uuid } from "@/lib/db/row";
import { execute, query, type Sql, sql } from "@/lib/db/sql";

const ACCOUNT = {
  id: uuid,
  name: text,
  email: text.orNull,
  isCustomer: bool,
  disabledAt: timestamptz.orNull,
  rateLimitPerMinute: int4.orNull,
  timeZone: text,
  phoneCountry: text,
  proofPhoto: bool,
  proofCode: bool,
  proofSignature: bool,
  proofDays: int4,
  waitingMinutes: int4,
  answerMinutes: int4,
  unansweredAction: oneOf(["return", "leave", "ask"]),
  recipientDecides: bool,
  brandName: text.orNull,
  accent: text.orNull,
  logo: text.orNull,
  contactPhone: text.orNull,
  contactUrl: text.orNull,
  createdAt: timestamptz,
};

export type Account = RowOf<typeof ACCOUNT>;

const ACCOUNT_COLUMNS = sql`
  id, name, email, is_customer, disabled_at, rate_limit_per_minute, time_zone, phone_country, proof_photo, proof_code,
  proof_signature, proof_days, waiting_minutes, answer_minutes, unanswered_action, recipient_decides, brand_name, accent, logo, contact_phone, contact_url,
  created_at`;

/** The column of a person's role. */
export const ROLE = oneOf(["owner", "staff", "operator"]);

const USER = {
  id: uuid,
  accountId: uuid.orNull,
  email: text,
  passwordHash: text,
  role: ROLE,
  name: text.orNull,
  locale: text.orNull,
  disabledAt: timestamptz.orNull,
  createdAt: timestamptz,
};

/** Somebody who signs in. */
export type User = RowOf<typeof USER>;

const USER_COLUMNS = sql`
  u.id, u.account_id, u.email, u.password_hash, u.role, u.name, u.locale, u.disabled_at, u.created_at`;

const API_KEY = {
  id: uuid,
  accountId: uuid,
  mode: oneOf(MODES),
  name: text,
  keyHash: bytea,
  prefix: text,
  lastFour: text,
  createdAt: timestamptz,
  expiresAt: timestamptz.orNull,
  revokedAt: timestamptz.orNull,
  lastUsedAt: timestamptz.orNull,
  lastNetwork: text.orNull,
  lastRoute: text.orNull,
  createdById: uuid.orNull,
};

export type ApiKey = RowOf<typeof API_KEY>;

const API_KEY_COLUMNS = sql`
  id, account_id, mode, name, key_hash, prefix, last_four, created_at, expires_at, revoked_at, last_used_at,
  last_network, last_route, created_by_id`;

const KEY_ROW = {
  keyId: uuid,
  accountId: uuid,
  mode: oneOf(MODES),
  revokedAt: timestamptz.orNull,
  expiresAt: timestamptz.orNull,
  email: text.orNull,
  isCustomer: bool,
  disabledAt: timestamptz.orNull,
  rateLimitPerMinute: int4.orNull,
};

/** The key with this hash, with its account, in one indexed read. */
export async function findKeyByHash(
  db: Queryable,
  keyHash: Uint8Array<ArrayBuffer>,
): Promise<KeyWithOwner | null> {
  const [row] = await query(db, KEY_ROW)`
    SELECT k.id AS key_id, k.account_id, k.mode, k.revoked_at, k.expires_at,
           a.email, a.is_customer, a.disabled_at, a.rate_limit_per_minute
    FROM api_keys k JOIN accounts a ON a.id = k.account_id
    WHERE k.key_hash = ${keyHash}`;
  if (row === undefined) return null;
  const { accountId, mode, ...key } = row;
  return { ...key, scope: mintScope(accountId, mode) };
}

/** Moves the latest uses of many keys forward in one statement; never back. */
export async function writeLastUsed(db: Queryable, uses: ReadonlyMap<string, KeyUse>): Promise<void> {
  const ids = [...uses.keys()];
  const latest = [...uses.values()];
  const times = latest.map(({ at }) => at.toISOString());
  const networks = latest.map(({ network }) => network);
  const routes = latest.map(({ route }) => route);
  await execute(db)`
    UPDATE api_keys k SET last_used_at = used.at, last_network = used.network, last_route = used.route
    FROM unnest(${ids}::uuid[], ${times}::timestamptz[], ${networks}::text[], ${routes}::text[])
         AS used(id, at, network, route)
    WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`;
}

/** Opens an account. @returns its id */
export async function insertAccount(
  db: Queryable,
  {
    name,
    email,
    isCustomer,
    timeZone,
    phoneCountry,
  }: Pick<Account, "name" | "email" | "isCustomer" | "timeZone" | "phoneCountry">,
): Promise<string> {
  const [row] = await query(db, { id: uuid })`
    INSERT INTO accounts (name, email, is_customer, time_zone, phone_country)
    VALUES (${name}, ${email}, ${isCustomer}, ${timeZone}, ${phoneCountry}) RETURNING id`;
  if (row === undefined) throw new Error("INSERT … RETURNING returned no row");
  return row.id;
}

/** The account that was signed up with this email and whose owner has not verified it yet. */
export async function findUnverifiedAccount(db: Queryable, email: string): Promise<string | null> {
  const [row] = await query(db, { accountId: uuid.orNull })`
    SELECT account_id FROM person_tokens
    WHERE kind = 'invitation' AND email = ${email} AND created_by_id IS NULL LIMIT 1`;
  return row?.accountId ?? null;
}

export async function findAccount(db: Queryable, accountId: string): Promise<Account | null> {
  const [account] = await query(db, ACCOUNT)`
    SELECT ${ACCOUNT_COLUMNS}
    FROM accounts WHERE id = ${accountId}::uuid`;
  return account ?? null;
}

/** Writes how recipients know the shop. A logo that is undefined stays; returns whether there is such an account. */
export async function writeIdentity(
  db: Queryable,
  accountId: string,
  identity: Omit<IdentityColumns, "name" | "logo"> & { readonly logo: string | null | undefined },
): Promise<boolean> {
  const { brandName, accent, contactPhone, contactUrl, logo } = identity;
  const written = await execute(db)`
    UPDATE accounts SET
      brand_name = ${brandName}, accent = ${accent}, contact_phone = ${contactPhone}, contact_url = ${contactUrl},
      logo = CASE WHEN ${logo === undefined} THEN logo ELSE ${logo ?? null} END
    WHERE id = ${accountId}::uuid`;
  return written === 1;
}

export async function insertKey(
  db: Queryable,
  data: {
    accountId: string;
    mode: Mode;
    name: string;
    keyHash: Uint8Array<ArrayBuffer>;
    prefix: string;
    lastFour: string;
    expiresAt?: Date | null;
    createdById?: string | null;
  },
): Promise<ApiKey> {
  const [key] = await query(db, API_KEY)`
    INSERT INTO api_keys (account_id, mode, name, key_hash, prefix, last_four, expires_at, created_by_id)
    VALUES (${data.accountId}::uuid, ${data.mode}::mode, ${data.name}, ${data.keyHash}, ${data.prefix},
            ${data.lastFour}, ${data.expiresAt ?? null}::timestamptz, ${data.createdById ?? null}::uuid)
    RETURNING ${API_KEY_COLUMNS}`;
  if (key === undefined) throw new Error("A row that was inserted is returned.");
  return key;
}

/** Revokes the key unless it was revoked before; null when there is no such key. */
export async function markKeyRevoked(db: Queryable, keyId: string, at: Date): Promise<ApiKey | null> {
  const [key] = await query(db, API_KEY)`
    UPDATE api_keys SET revoked_at = coalesce(revoked_at, ${at}::timestamptz)
    WHERE id = ${keyId}::uuid RETURNING ${API_KEY_COLUMNS}`;
  return key ?? null;
}

export function selectKeys(db: Queryable, accountId: string): Promise<ApiKey[]> {
  return query(db, API_KEY)`
    SELECT ${API_KEY_COLUMNS} FROM api_keys WHERE account_id = ${accountId}::uuid ORDER BY created_at DESC, id`;
}

export async function findAccountKey(
  db: Queryable,
  accountId: string,
  keyId: string,
): Promise<ApiKey | null> {
  const [key] = await query(db, API_KEY)`
    SELECT ${API_KEY_COLUMNS} FROM api_keys WHERE id = ${keyId}::uuid AND account_id = ${accountId}::uuid`;
  return key ?? null;
}

/** Revokes the account's key unless it was revoked before; null when the account has no such key. */
export async function markAccountKeyRevoked(
  db: Queryable,
  accountId: string,
  keyId: string,
  at: Date,
): Promise<ApiKey | null> {
  const [key] = await query(db, API_KEY)`
    UPDATE api_keys SET revoked_at = coalesce(revoked_at, ${at}::timestamptz)
    WHERE id = ${keyId}::uuid AND account_id = ${accountId}::uuid RETURNING ${API_KEY_COLUMNS}`;
  return key ?? null;
}

/** Lets a key that still works end at an instant, or when it would have ended before that; null when it has ended. */
export async function endKeyBy(
  db: Queryable,
  accountId: string,
  keyId: string,
  now: Date,
  end: Date,
): Promise<ApiKey | null> {
  // A revocation holds at once on every process, also on one whose clock is late.
  const ended = await execute(db)`
    UPDATE api_keys SET
      expires_at = least(coalesce(expires_at, 'infinity'), ${end}::timestamptz),
      revoked_at = CASE WHEN ${end}::timestamptz <= ${now}::timestamptz THEN ${now}::timestamptz END
    WHERE id = ${keyId}::uuid AND account_id = ${accountId}::uuid AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)`;
  return ended === 0 ? null : findAccountKey(db, accountId, keyId);
}

/** A person who signs in; null when the address is taken. */
export async function insertUser(
  db: Queryable,
  data: {
    accountId: string | null;
    email: string;
    passwordHash: string;
    role: UserRole;
    name?: string | null;
  },
): Promise<User | null> {
  const [user] = await query(db, USER)`
    INSERT INTO users AS u (account_id, email, password_hash, role, name)
    VALUES (${data.accountId}::uuid, ${data.email}, ${data.passwordHash}, ${data.role}::user_role,
            ${data.name ?? null})
    ON CONFLICT DO NOTHING RETURNING ${USER_COLUMNS}`;
  return user ?? null;
}

export type UserWithAccount = User & { account: { disabledAt: Date | null } | null };

/** Whether the person or their account is disabled. */
export function isShutOut(user: UserWithAccount): boolean {
  return user.disabledAt !== null || (user.account?.disabledAt ?? null) !== null;
}

export function findUserByEmail(db: Queryable, email: string): Promise<UserWithAccount | null> {
  return findUserBy(db, sql`u.email = ${email}`);
}

export function findUserByOidcIdentity(db: Queryable, identity: string): Promise<UserWithAccount | null> {
  return findUserBy(db, sql`u.oidc_identity = ${identity}`);
}

export function findUser(db: Queryable, userId: string): Promise<UserWithAccount | null> {
  return findUserBy(db, sql`u.id = ${userId}::uuid`);
}

async function findUserBy(db: Queryable, condition: Sql): Promise<UserWithAccount | null> {
  const [row] = await query(db, { ...USER, accountDisabledAt: timestamptz.orNull })`
    SELECT ${USER_COLUMNS}, a.disabled_at AS account_disabled_at
    FROM users u LEFT JOIN accounts a ON a.id = u.account_id WHERE ${condition}`;
  if (row === undefined) return null;
  const { accountDisabledAt, ...user } = row;
  return { ...user, account: user.accountId === null ? null : { disabledAt: accountDisabledAt } };
}

/** A new password, unless it has become another one meanwhile. */
export async function replacePassword(
  db: Queryable,
  userId: string,
  change: { from: string; to: string },
): Promise<User | null> {
  const [user] = await query(db, USER)`
    UPDATE users u SET password_hash = ${change.to}
    WHERE u.id = ${userId}::uuid AND u.password_hash = ${change.from} AND u.disabled_at IS NULL
    RETURNING ${USER_COLUMNS}`;
  return user ?? null;
}

/**
 * Takes one try under a bound, unless the one before it still holds it off. Where waits grow, a day without tries
 * forgets them.
 */
export async function claimTry(db: Queryable, bound: Bound, now: Date): Promise<Claim> {
  const { id, free, waitMs, longestWaitMs } = bound;
  const hasGrowing = longestWaitMs !== null;
  const firstAt = hasGrowing ? now : new Date(now.getTime() - (free - 2) * waitMs);
  const wait = `${waitMs} milliseconds`;
  const longest = `${longestWaitMs ?? waitMs} milliseconds`;
  const [taken] = await query(db, { blockedUntil: timestamptz })`
    INSERT INTO sign_in_attempts AS a (id, tries, blocked_until, tried_at)
    VALUES (${id}, 1, ${firstAt}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (id) DO UPDATE SET
      tries = CASE WHEN a.tried_at < ${now}::timestamptz - interval '1 day' THEN 1 ELSE a.tries + 1 END,
      blocked_until = CASE
        WHEN NOT ${hasGrowing}
          THEN greatest(a.blocked_until, ${now}::timestamptz - ${wait}::interval * ${free - 1}::int) + ${wait}::interval
        WHEN a.tried_at < ${now}::timestamptz - interval '1 day' OR a.tries + 1 < ${free}::int THEN ${now}::timestamptz
        ELSE ${now}::timestamptz
          + least(${longest}::interval, ${wait}::interval * power(2, least(a.tries + 1 - ${free}::int, 10)))
        END,
      tried_at = ${now}::timestamptz
    WHERE a.blocked_until <= ${now}::timestamptz
    RETURNING blocked_until`;
  // It may have been deleted meanwhile, by a right password or the clean-up.
  const [holds] =
    taken === undefined
      ? await query(db, {
          blockedUntil: timestamptz,
        })`SELECT blocked_until FROM sign_in_attempts WHERE id = ${id}`
      : [taken];
  const until = holds?.blockedUntil ?? now;
  return { isAllowed: taken !== undefined, waitMs: Math.max(0, until.getTime() - now.getTime()) };
}

/** Takes a try back that was none: the password was right. Where waits grow, those before it are forgotten. */
export async function forgiveTry(db: Queryable, { id, waitMs, longestWaitMs }: Bound): Promise<void> {
  if (longestWaitMs !== null) {
    await execute(db)`DELETE FROM sign_in_attempts WHERE id = ${id}`;
    return;
  }
  await execute(db)`
    UPDATE sign_in_attempts
    SET tries = greatest(tries - 1, 1), blocked_until = blocked_until - ${`${waitMs} milliseconds`}::interval
    WHERE id = ${id}`;
}

/** @returns whose password it is; null for an unknown address */
export async function writePassword(
  db: Queryable,
  email: string,
  passwordHash: string,
): Promise<string | null> {
  const [user] = await query(db, { id: uuid })`
    UPDATE users SET password_hash = ${passwordHash} WHERE email = ${email} RETURNING id`;
  return user?.id ?? null;
}
