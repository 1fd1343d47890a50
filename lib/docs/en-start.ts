import type { Guides } from "@/lib/docs/doc";

export const START: Guides = {
  "": {
    title: "Dropline API",
    lead: "Order couriers from your own system: price a trip, create an order with one to ten dropoffs, follow it, change or cancel it. JSON over HTTP at `{base}`.",
    blocks: [
      {
        links: [
          {
            href: "/docs/first-order",
            title: "First order in 5 minutes",
            text: "A test key, a price, an order, and a courier on the way.",
          },
          {
            href: "/docs/createOrder",
            title: "Create an order",
            text: "Every field of the request, with its limits.",
          },
          {
            href: "/docs/webhooks",
            title: "Webhooks",
            text: "Signed events of every order, retried until they arrive.",
          },
          { href: "/docs/errors", title: "Errors", text: "Each with a page: what it means and what to do." },
        ],
      },
      { h2: "One envelope", id: "envelope" },
      "Every response has `success` and either `data` or `error`. Every response also has `X-Request-Id`: yours if you send one, otherwise ours. Quote it when you write to us.",
      { snippet: "envelope", label: "The envelope" },
      "Leave out fields that have no value. `null` is accepted only where the field says “or null”; anywhere else it is a 400. Unknown fields are ignored.",
      { h2: "Two prefixes", id: "prefixes" },
      "Every operation is available under `/v1/partner` and under `/v1/delivery`, with the same fields and the same orders; the tariff under `/v1/delivery` only. Choose one and stay with it: the switch below the list of pages rewrites all samples.",
      { h2: "For programs", id: "machines" },
      {
        list: [
          "[OpenAPI 3.1 document](/openapi.json): generate a client from it, or import it into Postman or Insomnia.",
          "Every page is also Markdown: add `.md` to its URL.",
          "[llms.txt](/llms.txt) lists all pages for language models.",
        ],
      },
    ],
  },
  "first-order": {
    title: "First order in 5 minutes",
    lead: "From a test key to a delivered order. Nothing is charged and no courier is sent: in test mode couriers are simulated.",
    blocks: [
      { h2: "Create a test key", id: "key" },
      "In the dashboard, open [API keys](/dashboard/keys?mode=test) in test mode and create one. The key is shown once. Check that it works:",
      { snippet: "check-key", label: "Check the key" },
      "You see `ok: true`, your account and `rate_limit_per_minute`.",
      { h2: "Get a price", id: "quote" },
      "A quote needs only coordinates and cargo size. Its price is valid for five minutes.",
      { snippet: "quote", label: "Get a price" },
      "You see `price`, `distance` in meters, `duration` in seconds and a `quote_id`. Add that `quote_id` to the order to keep the price.",
      { h2: "Create the order", id: "order" },
      "Now with full addresses and contacts. `external_order_id` is your own order ID.",
      { snippet: "order", label: "Create the order" },
      "You see `201`, an `order_code` and a `tracking_url`: open it to see what the recipient sees. Send the same request again, and you get `200` with the same order.",
      { h2: "Watch it", id: "watch" },
      "A simulated courier takes the order at once. It goes from `new` to `assigned`, `in_progress` and `delivered` within a minute or two.",
      { snippet: "read-order", label: "Read the order" },
      "You see `status_changes` grow, `driver` appear and `driver_location` move. The same order is in the [dashboard](/dashboard/orders?mode=test), and each of your requests in the [request log](/dashboard/requests?mode=test).",
      { h2: "Next", id: "next" },
      {
        list: [
          "[Receive webhooks](/docs/webhooks) instead of polling.",
          "[Make orders fail on purpose](/docs/testing) to test your code.",
          "[Go live](/docs/going-live).",
        ],
      },
    ],
  },
  keys: {
    title: "Keys and modes",
    lead: "Every request has `Authorization: Bearer <API_KEY>`. The key determines the account and the mode.",
    blocks: [
      {
        table: [
          ["`dl_test_…`", "test", "Simulated couriers, no charges, the same rules and limits."],
          ["`dl_live_…`", "live", "Real couriers."],
        ],
        head: ["Key begins with", "Mode", "What happens"],
        label: "Kinds of key",
      },
      "Orders, quotes, events and webhook endpoints of one mode are not visible in the other. The same `external_order_id` can exist in both.",
      { h2: "One scope", id: "scope" },
      "Every key has the scope `orders:write`, which gives access to the whole API, including reading. There is no read-only key: keep keys on your server, never in an app or a page.",
      { h2: "Changing a key", id: "rotate" },
      {
        steps: [
          "Create a second key in the [dashboard](/dashboard/keys).",
          "Deploy it with your configuration.",
          "Watch “Last used” of the old key until it no longer changes, then revoke it.",
        ],
      },
      "A key is shown once and stored as a hash, so not even we can read it again. Its last six characters are a checksum, which distinguishes a truncated key from a revoked one.",
      { h2: "What a 401 means", id: "refusals" },
      {
        links: [
          {
            href: "/docs/errors/auth.key_missing",
            title: "auth.key_missing",
            text: "No key in the request.",
            isCode: true,
          },
          {
            href: "/docs/errors/auth.key_malformed",
            title: "auth.key_malformed",
            text: "The key is incomplete or damaged.",
            isCode: true,
          },
          {
            href: "/docs/errors/auth.key_invalid",
            title: "auth.key_invalid",
            text: "Unknown key.",
            isCode: true,
          },
          {
            href: "/docs/errors/auth.key_revoked",
            title: "auth.key_revoked",
            text: "Revoked or expired.",
            isCode: true,
          },
          {
            href: "/docs/errors/auth.account_disabled",
            title: "auth.account_disabled",
            text: "The account is disabled.",
            isCode: true,
          },
          {
            href: "/docs/errors/auth.ordering_not_allowed",
            title: "auth.ordering_not_allowed",
            text: "The owner is no longer a customer.",
            isCode: true,
          },
        ],
      },
    ],
  },
  retries: {
    title: "Retries and idempotency",
    lead: "A connection can break before the response arrives. You can always send the request again: the same `external_order_id` creates one order, even with concurrent requests.",
    blocks: [
      { h2: "After a timeout, repeat", id: "repeat" },
      "Send the same request with the same `external_order_id`. The status shows what happened:",
      {
        table: [
          ["`201`", "This request created the order."],
          ["`200`", "The order already existed and is returned with `Idempotent-Replayed: true`."],
          [
            "`200` with `Idempotent-Mismatch: true`",
            "The order already existed, and your body differs from it. Nothing was changed.",
          ],
          ["`409`", "Another request is creating the order right now. Repeat after `Retry-After` seconds."],
        ],
        head: ["Response", "Meaning"],
        label: "Responses to a repeated create",
      },
      "Never reuse an order ID for a different order. If you have no order ID, generate a UUID and store it before you send the request.",
      { h2: "Wait longer each time", id: "backoff" },
      "A 429, a 503 and the 409 of a creation in progress have `Retry-After`. Wait that long plus a random time, so that your workers do not all retry at once, and increase the wait each time. Repeating does not help with any other 4xx.",
      { snippet: "retry", label: "Retry with jitter, JavaScript" },
      { snippet: "retry-python", label: "Retry with jitter, Python" },
      { h2: "Which requests can be repeated", id: "others" },
      {
        table: [
          ["GET", "Always."],
          ["PUT, PATCH", "Yes: an edit that changes nothing sends no event."],
          ["cancel", "Yes: a cancelled order is returned unchanged."],
          ["tracking_link", "Yes: the same links."],
          ["quotes", "Yes: each request creates a new quote, free of charge."],
        ],
        head: ["Request", "Safe to repeat"],
        label: "Which requests can be repeated",
      },
      { h2: "Rate limit", id: "limit" },
      "The limit applies per key to any 60 seconds; [ping](/docs/ping) returns it as `rate_limit_per_minute`. `RateLimit-Policy` and `RateLimit` of every response show what is left, and a request exactly `Retry-After` seconds later succeeds.",
    ],
  },
  "going-live": {
    title: "Going live",
    lead: "What to check before you order the first real courier.",
    blocks: [
      {
        steps: [
          "Creating an order is repeated after a timeout, with the same `external_order_id`. See [Retries](/docs/retries).",
          "409 and 429 are repeated after `Retry-After`, other 4xx are not.",
          "Your system shows users which field a 400 names: decode `error.details` twice. See [Errors](/docs/errors).",
          "Your webhook endpoint [verifies the signature](/docs/verify-signature), responds within 15 seconds and ignores events that it has already processed.",
          "Events are ordered by `sequence`, not by arrival.",
          "A price is shown with its expiry time and requested again afterwards.",
          "The scenarios `absent_then_return`, `no_courier` and `cancelled_after_pickup` have the right result in your system. See [Testing](/docs/testing).",
          "Unknown fields and events are ignored: within `/v1` they may be added.",
        ],
      },
      { h2: "Switch over", id: "switch" },
      "Create a live key in the [dashboard](/dashboard/keys), add a live [webhook endpoint](/dashboard/webhooks) with its own secret, and change both in your configuration. The API’s URL stays the same.",
      { h2: "The first day", id: "first-day" },
      "Keep the [request log](/dashboard/requests) open: it has every request with its body, its response and its `X-Request-Id`. If your server was down, [read the event log](/docs/webhook-replay#journal) or resend what was missed.",
    ],
  },
};
