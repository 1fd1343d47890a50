import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Both forms of a stored body. An event has exactly one. */
export interface StoredBody {
  readonly body: string | null;
  readonly packed: Uint8Array | null;
}

/**
 * Parts of events, the most frequent last. Packed bodies refer to this text, so it never changes: for another one, add a
 * version.
 */
const DICTIONARY_1 = Buffer.from(
  [
    '"return":{"state":"on_the_way","state":"returned","state":"pending","price":0,"eta":"2026-12-01T12:00:00.000Z","driver_location":null},"metadata":{"key":"value"},"held_reason":"unusual_trip","ready_at":"2026-12-01T12:00:00.000Z","delivery_mode":"direct","delivery_window":{"from":"2026-12-01T12:00:00.000Z","to":"2026-12-01T13:00:00.000Z"},"stops_before":null},"stop":{"index":2,"kind":"pickup","kind":"return","outcome":"pending","outcome":"failed","arrived_at":null,"completed_at":null,"failure":{"code":"recipient_absent","code":"recipient_refused","code":"wrong_address","code":"other","comment":null,"at":"2026-12-01T12:00:00.000Z","attempts":1,"calls":0,"resolution":"open","resolution":"return","resolution":"leave","answer_until":null},"recipient_decision":null,"proof":{"photo_urls":null,"signature_url":null,"code":"entered","signer_name":null,"location":{"latitude":59.93,"longitude":30.33},"distance_m":10},"metadata":{},"delivery_window":null}}',
    '"event":"order.courier_not_found","event":"order.driver_changed","event":"order.proof_added","event":"order.stop_failed","event":"order.return_started","event":"order.returned","event":"order.cancelled","status":"cancelled","cancellation":{"reason":"undeliverable","comment":null},"test":true,"routing":"estimate","tracking_urls":["https://',
    '"make":"","model":"","color":"","number":"","type":"foot","type":"bike","type":"van","event":"order.stop_completed","stop":{"index":1,"kind":"dropoff","outcome":"done","arrived_at":"2026-12-01T12:00:00.000Z","completed_at":"2026-12-01T12:00:00.000Z","failure":null,"recipient_decision":null,"proof":null,"metadata":{},"delivery_window":null}}',
    '{"id":"","event":"order.created","created_at":"2026-12-01T12:00:00.000Z","status":"new","cancellation":null,"external_order_id":"","order_code":"","sequence":1,"test":false,"order":{"external_order_id":"","order_code":"","status":"new","price":390,"total":390,"routing":"roads","tracking_url":"https:///t/","tracking_urls":null,"delivered_at":null,"driver":null,"driver_location":null,"return":null,"metadata":{},"held_reason":null,"ready_at":null,"delivery_mode":"shared","delivery_window":null,"stops_before":null},"stop":null}',
    '{"id":"","event":"order.delivered","created_at":"2026-12-01T12:00:00.000Z","status":"delivered","delivered_at":"2026-12-01T12:00:00.000Z","driver":{"name":"","phone":"+79","transport":{"type":"car"}},"driver_location":null,"return":null',
    '"event":"order.updated","event":"order.assigned","status":"assigned",',
    '{"id":"","event":"order.in_progress","created_at":"2026-12-01T12:00:00.000Z","status":"in_progress","cancellation":null,"external_order_id":"","order_code":"","sequence":3,"test":false,"order":{"external_order_id":"","order_code":"","status":"in_progress","price":390,"total":390,"routing":"roads","tracking_url":"https:///t/","tracking_urls":null,"delivered_at":null,"driver":{"name":"","phone":"+79","transport":{"type":"car"}},"driver_location":{"latitude":59.93,"longitude":30.33,"heading":90,"updated_at":"2026-12-01T12:00:00.000Z"},"return":null,"metadata":{},"held_reason":null,"ready_at":null,"delivery_mode":"shared","delivery_window":null,"stops_before":null},"stop":null}',
  ].join(""),
);

/** The first byte of a packed body. */
const VERSION_1 = 1;

/** Each call allocates them. The window has room for the dictionary and a typical body. */
const SIZES = { windowBits: 13, memLevel: 5, chunkSize: 2_048 };

/** Packs the UTF-8 of a body to between a fifth and a third. */
export function packBody(body: string): Uint8Array<ArrayBuffer> {
  return Buffer.concat([Buffer.of(VERSION_1), deflateRawSync(body, { ...SIZES, dictionary: DICTIONARY_1 })]);
}

/** @throws Error for neither form, or a version of a later release */
export function readBody(stored: StoredBody): string {
  const body = readKeptBody(stored);
  if (body === null) throw new Error("The event has no body.");
  return body;
}

/** @returns null if the row of the event was deleted */
export function readKeptBody({ body, packed }: StoredBody): string | null {
  if (packed === null) return body;
  if (packed[0] !== VERSION_1) throw new Error(`Unknown version of a packed event: ${packed[0]}.`);
  return inflateRawSync(packed.subarray(1), {
    chunkSize: SIZES.chunkSize,
    dictionary: DICTIONARY_1,
  }).toString();
}
