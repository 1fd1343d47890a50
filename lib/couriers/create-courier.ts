import type { Mode } from "@/lib/account-scope";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { Queryable } from "@/lib/db/client";
import type { Courier } from "@/lib/db/generated/client";

export type Transport = { type: TransportType } & {
  [part in "make" | "model" | "color" | "number"]?: string | undefined;
};

/** Test couriers must be simulated. A simulated courier is always on shift. */
export function createCourier(
  db: Queryable,
  input: {
    name: string;
    phone: string;
    transport: Transport;
    isSimulated: boolean;
    mode?: Mode;
  },
): Promise<Courier> {
  const { name, phone, transport, isSimulated, mode = "live" } = input;
  const onShiftSince = isSimulated ? new Date() : null;
  return db.models.courier.create({
    data: { name, phone, ...toTransportColumns(transport), isSimulated, mode, onShiftSince },
  });
}

export function toTransportColumns(transport: Transport) {
  const { type: transportType, make = null, model = null, color = null, number = null } = transport;
  return { transportType, make, model, color, number };
}
