import { generateLinkSecret, getDeviceToken, hashSecret } from "@/lib/couriers/secret";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { notifyCourierChanged } from "@/lib/streams/announce";

export type CourierAccess = Awaited<ReturnType<typeof issueCourierLink>>;

/** Ends earlier links and tokens. @throws DomainError COURIER_NOT_FOUND, also for simulated couriers */
export async function issueCourierLink(db: Queryable, courierId: string, publicUrl: string) {
  const secret = generateLinkSecret();
  const deviceToken = getDeviceToken(secret);
  const { count } = await db.models.courier.updateMany({
    where: { id: courierId, isSimulated: false, disabledAt: null },
    data: { linkHash: hashSecret(secret), deviceHash: hashSecret(deviceToken) },
  });
  if (count === 0) throw new DomainError("COURIER_NOT_FOUND");
  // Ends streams that were opened with the former link.
  await notifyCourierChanged(db, courierId);
  return {
    link: `${publicUrl}/courier/enter/${secret}`,
    deviceToken,
    trackerUrl: trackerUrl(publicUrl),
  };
}

export const trackerUrl = (publicUrl: string): string => `${publicUrl}/gps`;
