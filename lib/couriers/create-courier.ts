import type { Mode } from "@/lib/accounts/scope";
import { insertCourier } from "@/lib/couriers/store";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { Queryable } from "@/lib/db/client";
import type { Courier } from "@/lib/db/generated/client";

/** Test couriers must be simulated. A simulated courier is always on shift. */
export function createCourier(
  db: Queryable,
  input: {
    name: string;
    phone: string;
    transport: {
      type: TransportType;
      make?: string | undefined;
      model?: string | undefined;
      color?: string | undefined;
      number?: string | undefined;
    };
    isSimulated: boolean;
    mode?: Mode;
  },
): Promise<Courier> {
  const { transport } = input;
  return insertCourier(db, {
    name: input.name,
    phone: input.phone,
    transportType: transport.type,
    make: transport.make ?? null,
    model: transport.model ?? null,
    color: transport.color ?? null,
    number: transport.number ?? null,
    isSimulated: input.isSimulated,
    mode: input.mode ?? "live",
    onShiftSince: input.isSimulated ? new Date() : null,
  });
}
