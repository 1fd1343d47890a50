import type { ChangelogEntry } from "@/lib/reference/guide";

export const CHANGELOG: readonly ChangelogEntry[] = [
  {
    date: "2026-11-24",
    title: "What recipients may decide",
    changes: [
      "Stops have `recipient_decision`: the recipient's decision after a failed attempt, where the account allows it. It is null otherwise.",
    ],
  },
  {
    date: "2026-11-24",
    title: "Prices that hold under load",
    changes: [
      "Orders have `routing`, as quotes do: `roads`, or `estimate` if the distances behind the price come from straight lines. It is null for orders made before.",
      "Load no longer turns a price into an estimate. A request whose route cannot be found within 2.5 seconds because of load gets 503 `service.overloaded` with `Retry-After`; nothing of it is kept.",
    ],
  },
  {
    date: "2026-11-24",
    title: "What a client may send, and what it gets back",
    changes: [
      "A 400 lists at most 100 fields. Elements of a list that has too many are not validated: the 400 names the list.",
      "`delivery_time` may have its offset without a colon (`+0300`) and a lower-case `t` and `z`. `comment` of a cancellation may be null.",
      "A `next_cursor` works for the account and mode that got it, and is a 400 on `after` elsewhere. Cursors that you keep from before still work.",
      "`RateLimit-Policy` says `w=61`: requests are counted in whole seconds, as before.",
      "MCP: every message counts against the key’s limit, batches are refused, and five cancellations of a key at most wait for their users.",
      "Amounts with the noise of binary fractions, such as 0.1 + 0.2, are accepted.",
      "`payment_amount` of the first dropoff: null is no buyout; only left out does it take the order's amount.",
      "A create whose `external_order_id` is taken returns the original order even if its body is not valid.",
      "`total` is what is owed: for a cancelled order its charges alone, so 0 if the cancellation was free. `price` stays.",
      "`from` in `estimated_arrivals` is never after the arrival that is expected.",
      "Sandbox: `answer_until` and arrival windows pass at the speed of the order, `late_30` arrives after them, and orders side by side take no longer than one.",
      "Trips have no longest length unless operators set one.",
      "Any `delivery_time` in the future is accepted; a near one is dispatched at once.",
    ],
  },
  {
    date: "2026-11-22",
    title: "When a delivery does not go to plan",
    changes: [
      "Reading one order also returns `stops`, with the outcome, failure and proof of each, and `charges`.",
      "Orders have `total`, the price and all charges, and `return`, the way of goods back to the pickup.",
      "Create, PUT and PATCH take `if_undeliverable` (`ask`, `return` or `leave`) and a `proof` (`photo`, `code`, `signature`) for the pickup and each dropoff.",
      "New: `POST /orders/{external_order_id}/undeliverable` decides about a dropoff that could not be handed over.",
      "New events `order.stop_completed`, `order.stop_failed`, `order.return_started`, `order.returned` and `order.proof_added`. Webhook endpoints get them only if they select them. Events have `stop`, which is null unless the event is about one.",
      "A cancellation after the pickup has the goods brought back; the order is `cancelled` at once, as before.",
    ],
  },
  {
    date: "2026-11-22",
    title: "Fees that are known before",
    changes: [
      "New: `GET /orders/{external_order_id}/cancellation` says what cancelling an order would cost now, and why.",
      "The body of a cancellation takes an optional `max_fee`: 409 `order.cancellation_fee_exceeded` if it costs more at that moment.",
      "Quotes have `return_price`, what it costs if the goods go back to the pickup. It is a charge beside `price`, never part of it.",
      "`GET /pricing` has `fees`: of cancelling, waiting and returns. All are 0 until operators set them.",
    ],
  },
  {
    date: "2026-11-22",
    title: "A sandbox that misbehaves on purpose",
    changes: [
      "With a test key, `POST /orders` takes `X-Sandbox-Scenario`, one of fifteen ways in which an order can go, and `X-Sandbox-Speed`, how fast. `/docs/testing` lists the statuses, events and webhooks of each.",
      "New: `POST /sandbox/orders/{external_order_id}/step` moves a test order by hand.",
      "The dashboard lists the scenarios that your integration has passed, and what is still missing.",
    ],
  },
  {
    date: "2026-11-22",
    title: "Roads, addresses and a service area",
    changes: [
      "Quotes have `routing`: `roads` if distances and durations are of a route by road, `estimate` if they come from straight lines.",
      "On roads, `duration` is the driving time at the hour of the pickup. It still includes no time at the stops.",
      "A trip with a point more than 500 m from any road is estimated as a whole; the limit used to be 5 km.",
      "New: `GET /addresses` finds addresses and their coordinates as people type, and `GET /addresses/reverse` finds the address of a point.",
      "Where operators have turned a service area on, a stop outside it, or in a zone that is closed at the time, is a 400 on that stop's latitude in quotes, create, PUT and PATCH. Until then every place is served, as before.",
      "`POST /quotes` takes an optional `delivery_time`: the service area and the traffic of that time count.",
      "Operators can set the longest trip.",
    ],
  },
  {
    date: "2026-11-22",
    title: "Couriers who cannot be found, edits, and limits",
    changes: [
      "New event `order.courier_not_found`: no courier has taken the order for a while. It is sent once per search, and the search continues. Endpoints with an event filter get it only if they select it.",
      "A trip longer than the limit (300 km by default) is a 400 on the coordinates of its dropoff, in quotes, create, PUT and PATCH; swapped latitude and longitude used to get a price.",
      "`delivery_time` must be at least ten minutes ahead; the 400 names a time that works.",
      "An edit that postpones the delivery, or moves the pickup by more than 500 m, frees the courier and emits `order.driver_changed`. Another courier is found when the time comes.",
      "Simultaneous edits of one order take turns; none gets a 503 because of another.",
      "`quote_id` in PUT and PATCH counts only if the edit changes something that is priced.",
      "Tracking links follow their recipients through PUT, even if their place in `dropoffs` changes.",
      "The rate limit holds in any 60 seconds. `Retry-After` and `RateLimit` say when the next call will succeed.",
      "A 401 has a `WWW-Authenticate` header, and the scheme may be written `bearer`.",
    ],
  },
  {
    date: "2026-11-21",
    title: "First release of Dropline",
    changes: [
      "Every operation of version 1 under `/v1/partner` and `/v1/delivery`.",
      "Also new: `GET /events`, the account's event journal, read by cursor, and the headers `Idempotent-Replayed` and `Idempotent-Mismatch` on a repeated create.",
      "Webhooks: signed events of every order, described in the OpenAPI document and under `/docs/webhooks`.",
      "Reading one order also returns `estimated_arrivals`, a window for each dropoff while the courier is on the way.",
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
