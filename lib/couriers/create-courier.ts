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
  return db.models.courier.create({
    data: {
      name,
      phone,
      transportType: transport.type,
      make: transport.make ?? null,
      model: transport.model ?? null,
      color: transport.color ?? null,
      number: transport.number ?? null,
      isSimulated,
      mode,
      onShiftSince: isSimulated ? new Date() : null,
    },
  });
}
