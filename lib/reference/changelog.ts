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
    title: "No courier found, and trips that are too long",
    changes: [
      "New event `order.courier_not_found`: nobody has taken an order for a while. Sent once per search, which goes on. Endpoints that take chosen events get it once they ask for it.",
      "A trip longer than couriers are sent (300 km unless the service is set otherwise) is a 400 on the coordinates of its dropoff, in quotes, create, PUT and PATCH; swapped latitude and longitude used to be priced.",
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
