import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { announceOrder } from "@/lib/live/announce";
import { RECIPIENT_REQUESTS } from "@/lib/orders/order";
import { lockOwnStop } from "@/lib/orders/recipient/lock-own-stop";
import { listRequests } from "@/lib/orders/recipient/request";
import { writeRequest } from "@/lib/orders/recipient/store";

/**
 * Tells the shop and the courier what the recipient of a failed dropoff asks for, in the place of what they asked before.
 * The shop decides.
 *
 * @throws DomainError LINK_NOT_FOUND, INVALID_PAYLOAD, STEP_NOT_POSSIBLE once it is decided, or for another attempt after
 *   the last
 */
export async function requestResolution(
  { db, clock }: Pick<Context, "db" | "clock">,
  token: string,
  value: string,
): Promise<void> {
  const request = RECIPIENT_REQUESTS.find((one) => one === value);
  if (request === undefined) {
    const message = `must be one of ${RECIPIENT_REQUESTS.join(", ")}`;
    throw new DomainError("INVALID_PAYLOAD", [{ field: "value", message }]);
  }
  await db.transaction(async (tx) => {
    const { order, stop } = await lockOwnStop(tx, token);
    const isOpen = order.status === "in_progress" && listRequests(stop).includes(request);
    if (!isOpen) throw new DomainError("STEP_NOT_POSSIBLE");
    await writeRequest(tx, order, stop.position, request, clock.now());
    await announceOrder(tx, order, order.courierId);
  });
}
