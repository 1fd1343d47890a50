import type { NewCharge } from "@/lib/orders/charge";
import type { OrderStatus, ReturnState } from "@/lib/orders/order";
import type { Parts } from "@/lib/orders/order-parts";
import { type Kopecks, kopecks } from "@/lib/pricing/money";

export const CANCELLATION_CODES = [
  "free_until_assigned",
  "courier_assigned",
  "courier_arrived",
  "goods_return",
  "already_cancelled",
  "already_delivered",
] as const;
export type CancellationCode = (typeof CANCELLATION_CODES)[number];

export type CancellationFacts = Parts["cancellation"] & {
  readonly status: OrderStatus;
  readonly courierId: string | null;
  readonly returnState: ReturnState | null;
  /** 0 if the trip has no priced way back. */
  readonly returnPrice: Kopecks;
};

export interface CancellationTerms {
  readonly isAllowed: boolean;
  readonly fee: Kopecks;
  readonly code: CancellationCode;
  /** The earliest instant at which the terms change without an event; null if there is none. */
  readonly validUntil: Date | null;
  readonly charges: readonly NewCharge[];
}

/** Returns the cost at an instant: 0 without a courier, else a fee, plus the return of goods already picked up. */
export function cancellationTerms(facts: CancellationFacts, at: Date): CancellationTerms {
  const { status, courierId, arrivedAt, dispatchAt } = facts;
  if (status === "cancelled") return refused("already_cancelled");
  if (status === "delivered") return refused("already_delivered");
  if (status === "new" || courierId === null) {
    const validUntil = dispatchAt > at ? dispatchAt : null;
    return { ...costing("free_until_assigned", []), validUntil };
  }
  if (status === "in_progress") {
    // The return of these goods has already been charged.
    const isTurnedRound = facts.returnState === "on_the_way";
    return costing("goods_return", [
      ...getCharge("cancellation", facts.cancellationFeeArrived, "Cancelled after the pickup."),
      ...(isTurnedRound ? [] : getCharge("return", facts.returnPrice, "Goods of a cancelled order go back.")),
    ]);
  }
  if (arrivedAt === null) {
    const why = "Cancelled after a courier was assigned.";
    return costing("courier_assigned", getCharge("cancellation", facts.cancellationFeeAssigned, why));
  }
  const why = "Cancelled after the courier had arrived.";
  return costing("courier_arrived", getCharge("cancellation", facts.cancellationFeeArrived, why));
}

function getCharge(type: NewCharge["type"], amount: Kopecks, why: string): NewCharge[] {
  return amount === 0 ? [] : [{ type, amount, why }];
}

function costing(code: CancellationCode, charges: readonly NewCharge[]): CancellationTerms {
  const fee = kopecks(charges.reduce((sum, { amount }) => sum + amount, 0));
  return { isAllowed: true, fee, code, validUntil: null, charges };
}

function refused(code: CancellationCode): CancellationTerms {
  return { isAllowed: false, fee: kopecks(0), code, validUntil: null, charges: [] };
}
