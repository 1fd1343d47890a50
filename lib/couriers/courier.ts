import { MODES } from "@/lib/accounts/scope";
import { TRANSPORT_TYPES } from "@/lib/couriers/vehicle";
import { bool, bytea, oneOf, type RowOf, text, timestamptz, uuid } from "@/lib/db/row";
import { sql } from "@/lib/db/sql";

/** The columns of a courier. */
export const COURIER = {
  id: uuid,
  name: text,
  phone: text,
  transportType: oneOf(TRANSPORT_TYPES),
  make: text.orNull,
  model: text.orNull,
  color: text.orNull,
  number: text.orNull,
  mode: oneOf(MODES),
  isSimulated: bool,
  linkHash: bytea.orNull,
  deviceHash: bytea.orNull,
  onShiftSince: timestamptz.orNull,
  disabledAt: timestamptz.orNull,
  createdAt: timestamptz,
};

export type Courier = Readonly<RowOf<typeof COURIER>>;

/** They as a statement names them. */
export const COURIER_COLUMNS = sql`
  id, name, phone, transport_type, make, model, color, number, mode, is_simulated, link_hash, device_hash,
  on_shift_since, disabled_at, created_at`;
