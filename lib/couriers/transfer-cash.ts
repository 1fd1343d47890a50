import type { Context } from "@/lib/context";
import { cashBalance } from "@/lib/couriers/cash-balance";
import { MAX_CASH_RUBLES } from "@/lib/couriers/cash-schema";
import { lockCourier } from "@/lib/couriers/check-courier";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { fromRubles, type Kopecks, kopecks, toDecimalString } from "@/lib/pricing/money";
import { notifyCourierChanged } from "@/lib/streams/announce";

/** @throws DomainError COURIER_NOT_FOUND, INVALID_PAYLOAD unless 0 < amount ≤ 1,000,000 RUB, or if handing in more */
export async function transferCash(
  { db, clock, actor }: Context,
  courierId: string,
  { kind, amount }: { kind: "issued" | "handed_in"; amount: Kopecks },
): Promise<void> {
  const refuse = (message: string) => new DomainError("INVALID_PAYLOAD", [{ field: "amount", message }]);
  if (amount <= 0 || amount > fromRubles(MAX_CASH_RUBLES)) {
    throw refuse(`must be above 0 and at most ${MAX_CASH_RUBLES} RUB`);
  }
  await db.transaction(async (tx: Transaction) => {
    if (!(await lockCourier(tx, courierId))) throw new DomainError("COURIER_NOT_FOUND");
    if (kind === "handed_in" && amount > (await cashBalance(tx, courierId))) {
      throw refuse("must not be more than they hold");
    }
    const change = toDecimalString(kopecks(kind === "issued" ? amount : -amount));
    await tx.models.courierCash.create({
      data: { courierId, kind, amount: change, at: clock.now(), actorType: actor.type, actorId: actor.id },
    });
    await notifyCourierChanged(tx, courierId);
  });
}
