import type { Mode } from "@/lib/accounts/scope";
import { hashSecret, isWellFormedSecret } from "@/lib/couriers/secret";
import { findCourier, findCourierByDevice, findCourierByLink, isWorkingCourier } from "@/lib/couriers/store";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { Queryable } from "@/lib/db/client";
import type { Courier } from "@/lib/db/generated/client";
import { Remembered } from "@/lib/db/remembered";
import { DomainError } from "@/lib/domain-error";

/** @throws DomainError COURIER_NOT_FOUND if unknown in this mode or disabled */
export async function checkCourier(db: Queryable, courierId: string, mode: Mode): Promise<void> {
  if (!(await isWorkingCourier(db, courierId, mode))) throw new DomainError("COURIER_NOT_FOUND");
}

/** @throws DomainError COURIER_NOT_FOUND */
export async function transportOf(db: Queryable, courierId: string): Promise<TransportType> {
  const courier = await findCourier(db, courierId);
  if (courier === null) throw new DomainError("COURIER_NOT_FOUND");
  return courier.transportType;
}

/** Null if the link is unknown, replaced or disabled. */
export async function findLinkedCourier(db: Queryable, secret: string): Promise<Courier | null> {
  return isWellFormedSecret(secret) ? findCourierByLink(db, hashSecret(secret)) : null;
}

const tracked = new Remembered<string | null>({ table: "couriers", most: 20_000 });

/** Cached, so a disabled courier may be returned for a second. */
export async function findTrackedCourier(db: Queryable, token: string): Promise<string | null> {
  if (!isWellFormedSecret(token)) return null;
  const hash = hashSecret(token);
  return tracked.get(db, Buffer.from(hash).toString("hex"), () => findCourierByDevice(db, hash));
}
