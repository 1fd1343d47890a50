import { mintScope } from "@/lib/account-scope";
import type { AttemptLimit, AttemptResult } from "@/lib/accounts/attempt-limit";
import type { KeyWithOwner } from "@/lib/accounts/key";
import type { Queryable } from "@/lib/db/client";
import type { Account, ApiKey, User } from "@/lib/db/generated/client";
import { accounts, apiKeys } from "@/lib/db/generated/columns";
import { pick, timestamptz } from "@/lib/db/row";
import { execute, query, type Sql, sql } from "@/lib/db/sql";
import { NetworkList } from "@/lib/http/network-list";

const KEY_ROW = {
  ...pick(apiKeys, "accountId mode revokedAt expiresAt allowedNetworks"),
  keyId: apiKeys.id,
  ...pick(accounts, "email isCustomer approval disabledAt rateLimitPerMinute"),
  accountNetworks: accounts.allowedNetworks,
};

export function findKeyByHash(db: Queryable, keyHash: Uint8Array<ArrayBuffer>): Promise<KeyWithOwner | null> {
  return findKeyWhere(db, sql`k.key_hash = ${keyHash}`);
}

export function findKeyById(db: Queryable, keyId: string): Promise<KeyWithOwner | null> {
  return findKeyWhere(db, sql`k.id = ${keyId}::uuid`);
}

async function findKeyWhere(db: Queryable, condition: Sql): Promise<KeyWithOwner | null> {
  const [row] = await query(db, KEY_ROW)`
    SELECT k.id AS key_id, k.account_id, k.mode, k.revoked_at, k.expires_at,
           coalesce(k.allowed_networks, '{}') AS allowed_networks,
           coalesce(a.allowed_networks, '{}') AS account_networks,
           a.email, a.is_customer, a.approval, a.disabled_at, a.rate_limit_per_minute
    FROM api_keys k JOIN accounts a ON a.id = k.account_id
    WHERE ${condition}`;
  if (row === undefined) return null;
  const { accountId, mode, allowedNetworks, accountNetworks, ...key } = row;
  const lists = [allowedNetworks, accountNetworks].filter((list) => list.length > 0);
  const networks = lists.map((list) => new NetworkList(list));
  return { ...key, networks, scope: mintScope(accountId, mode) };
}

export function findAccount(db: Queryable, accountId: string): Promise<Account | null> {
  return db.models.account.findFirst({ where: { id: accountId } });
}

/** Idempotent. Null if the account has no such key. */
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

/** Null if the key has ended. Never extends the key's life. */
export async function expireKeyAt(
  db: Queryable,
  accountId: string,
  keyId: string,
  now: Date,
  end: Date,
): Promise<ApiKey | null> {
  // A revocation applies immediately on every process, even if its clock is late.
  const ended = await execute(db)`
    UPDATE api_keys SET
      expires_at = least(coalesce(expires_at, 'infinity'), ${end}::timestamptz),
      revoked_at = CASE WHEN ${end}::timestamptz <= ${now}::timestamptz THEN ${now}::timestamptz END
    WHERE id = ${keyId}::uuid AND account_id = ${accountId}::uuid AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)`;
  return ended === 0 ? null : findAccountKey(db, accountId, keyId);
}

export async function insertUser(
  db: Queryable,
  data: Pick<User, "accountId" | "email" | "passwordHash" | "roles"> & Partial<Pick<User, "name" | "locale">>,
): Promise<User | null> {
  const [user] = await db.models.user.createManyAndReturn({ data, skipDuplicates: true });
  return user ?? null;
}

export type UserWithAccount = User & { account: { disabledAt: Date | null } | null };

export function isAccessDisabled(user: UserWithAccount): boolean {
  return user.disabledAt !== null || (user.account?.disabledAt ?? null) !== null;
}

export function findUser(
  db: Queryable,
  where: { readonly id: string } | { readonly email: string } | { readonly oidcIdentity: string },
): Promise<UserWithAccount | null> {
  return db.models.user.findFirst({ where, include: { account: { select: { disabledAt: true } } } });
}

export async function takeAttempt(db: Queryable, bound: AttemptLimit, now: Date): Promise<AttemptResult> {
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
  // A correct password or the cleanup may have deleted the row concurrently.
  const holds =
    taken ?? (await db.models.signInAttempt.findFirst({ where: { id }, select: { blockedUntil: true } }));
  const until = holds?.blockedUntil ?? now;
  return { isAllowed: taken !== undefined, waitMs: Math.max(0, until.getTime() - now.getTime()) };
}

export async function refundAttempt(
  db: Queryable,
  { id, waitMs, longestWaitMs }: AttemptLimit,
): Promise<void> {
  if (longestWaitMs !== null) {
    await db.models.signInAttempt.deleteMany({ where: { id } });
    return;
  }
  await execute(db)`
    UPDATE sign_in_attempts
    SET tries = greatest(tries - 1, 1), blocked_until = blocked_until - ${`${waitMs} milliseconds`}::interval
    WHERE id = ${id}`;
}

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
