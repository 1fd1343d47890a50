import { type AccountScope, type Mode, mintScope } from "@/lib/account-scope";
import { checkKey } from "@/lib/accounts/check-key";
import { getKey } from "@/lib/accounts/find-key";
import { getAccount } from "@/lib/accounts/get-account";
import type { Context } from "@/lib/context";
import { isCheckViolation, isUnavailable } from "@/lib/db/pg-errors";
import { DomainError, ignoreRefusal } from "@/lib/domain-error";
import { FairQueue } from "@/lib/fair-queue";
import { ERRORS, PREFIXES } from "@/lib/http/errors";
import type { RateLimiter } from "@/lib/http/rate-limit";
import { toErrorObject } from "@/lib/http/reply";
import {
  finishBatches,
  listPendingItems,
  markCreatedSql,
  type PendingItem,
  settleItem,
  skipItems,
} from "@/lib/imports/batches/store";
import { DONE, type JobHandler, type JobOutcome, type KeepClaim } from "@/lib/jobs/job";
import { logFailure } from "@/lib/log";
import { createOrder } from "@/lib/orders/create-order";

/** Orders that a process creates at once for all batches, in turn between accounts. More delay interactive requests. */
const MAX_ACTIVE = 1;
const MAX_ITEMS = 20;
/** A run starts no order after this time unless no other job waits for its slot. */
const TURN_MS = 250;
const RETRY_MS = 1_000;
/** A limited key is tried again after this time, in case its limit has been raised. */
const MAX_LIMIT_WAIT_MS = 5_000;
/** Part of a key's rate limit that its batches use; the rest is left for requests, such as those that read a batch. */
const BATCH_SHARE = 0.9;

/** A handler for each mode, which creates an account's pending orders while no other job waits. Test orders wait for live ones. */
export function runBatches(
  getRateLimiter: () => RateLimiter,
  turnMs = TURN_MS,
): Readonly<Record<Mode, JobHandler>> {
  const queue = new FairQueue({ maxActive: MAX_ACTIVE, maxWaitingPerKey: MAX_ITEMS });
  const shared = { queue, getRateLimiter, turnMs };
  return {
    live: async (context, accountId, keepClaim) => {
      const release = queue.hold();
      try {
        return await runPending(context, mintScope(accountId, "live"), { ...shared, keepClaim });
      } finally {
        release();
      }
    },
    test: (context, accountId, keepClaim) =>
      runPending(context, mintScope(accountId, "test"), { ...shared, keepClaim }),
  };
}

interface BatchRun {
  readonly queue: FairQueue;
  readonly getRateLimiter: () => RateLimiter;
  readonly turnMs: number;
  readonly keepClaim: KeepClaim | undefined;
}

async function runPending(
  context: Context,
  scope: AccountScope,
  { queue, getRateLimiter, turnMs, keepClaim }: BatchRun,
): Promise<JobOutcome> {
  const { db, clock } = context;
  const { accountId, mode } = scope;
  const waits = new Map<string, number>();
  let isRefused = false;

  const startOrder = async (item: PendingItem, limits: ReadonlyMap<string | null, number | null>) => {
    const { keyId } = item;
    const limit = limits.get(keyId) ?? null;
    if (isRefused || !limits.has(keyId) || (keyId !== null && waits.has(keyId))) return;
    if (keyId !== null && limit !== null) {
      const decision = await getRateLimiter().take(keyId, Math.ceil(limit * BATCH_SHARE));
      if (!decision.isAllowed) return void waits.set(keyId, decision.nextSeconds * 1_000);
    }
    if (!(await createItem(context, item))) isRefused = true;
  };

  /** Returns whether no order is left that could be started now. */
  const startOrders = async (endsAt: number): Promise<boolean> => {
    while (!isRefused && performance.now() < endsAt) {
      const items = await listPendingItems(db, scope, [...waits.keys()], MAX_ITEMS);
      if (items.length === 0) return true;
      const limits = await findLimits(context, accountId, items);
      const priority = mode === "live" ? "normal" : "low";
      const starts = items.map((item) =>
        queue
          .run(`${accountId} ${mode}`, endsAt, () => startOrder(item, limits), priority)
          .catch(ignoreRefusal),
      );
      await Promise.all(starts);
    }
    return false;
  };

  for (;;) {
    const isDone = await startOrders(performance.now() + turnMs);
    await finishBatches(db, accountId, clock.now());
    if (isRefused) return { type: "again", afterMs: RETRY_MS };
    if (isDone && waits.size === 0) return DONE;
    if (isDone) return { type: "again", afterMs: Math.min(MAX_LIMIT_WAIT_MS, ...waits.values()) };
    if (!(await keepClaim?.())) return { type: "again", afterMs: 0 };
  }
}

/** Returns the rate limits of the keys that still work, and of users; skips the orders of the others. */
async function findLimits(
  { db, clock }: Context,
  accountId: string,
  items: readonly PendingItem[],
): Promise<ReadonlyMap<string | null, number | null>> {
  const limits = new Map<string | null, number | null>();
  for (const keyId of new Set(items.map((item) => item.keyId))) {
    try {
      limits.set(keyId, await findLimit(keyId));
    } catch (error) {
      ignoreRefusal(error);
      await skipItems(db, accountId, keyId);
    }
  }
  return limits;

  async function findLimit(keyId: string | null): Promise<number | null> {
    if (keyId === null) {
      const { disabledAt } = await getAccount(db, accountId);
      if (disabledAt !== null) throw new DomainError("ACCOUNT_DISABLED");
      return null;
    }
    const key = await getKey(db, keyId);
    checkKey(key, clock.now());
    return key.rateLimitPerMinute;
  }
}

/** False if the order must be tried again later. */
async function createItem(context: Context, item: PendingItem): Promise<boolean> {
  const { scope, keyId, submittedById, sentAt } = item;
  const actor = { type: keyId === null ? "user" : "key", id: submittedById } as const;
  const router = context.router.forCaller({ key: `batches ${scope.accountId} ${scope.mode}` });
  try {
    const options = { sentAt, along: markCreatedSql(item) };
    const body: unknown = JSON.parse(item.body);
    const { order, isReplay } = await createOrder({ ...context, actor, router }, scope, {
      body,
      ...options,
    });
    if (isReplay) await settleItem(context.db, item, { outcome: "existing", orderCode: order.orderCode });
    return true;
  } catch (error) {
    // The batch was stopped after the item was read.
    if (isCheckViolation(error, "batch_outcome_is_final")) return true;
    const { code, issues } = error instanceof DomainError ? error : new DomainError("INTERNAL_ERROR");
    if (isUnavailable(error) || ERRORS[code].retryAfter !== undefined) return false;
    if (code === "INTERNAL_ERROR") logFailure("order of a batch not created", error);
    await settleItem(context.db, item, {
      outcome: "rejected",
      error: toErrorObject(code, PREFIXES[0], issues),
    });
    return true;
  }
}
