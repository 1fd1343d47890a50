import type { Queryable } from "@/lib/db/client";
import { selectAreas } from "@/lib/service-area/store";
import type { Zone } from "@/lib/service-area/zone";

const MOST = 10;

export interface AreaVersion {
  readonly version: number;
  readonly isOn: boolean;
  /** Null if the configured limit applies. */
  readonly maxTripMeters: number | null;
  readonly zones: readonly Zone[];
  readonly since: Date;
}

/** Newest first; at most 10. */
export async function listServiceAreas(db: Queryable): Promise<AreaVersion[]> {
  const rows = await selectAreas(db, MOST);
  return rows.map(({ createdAt, ...row }) => ({ ...row, since: createdAt }));
}
