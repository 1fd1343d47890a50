import type { Bound, Claim } from "@/lib/accounts/guess";
import type { KeyUse, KeyWithOwner } from "@/lib/accounts/key";
import { type Mode, mintScope } from "@/lib/accounts/scope";
import type { IdentityColumns } from "@/lib/accounts/shop-identity";
import type { Queryable } from "@/lib/db/client";
import type { Account, ApiKey, User, UserRole } from "@/lib/db/generated/client";
import { accounts, apiKeys } from "@/lib/db/generated/columns";
import { pick, timestamptz } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";

const KEY_ROW = {
  ...pick(apiKeys, "accountId mode revokedAt expiresAt"),
  keyId: apiKeys.id,
  ...pick(accounts, "email isCustomer disabledAt rateLimitPerMinute"),
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
  data: Pick<Account, "name" | "email" | "isCustomer" | "timeZone" | "phoneCountry">,
): Promise<string> {
  const { id } = await db.models.account.create({ data, select: { id: true } });
  return id;
}

/** The account that was signed up with this email and whose owner has not verified it yet. */
export async function findUnverifiedAccount(db: Queryable, email: string): Promise<string | null> {
  const invitation = await db.models.personToken.findFirst({
    where: { kind: "invitation", email, createdById: null },
    select: { accountId: true },
  });
  return invitation?.accountId ?? null;
}

export function findAccount(db: Queryable, accountId: string): Promise<Account | null> {
  return db.models.account.findFirst({ where: { id: accountId } });
}

/** Writes how recipients know the shop. A logo that is undefined stays; returns whether there is such an account. */
export async function writeIdentity(
  db: Queryable,
  accountId: string,
  identity: Omit<IdentityColumns, "name" | "logo"> & { readonly logo: string | null | undefined },
): Promise<boolean> {
  const { brandName, accent, contactPhone, contactUrl, logo } = identity;
  const { count } = await db.models.account.updateMany({
    where: { id: accountId },
    data: { brandName, accent, contactPhone, contactUrl, ...(logo === undefined ? {} : { logo }) },
  });
  return count === 1;
}

export function insertKey(
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
  return db.models.apiKey.create({ data });
}

/** Revokes the key unless it was revoked before; null if there is none, or it belongs to another account. */
export async function markKeyRevoked(
  db: Queryable,
  key: { readonly id: string; readonly accountId?: string },
  at: Date,
): Promise<ApiKey | null> {
  await db.models.apiKey.updateMany({ where: { ...key, revokedAt: null }, data: { revokedAt: at } });
  return db.models.apiKey.findFirst({ where: { ...key } });
}

export function selectKeys(db: Queryable, accountId: string): Promise<ApiKey[]> {
  return db.models.apiKey.findMany({
    where: { accountId },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
}

export function findAccountKey(db: Queryable, accountId: string, keyId: string): Promise<ApiKey | null> {
  return db.models.apiKey.findFirst({ where: { id: keyId, accountId } });
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
  const [user] = await db.models.user.createManyAndReturn({ data, skipDuplicates: true });
  return user ?? null;
}

export type UserWithAccount = User & { account: { disabledAt: Date | null } | null };

/** Whether the person or their account is disabled. */
export function isShutOut(user: UserWithAccount): boolean {
  return user.disabledAt !== null || (user.account?.disabledAt ?? null) !== null;
}

export function findUserByEmail(db: Queryable, email: string): Promise<UserWithAccount | null> {
  return findUserBy(db, { email });
}

export function findUserByOidcIdentity(db: Queryable, identity: string): Promise<UserWithAccount | null> {
  return findUserBy(db, { oidcIdentity: identity });
}

export function findUser(db: Queryable, userId: string): Promise<UserWithAccount | null> {
  return findUserBy(db, { id: userId });
}

function findUserBy(
  db: Queryable,
  where: { readonly id?: string; readonly email?: string; readonly oidcIdentity?: string },
): Promise<UserWithAccount | null> {
  return db.models.user.findFirst({ where, include: { account: { select: { disabledAt: true } } } });
}

/** A new password, unless it has become another one meanwhile. */
export async function replacePassword(
  db: Queryable,
  userId: string,
  change: { from: string; to: string },
): Promise<User | null> {
  const [user] = await db.models.user.updateManyAndReturn({
    where: { id: userId, passwordHash: change.from, disabledAt: null },
    data: { passwordHash: change.to },
  });
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
  const holds =
    taken ?? (await db.models.signInAttempt.findFirst({ where: { id }, select: { blockedUntil: true } }));
  const until = holds?.blockedUntil ?? now;
  return { isAllowed: taken !== undefined, waitMs: Math.max(0, until.getTime() - now.getTime()) };
}

/** Takes a try back that was none: the password was right. Where waits grow, those before it are forgotten. */
export async function forgiveTry(db: Queryable, { id, waitMs, longestWaitMs }: Bound): Promise<void> {
  if (longestWaitMs !== null) {
    await db.models.signInAttempt.deleteMany({ where: { id } });
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
  const [user] = await db.models.user.updateManyAndReturn({
    where: { email },
    data: { passwordHash },
    select: { id: true },
  });
  return user?.id ?? null;
}
