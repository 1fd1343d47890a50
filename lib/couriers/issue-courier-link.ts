import { deviceTokenOf, generateLinkSecret, hashSecret } from "@/lib/couriers/secret";
import { writeSecrets } from "@/lib/couriers/store";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { announceCourier } from "@/lib/live/announce";

export interface CourierAccess {
  readonly link: string;
  readonly deviceToken: string;
  readonly trackerUrl: string;
}

/** Ends earlier links and tokens. @throws DomainError COURIER_NOT_FOUND, also for simulated couriers */
export async function issueCourierLink(
  db: Queryable,
  courierId: string,
  publicUrl: string,
): Promise<CourierAccess> {
  const secret = generateLinkSecret();
  const deviceToken = deviceTokenOf(secret);
  const isWritten = await writeSecrets(db, courierId, {
    linkHash: hashSecret(secret),
    deviceHash: hashSecret(deviceToken),
  });
  if (!isWritten) throw new DomainError("COURIER_NOT_FOUND");
  // Ends streams that were opened with the former link.
  await announceCourier(db, courierId);
  return { link: courierLink(publicUrl, secret), deviceToken, trackerUrl: trackerUrl(publicUrl) };
}

function courierLink(publicUrl: string, secret: string): string {
  return `${publicUrl}/courier/enter/${secret}`;
}

export function trackerUrl(publicUrl: string): string {
  return `${publicUrl}/gps`;
}
