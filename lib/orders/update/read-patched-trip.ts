import * as z from "zod";
import { latitude, longitude } from "@/lib/field";
import {
  readTime,
  readWindow,
  type SentTrip,
  type StoredTrip,
  toSentTrip,
  toSentWindows,
} from "@/lib/orders/trip-issues";
import type { PatchedStops } from "@/lib/orders/update/order-patch";
import type { Point } from "@/lib/point";
import { MAX_DROPOFFS, ROUTING_MODES } from "@/lib/routing/trip";

const patchFields = z
  .object({
    pickup: z.unknown(),
    dropoffs: z.array(z.unknown()).catch([]),
    routing_mode: z.enum(ROUTING_MODES).optional().catch(undefined),
    delivery_time: z.unknown(),
    delivery_window: z.unknown(),
    ready_at: z.unknown(),
  })
  .partial();
const stopFields = z
  .object({ index: z.unknown(), address: z.unknown(), delivery_window: z.unknown() })
  .partial();
const point = z.object({ latitude, longitude });

/**
 * The trip after a PATCH of any shape.
 * @returns also the stops that it sends. One whose index is wrong counts as a further stop.
 */
export function readPatchedTrip(
  body: unknown,
  stored: StoredTrip,
): { sent: SentTrip | null; stops: PatchedStops } {
  const { trip } = stored;
  const patch = patchFields.safeParse(body).data ?? {};
  const pickup = stopFields.safeParse(patch.pickup).data;
  const places: (Point | undefined)[] = [...trip.dropoffs];
  const isTimeSent = patch.delivery_time != null;
  const windows = stored.windows.map((window) => {
    if (patch.delivery_window !== undefined) return readWindow(patch.delivery_window);
    return isTimeSent ? null : window;
  });
  let isWindowSent = patch.delivery_window != null;
  const taken = new Set<unknown>();
  const dropoffs = (patch.dropoffs ?? []).slice(0, MAX_DROPOFFS).map((sent, position) => {
    const { index = position, address, delivery_window } = stopFields.safeParse(sent).data ?? {};
    const isTarget = typeof index === "number" && index in trip.dropoffs && !taken.has(index);
    const at = isTarget ? index : places.length;
    taken.add(index);
    places[at] = patchPoint(places[at], address);
    if (delivery_window !== undefined) windows[at] = readWindow(delivery_window);
    isWindowSent ||= delivery_window != null;
    return { index: at, address, delivery_window };
  });
  const storedTime = isWindowSent ? null : stored.deliveryTime;
  const times = {
    windows: toSentWindows(Array.from(windows, (one) => one ?? null)),
    deliveryTime: patch.delivery_time === undefined ? storedTime : readTime(patch.delivery_time),
    readyAt: patch.ready_at === undefined ? stored.readyAt : readTime(patch.ready_at),
  };
  const read = [patchPoint(trip.pickup, pickup?.address), ...places];
  const sent = toSentTrip(read, patch.routing_mode ?? trip.routingMode, times);
  return { sent, stops: { pickup, dropoffs } };
}

function patchPoint(stored: Point | undefined, address: unknown = {}): Point | undefined {
  const { data } = point.partial().safeParse(address);
  return data && point.safeParse({ ...stored, ...data }).data;
}
