import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import {
  type CancellationFacts,
  type CancellationTerms,
  cancellationTerms,
} from "@/lib/orders/cancellation-terms";
import type { NewCharge } from "@/lib/orders/charge";
import { getOrder } from "@/lib/orders/load-order";
import type { Kopecks } from "@/lib/pricing/money";

/** Returns the current cost of a cancellation; only `max_fee` binds it. @throws DomainError ORDER_NOT_FOUND */
export async function getCancellation(
  { db, clock }: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  externalOrderId: string,
): Promise<CancellationTerms> {
  return cancellationTerms(await getOrder(db, { scope, externalOrderId }, ["cancellation"]), clock.now());
}

/** Valid only for the order version of `facts`. @throws DomainError CANCELLATION_FEE_EXCEEDED above `maxFee` */
export function cancellationCharges(
  facts: CancellationFacts,
  { at, maxFee }: { at: Date; maxFee: Kopecks | undefined },
): readonly NewCharge[] {
  const terms = cancellationTerms(facts, at);
  if (maxFee !== undefined && terms.fee > maxFee) throw new DomainError("CANCELLATION_FEE_EXCEEDED");
  return terms.charges;
}
