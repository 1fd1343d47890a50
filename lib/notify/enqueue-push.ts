import type { Queryable } from "@/lib/db/client";
import { enqueueJob } from "@/lib/jobs/enqueue-job";

export const COURIER_PUSHES = ["offer", "message", "reply"] as const;

export interface CourierPush {
  readonly courierId: string;
  readonly kind: (typeof COURIER_PUSHES)[number];
  readonly orderId?: bigint | undefined;
}

export function enqueueCourierPush(db: Queryable, push: CourierPush): Promise<void> {
  return enqueueJob(db, courierPushJob(push));
}

export function courierPushJob({ kind, courierId, orderId }: CourierPush) {
  const key = [kind, courierId, ...(orderId === undefined ? [] : [orderId])].join(" ");
  return { kind: "push_courier" as const, key };
}

/** @throws TypeError for a key of another kind */
export function readPushKey(key: string): Pick<CourierPush, "courierId" | "kind"> {
  const [first, courierId] = key.split(" ");
  const kind = COURIER_PUSHES.find((one) => one === first);
  if (kind === undefined || courierId === undefined) throw new TypeError("Not the key of a push");
  return { kind, courierId };
}
