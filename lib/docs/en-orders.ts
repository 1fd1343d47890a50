import type { Guides } from "@/lib/docs/doc";

export const ORDERS: Guides = {
  "order-life": {
    title: "The life of an order",
    lead: "An order goes through five statuses, always in this order. It can be cancelled at any moment before it is delivered.",
    blocks: [
      { figure: "statuses" },
      {
        table: [
          ["`new`", "`assigned`", "A courier is assigned. `driver` is filled."],
          ["`assigned`", "`in_progress`", "The courier confirms the pickup. `driver_location` moves."],
          ["`in_progress`", "`delivered`", "The last dropoff is handed over. `delivered_at` is set."],
          [
            "`new`, `assigned`, `in_progress`",
            "`cancelled`",
            "The order is cancelled, by you or by an operator.",
          ],
        ],
        head: ["From", "To", "When"],
        label: "Changes of status",
      },
      "If a courier hands the order back before the pickup, it stays `assigned` with an empty `driver` until another one has it: `order.driver_changed` tells both.",
      "`driver_location` is there only while the order is `assigned` or `in_progress`, and only if the location was received less than 30 minutes ago.",
      { h2: "When a dropoff cannot be handed over", id: "undeliverable" },
      "The status stays `in_progress`; [getOrder](/docs/getOrder) shows it in `stops`. `if_undeliverable` of the order decides: `return` brings the goods back, `leave` leaves them at the door, `ask` opens a question that you [answer](/docs/answerUndeliverable) until `answer_until`. An order of which nothing was delivered ends as `cancelled` with the reason `undeliverable`.",
    ],
  },
  edits: {
    title: "What can be edited, and when",
    lead: "PUT replaces the order, PATCH changes the fields that you send. Both work until the courier has picked up.",
    blocks: [
      {
        table: [
          ["Contacts, words of the address, instructions, comment", "yes", "yes", "no", "stays"],
          ["Buyout amount and payment type", "yes", "yes", "no", "stays"],
          ["Coordinates, cargo sizes, routing mode", "yes", "yes", "no", "new, or of a valid quote"],
          ["Number of dropoffs, with PUT only", "yes", "yes", "no", "new, or of a valid quote"],
          ["Time of delivery", "yes", "yes, frees the courier", "no", "stays"],
          ["Cancelling", "yes", "yes", "yes, goods go back", "see its fee"],
        ],
        head: ["Change", "new", "assigned", "in_progress", "Price"],
        label: "What can be edited in which status",
      },
      "After `delivered` and `cancelled` nothing changes any more. An edit that is too late is a 409 [order.not_editable](/docs/errors/order.not_editable), and nothing of it is kept.",
      { snippet: "test-edit", label: "Change one name of one dropoff" },
      "`index` says which dropoff, from 0; without it the place in your array counts. Only the name changes here, so route and price stay.",
    ],
  },
  quotes: {
    title: "How long a quote holds",
    lead: "A quote costs nothing and creates nothing. For five minutes an order that names it gets its price.",
    blocks: [
      { figure: "quote" },
      "Show the price together with the time at which it ends (`expires_at`), and ask again after that. An order with an expired quote is not refused: it is priced at the tariff of that moment, and the answer has the new `price`.",
      { h2: "When a quote counts", id: "match" },
      {
        list: [
          "Account and mode are the same.",
          "The coordinates of all stops are the same, to six decimals.",
          "The sizes of the goods are the same, dropoff by dropoff.",
          "`routing_mode` is the same.",
        ],
      },
      "One quote can price several orders. In PUT and PATCH it counts only if the edit changes something that is priced.",
      { h2: "Where a price comes from", id: "price" },
      "From the length of each leg and the size of its goods, by the table of [getPricing](/docs/getPricing). `routing` says whether distances are by road. Try it with the [price calculator](/pricing).",
    ],
  },
  "address-search": {
    title: "A shop without coordinates",
    lead: "Search, then quote, then order: the fields are the same in all three.",
    blocks: [
      { snippet: "find-address", label: "Find an address" },
      {
        steps: [
          "[Find the address](/docs/searchAddresses) while the customer types. Wait about 300 ms after the last key.",
          "Pass `latitude` and `longitude` to the [quote](/docs/createQuote).",
          "Pass all its fields to the [order](/docs/createOrder).",
        ],
      },
      "Where `approximate` is true the point is an estimate: show it on a map, let the customer move it, and [ask what is there](/docs/findNearestAddress).",
    ],
  },
  limits: {
    title: "Limits",
    lead: "Every limit of the API in one place. Lengths count characters, not bytes.",
    blocks: [
      { insert: "limits" },
      { h2: "Limits of time and size", id: "others" },
      {
        table: [
          ["Quote lifetime", "5 minutes"],
          ["Age of `driver_location`", "under 30 minutes"],
          ["`delivery_time`", "in the future"],
          ["Request body", "256 KiB, of a batch 5 MiB"],
          ["Pending orders in batches", "2,000"],
          ["Event log", "30 days"],
          ["Requests per key and minute", "`rate_limit_per_minute` of [ping](/docs/ping)"],
        ],
        head: ["What", "Limit"],
        label: "Limits of time and size",
      },
    ],
  },
};
