import type { Context } from "@/lib/context";
import { upsertPosition } from "@/lib/couriers/store";

/** Where a courier's device says it is. */
export interface Fix {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Degrees clockwise from true north, 0 to 360. */
  readonly heading: number;
  /** When the device took it. */
  readonly recordedAt: Date;
}

/**
 * Keeps a courier's position if it is newer than the one that is known, in whatever order fixes arrive.
 * The 30-minute rule of driver_location counts from now, the moment of receipt.
 *
 * @returns whether the fix was kept
 */
export function recordPosition(
  context: Pick<Context, "db" | "clock">,
  courierId: string,
  fix: Fix,
): Promise<boolean> {
  return upsertPosition(context.db, courierId, { ...fix, receivedAt: context.clock.now() });
}
