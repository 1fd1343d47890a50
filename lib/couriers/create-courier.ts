import type { Mode } from "@/lib/accounts/scope";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { Queryable } from "@/lib/db/client";
import type { Courier } from "@/lib/db/generated/client";

/** Test couriers must be simulated. A simulated courier is always on shift. */
export function createCourier(
  db: Queryable,
  input: {
    name: string;
    phone: string;
    transport: { type: TransportType } & {
      [part in "make" | "model" | "color" | "number"]?: string | undefined;
    };
    isSimulated: boolean;
    mode?: Mode;
  },
): Promise<Courier> {
  const { name, phone, transport, isSimulated, mode = "live" } = input;
  const { type: transportType, make = null, model = null, color = null, number = null } = transport;
  const onShiftSince = isSimulated ? new Date() : null;
  return db.models.courier.create({
    data: { name, phone, transportType, make, model, color, number, isSimulated, mode, onShiftSince },
  });
}
