import type { Bound, Claim } from "@/lib/accounts/guess";
import type { KeyWithOwner } from "@/lib/accounts/key";
import { MODES, type Mode, mintScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import type { Account, ApiKey, User, UserRole } from "@/lib/db/generated/client";
import { bool, int4, oneOf, text, timestamptz, uuid } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";

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

/** Moves the last-used times of many keys forward in one statement; never back. */
export async function writeLastUsed(db: Queryable, lastUsed: ReadonlyMap<string, Date>): Promise<void> {
  const ids = [...lastUsed.keys()];
  const times = [...lastUsed.values()].map((time) => time.toISOString());
  await execute(db)`
    UPDATE api_keys k SET last_used_at = used.at
    FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS used(id, at)
    WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`;
}

export function findAccount(db: Queryable, accountId: string): Promise<Account | null> {
  return db.account.findUnique({ where: { id: accountId } });
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
  return db.apiKey.create({ data });
}

/** Revokes the key unless it was revoked before; null when there is no such key. */
export async function markKeyRevoked(db: Queryable, keyId: string, at: Date): Promise<ApiKey | null> {
  await db.apiKey.updateMany({ where: { id: keyId, revokedAt: null }, data: { revokedAt: at } });
  return db.apiKey.findUnique({ where: { id: keyId } });
}

export function selectKeys(db: Queryable, accountId: string): Promise<ApiKey[]> {
  return db.apiKey.findMany({ where: { accountId }, orderBy: [{ createdAt: "desc" }, { id: "asc" }] });
}

export function findAccountKey(db: Queryable, accountId: string, keyId: string): Promise<ApiKey | null> {
  return db.apiKey.findFirst({ where: { id: keyId, accountId } });
}

/** Revokes the account's key unless it was revoked before; null when the account has no such key. */
export async function markAccountKeyRevoked(
  db: Queryable,
  accountId: string,
  keyId: string,
  at: Date,
): Promise<ApiKey | null> {
  await db.apiKey.updateMany({ where: { id: keyId, accountId, revokedAt: null }, data: { revokedAt: at } });
  return findAccountKey(db, accountId, keyId);
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
  data: { accountId: string | null; email: string; passwordHash: string; role: UserRole },
): Promise<User | null> {
  const [user] = await db.user.createManyAndReturn({ data: [data], skipDuplicates: true });
  return user ?? null;
}

export type UserWithAccount = User & { account: { disabledAt: Date | null } | null };

const WITH_ACCOUNT = { account: { select: { disabledAt: true } } } as const;

export function findUserByEmail(db: Queryable, email: string): Promise<UserWithAccount | null> {
  return db.user.findUnique({ where: { email }, include: WITH_ACCOUNT });
}

export function findUser(db: Queryable, userId: string): Promise<UserWithAccount | null> {
  return db.user.findUnique({ where: { id: userId }, include: WITH_ACCOUNT });
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
  const until =
    taken?.blockedUntil ?? (await db.signInAttempt.findUnique({ where: { id } }))?.blockedUntil ?? now;
  return { isAllowed: taken !== undefined, waitMs: Math.max(0, until.getTime() - now.getTime()) };
}

/** Takes a try back that was none: the password was right. Where waits grow, those before it are forgotten. */
export async function forgiveTry(db: Queryable, { id, waitMs, longestWaitMs }: Bound): Promise<void> {
  if (longestWaitMs !== null) {
    await db.signInAttempt.deleteMany({ where: { id } });
    return;
  }
  await execute(db)`
    UPDATE sign_in_attempts
    SET tries = greatest(tries - 1, 1), blocked_until = blocked_until - ${`${waitMs} milliseconds`}::interval
    WHERE id = ${id}`;
}

export async function writePassword(db: Queryable, email: string, passwordHash: string): Promise<void> {
  await db.user.updateMany({ where: { email }, data: { passwordHash, sessionVersion: { increment: 1 } } });
}
