import type { Transaction } from "@/lib/db/client";
import type { Courier } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

/** Disabling ends the shift. @throws DomainError COURIER_NOT_FOUND */
export async function markDisabled(tx: Transaction, courierId: string, at: Date | null): Promise<Courier> {
  const [courier] = await tx.models.courier.updateManyAndReturn({
    where: { id: courierId },
    data: at === null ? { disabledAt: null } : { disabledAt: at, onShiftSince: null, onBreakSince: null },
  });
  if (courier === undefined) throw new DomainError("COURIER_NOT_FOUND");
  return courier;
}
