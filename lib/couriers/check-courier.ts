import type { Mode } from "@/lib/account-scope";
import { hashSecret, isWellFormedSecret } from "@/lib/couriers/secret";
import { canCarry } from "@/lib/couriers/vehicle";
import type { Queryable, Transaction } from "@/lib/db/client";
import type { Courier } from "@/lib/db/generated/client";
import { RowCache } from "@/lib/db/row-cache";
import { execute } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import type { CargoSize } from "@/lib/pricing/cargo-size";

/**
 * Locks the courier, who cannot be disabled until the transaction ends.
 * @throws DomainError COURIER_NOT_FOUND if unknown in this mode or disabled
 */
export async function checkCourier(tx: Transaction, courierId: string, mode: Mode): Promise<void> {
  await lockCourier(tx, courierId);
  const count = await tx.models.courier.count({ where: { id: courierId, mode, disabledAt: null } });
  if (count === 0) throw new DomainError("COURIER_NOT_FOUND");
}

/** @throws DomainError COURIER_NOT_FOUND, VEHICLE_TOO_SMALL */
export async function checkVehicle(
  db: Queryable,
  courierId: string,
  sizes: readonly CargoSize[],
): Promise<void> {
  const courier = await db.models.courier.findFirst({ where: { id: courierId } });
  if (courier === null) throw new DomainError("COURIER_NOT_FOUND");
  if (!canCarry(courier.transportType, sizes)) throw new DomainError("VEHICLE_TOO_SMALL");
}

export async function findLinkedCourier(db: Queryable, secret: string): Promise<Courier | null> {
  if (!isWellFormedSecret(secret)) return null;
  return db.models.courier.findFirst({ where: { linkHash: hashSecret(secret), disabledAt: null } });
}

const tracked = new RowCache<string | null>({ table: "couriers", most: 20_000 });

/** Cached, so a disabled courier may be returned for a second. */
export async function findTrackedCourier(db: Queryable, token: string): Promise<string | null> {
  if (!isWellFormedSecret(token)) return null;
  const where = { deviceHash: hashSecret(token), disabledAt: null };
  return tracked.get(db, Buffer.from(where.deviceHash).toString("hex"), async () => {
    const courier = await db.models.courier.findFirst({ where, select: { id: true } });
    return courier?.id ?? null;
  });
}

export async function lockCourier(tx: Transaction, courierId: string): Promise<boolean> {
  // Not FOR UPDATE, for which rows that refer to the courier would wait.
  const locked = await execute(tx)`SELECT 1 FROM couriers WHERE id = ${courierId}::uuid FOR NO KEY UPDATE`;
  return locked === 1;
}
