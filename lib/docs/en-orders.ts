import type { Guides } from "@/lib/docs/doc";

export const ORDERS: Guides = {
  "order-life": {
    title: "The life of an order",
    lead: "The statuses of an order and what changes them. It can be cancelled at any time before it is delivered.",
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
      "If a courier hands the order back before the pickup, it stays `assigned` with an empty `driver` until another one has it: `order.driver_changed` reports both changes.",
      "`driver_location` is set only while the order is `assigned` or `in_progress`, and only if the location was received less than 30 minutes ago.",
      { h2: "When a dropoff cannot be handed over", id: "undeliverable" },
      "The status stays `in_progress`; [getOrder](/docs/getOrder) shows it in `stops`. `if_undeliverable` of the order decides: `return` brings the goods back, `leave` leaves them at the door, `ask` opens a question that you [answer](/docs/answerUndeliverable) until `answer_until`. If nothing was delivered, the order ends as `cancelled` with the reason `undeliverable`.",
    ],
  },
  edits: {
    title: "What can be edited, and when",
    lead: "PUT replaces the order, PATCH changes the fields that you send. Both work until the courier has picked up the order.",
    blocks: [
      {
        table: [
          ["Contacts, address texts, instructions, comment", "yes", "yes", "no", "stays"],
          ["Buyout amount and payment type", "yes", "yes", "no", "stays"],
          ["Coordinates, cargo sizes, routing mode", "yes", "yes", "no", "new, or from a valid quote"],
          ["Number of dropoffs, with PUT only", "yes", "yes", "no", "new, or from a valid quote"],
          ["Time of delivery", "yes", "yes, frees the courier", "no", "stays"],
          ["Cancellation", "yes", "yes", "yes, the goods are returned", "its fee"],
        ],
        head: ["Change", "new", "assigned", "in_progress", "Price"],
        label: "What can be edited in which status",
      },
      "A `delivered` or `cancelled` order no longer changes. An edit that comes too late returns a 409 [order.not_editable](/docs/errors/order.not_editable) and changes nothing.",
      { snippet: "test-edit", label: "Change the contact name of one dropoff" },
      "`index` selects the dropoff, from 0; without it, the position in your array does. Only the name changes here, so route and price stay.",
    ],
  },
  quotes: {
    title: "How long a quote holds",
    lead: "A quote is free and creates no order. For five minutes, an order that names it gets its price.",
    blocks: [
      { figure: "quote" },
      "Show the price with its expiry time (`expires_at`), and request a new quote afterwards. An order with an expired quote is not rejected: it is priced by the current tariff, and the response has the new `price`.",
      { h2: "When a quote applies", id: "match" },
      {
        list: [
          "Account and mode are the same.",
          "The coordinates of all stops are the same, to six decimals.",
          "The sizes of the goods are the same, dropoff by dropoff.",
          "`routing_mode` is the same.",
        ],
      },
      "One quote can price several orders. In PUT and PATCH it applies only if the edit changes something that affects the price.",
      { h2: "How a price is calculated", id: "price" },
      "The price depends on the length of each leg and the size of its goods, by the table that [getPricing](/docs/getPricing) returns. `routing` shows whether distances are by road. Try it with the [price calculator](/pricing).",
    ],
  },
  "address-search": {
    title: "Addresses without coordinates",
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
      "If `approximate` is true, the point is an estimate: show it on a map, let the customer move it, and [find the address there](/docs/findNearestAddress).",
    ],
  },
  limits: {
    title: "Limits",
    lead: "Every limit of the API in one place. Lengths count characters, not bytes.",
    blocks: [
      { insert: "limits" },
      { h2: "Time and size limits", id: "others" },
      {
        table: [
          ["Quote lifetime", "5 minutes"],
          ["Age of `driver_location`", "less than 30 minutes"],
          ["`delivery_time`", "in the future"],
          ["Request body", "256 KiB; for a batch 5 MiB"],
          ["Values in a body", "20,000; for a batch 250,000; nested at most 32 levels deep"],
          ["Pending orders in batches", "2,000"],
          ["Event log", "30 days"],
          ["Requests per key and minute", "`rate_limit_per_minute` of [ping](/docs/ping)"],
        ],
        head: ["What", "Limit"],
        label: "Time and size limits",
      },
    ],
  },
};
