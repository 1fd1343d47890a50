import { insertCourier } from "@/lib/couriers/store";
import type { Queryable } from "@/lib/db/client";
import type { Courier, TransportType } from "@/lib/db/generated/client";

/** Takes a courier on. Simulated couriers serve test orders and demonstrations. */
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
  });
}
