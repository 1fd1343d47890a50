/** A change that integrations can see. */
export interface ChangelogEntry {
  /** ISO date. */
  readonly date: string;
  readonly title: string;
  readonly changes: readonly string[];
}

/** Newest first (spec, Versioning, rule 2). */
export const CHANGELOG: readonly ChangelogEntry[] = [
  {
    date: "2026-11-22",
    title: "Couriers who cannot be found, edits, and limits",
    changes: [
      "New event `order.courier_not_found`: nobody has taken an order for a while. Sent once per search, which goes on. Endpoints that take chosen events get it once they ask for it.",
      "A trip longer than couriers are sent (300 km unless the service is set otherwise) is a 400 on the coordinates of its dropoff, in quotes, create, PUT and PATCH; swapped latitude and longitude used to be priced.",
      "`delivery_time` has to be at least ten minutes ahead; the 400 names a time that works.",
      "An edit that puts the delivery off, or moves the pickup by more than 500 m, frees the courier and emits `order.driver_changed`. Another is found when the time comes.",
      "Edits of one order that come at once take turns; none is answered with a 503 because of another.",
      "`quote_id` in PUT and PATCH counts only where the edit changes what is priced.",
      "Tracking links follow their recipients through PUT, wherever in `dropoffs` they stand.",
      "The rate limit holds in every 60 seconds. `Retry-After` and `RateLimit` say when the next call passes.",
      "A 401 carries `WWW-Authenticate`, and the scheme may be written `bearer`.",
    ],
  },
  {
    date: "2026-11-21",
    title: "First release of Dropline",
    changes: [
      "Every operation of version 1 under `/v1/partner` and `/v1/delivery`.",
      "Added beside it: `GET /events`, the journal of an account's events by cursor, and the headers `Idempotent-Replayed` and `Idempotent-Mismatch` on a repeated create.",
      "Webhooks: signed events of every order, described in the OpenAPI document and under `/docs/webhooks`.",
      "Reading one order also answers with `estimated_arrivals`, a window for each dropoff while the courier is on the way.",
    ],
  },
  {
    date: "2026-09-20",
    title: "Cancellation details and drivers",
    changes: [
      "The `order.cancelled` event gained the `cancellation` object (`reason`, `comment`), which is null for other events.",
      "Order responses of create, list, read, PATCH, PUT and cancel gained `delivered_at`, `driver` and `driver_location`.",
    ],
  },
];
