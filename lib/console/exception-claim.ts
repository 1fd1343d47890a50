import { type Exception, type ExceptionKind, exceptionKey } from "@/lib/console/exceptions";
import { MINUTE_MS } from "@/lib/duration";

export const CLAIM_MS = 10 * MINUTE_MS;

/** An operator handles an exception until then. `by` is their name, or else their email. */
export interface ExceptionClaim {
  readonly kind: ExceptionKind;
  readonly subject: string;
  readonly byId: string;
  readonly by: string;
  readonly until: string;
}

/** An operator with the number of exceptions of a group that they handle. */
export interface ClaimHolder extends Pick<ExceptionClaim, "byId" | "by"> {
  readonly count: number;
  /** The end of their first claim to end. */
  readonly until: string;
}

/** Lists the operators who handle some of the exceptions, with most first. */
export function findHolders(
  exceptions: readonly Pick<Exception, "kind" | "subject">[],
  claims: readonly ExceptionClaim[],
  now: number,
): ClaimHolder[] {
  const keys = new Set(exceptions.map(exceptionKey));
  const holders = new Map<string, ClaimHolder>();
  for (const claim of claims) {
    if (!keys.has(exceptionKey(claim)) || Date.parse(claim.until) <= now) continue;
    const { byId, by } = claim;
    const known = holders.get(byId);
    const until = known !== undefined && known.until < claim.until ? known.until : claim.until;
    holders.set(byId, { byId, by, count: (known?.count ?? 0) + 1, until });
  }
  return [...holders.values()].sort((a, b) => b.count - a.count || (a.by < b.by ? -1 : 1));
}
