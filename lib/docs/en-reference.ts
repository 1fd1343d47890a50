import type { Guides } from "@/lib/docs/doc";

export const REFERENCE: Guides = {
  errors: {
    title: "Errors",
    lead: "Every error has the same structure. `error.id` and `error.code` identify the kind of error and never change; `error.message` is for people.",
    blocks: [
      { snippet: "refusal", label: "An error" },
      { h2: "details is JSON inside a string", id: "details" },
      'For a rejected payload it lists every invalid field by its path; for every other error it is `"[]"`. Decode it a second time:',
      { snippet: "decode-details", label: "Decode the details, JavaScript" },
      { snippet: "decode-details-python", label: "Decode the details, Python" },
      { h2: "Which errors to retry", id: "retrying" },
      "A 429, a 503 and the 409 of a creation in progress have `Retry-After`. Wait that long plus a random time; [Retries](/docs/retries#backoff) has the code. Retrying does not help with any other error.",
      { h2: "All errors", id: "all" },
      { insert: "errors" },
    ],
  },
  testing: {
    title: "Testing an integration",
    lead: "Simulated couriers deliver test orders. Make orders fail on purpose to see how your code handles it.",
    blocks: [
      {
        snippet: "scenario",
        label: "An order whose recipient does not open the door, at 60 times the speed",
      },
      "`X-Sandbox-Scenario` names a scenario below. `X-Sandbox-Speed` is how many times faster than real time the order goes, from 1 to 600. With a live key, both return a 400. A repeated create ignores them.",
      "To move an order by hand, one courier step at a time, use [stepOrder](/docs/stepOrder). [Sandbox](/dashboard/rehearsal?mode=test) lists the scenarios that your account has run: a scenario passes when its latest order has ended and your endpoint responded to each event with a 2xx.",
      "If a dropoff cannot be handed over and `if_undeliverable` is `ask`, the question stays open for the account’s answer time at sandbox speed. If you do not answer it, the account’s default decides.",
      { insert: "scenarios" },
    ],
  },
  clients: {
    title: "Clients and tools",
    lead: "Everything here is generated from the definitions that validate your requests, so it always matches the service.",
    blocks: [
      { h2: "OpenAPI", id: "openapi" },
      "[openapi.json](/openapi.json) is an OpenAPI 3.1 document with every operation, every webhook and every error. Generators such as openapi-typescript or openapi-generator create a client from it; Postman and Insomnia import it.",
      { h2: "Client libraries", id: "ready" },
      "Each is a library without dependencies, with types: [TypeScript](/clients/dropline-typescript.tar.gz), [Python](/clients/dropline-python.tar.gz), [Go](/clients/dropline-go.tar.gz) and [PHP](/clients/dropline-php.tar.gz). The README in each archive has the same examples in its language.",
      { snippet: "client-install", label: "Install" },
      { h3: "First order", id: "client-order" },
      { snippet: "client-order", label: "Create an order, TypeScript" },
      "Every failure is a `DroplineError` (Go: `dropline.Error`) with `id`, status, invalid fields and request id. `client.no_response` is a network error or timeout, `client.unreadable_response` a response that is not the API’s, such as a proxy’s page, with an excerpt. Iterators read all orders and all pages of the event log.",
      { h3: "Webhook verification", id: "client-webhook" },
      { snippet: "client-webhook", label: "Verify a webhook, TypeScript" },
      "`verifyWebhook` accepts any signature by the secret, at most five minutes old, and compares in constant time. `isNewer` compares `sequence` with the one that you stored: webhooks can arrive twice and in any order.",
      { h3: "Retries of the clients", id: "client-retries" },
      "Calls are retried twice after a network error, a timeout, 429, 502, 503, 504 and a 409 with `Retry-After`. The wait is `Retry-After`, in seconds or as a date, plus a random time that doubles. An attempt takes at most 10 seconds and a call at most 60; both can be set, and a call can be cancelled. `stepOrder` is never retried, as `x-repeatable` in [openapi.json](/openapi.json) shows.",
      { h2: "Postman", id: "postman" },
      "[postman.json](/postman.json) is a collection of all operations with their examples. Import it and set the variable `dropline_key` to your test key. Insomnia, Bruno and Hoppscotch read it too.",
      { h2: "MCP", id: "mcp" },
      "`{base}/mcp` is a server of the Model Context Protocol (streamable HTTP): each operation is a tool. It uses the same key, in `Authorization: Bearer <API_KEY>`, the same limits and the same request log. A cancellation needs a confirmation: by you, if your client can ask, and otherwise by the argument `confirm`.",
      'In Claude Code: `claude mcp add --transport http dropline {base}/mcp --header "Authorization: Bearer $DROPLINE_KEY"`.',
      { h2: "Markdown and language models", id: "markdown" },
      "Add `.md` to the URL of any page to get it as Markdown, or press “Copy page”. [llms.txt](/llms.txt) lists them all.",
      { h2: "Webhooks", id: "webhooks" },
      "Webhooks follow [Standard Webhooks](https://www.standardwebhooks.com/), whose libraries verify them in many languages.",
    ],
  },
  versions: {
    title: "Versions and deprecation",
    lead: "The path contains the major version, `/v1`. There are no version headers.",
    blocks: [
      { h2: "What may change within a version", id: "within" },
      {
        list: [
          "New operations, new optional fields of requests, new fields of responses.",
          "New events. An endpoint with a filter gets them only if it selects them.",
          "New values of `error.id`, with a status that you already handle.",
          "Texts of `error.message`, which are for people.",
        ],
      },
      "So ignore what you do not know. Everything else stays: no field disappears or changes its type or meaning, and no limit gets stricter.",
      { h2: "How deprecation works", id: "deprecation" },
      {
        steps: [
          "The [changelog](/changelog) and its [feed](/changelog.xml) announce it and its replacement.",
          "From then on, its responses have `Deprecation` (RFC 9745) with the date, and `Sunset` (RFC 8594) with the day of its removal, at least twelve months later.",
          "The reference marks the operation or field.",
          "On that day it is removed, and only together with a new major version.",
        ],
      },
      "Nothing in `/v1` is deprecated today.",
      { h2: "When something was added", id: "since" },
      "An operation or field that was added after the first version shows its date, which links to the [changelog](/changelog).",
    ],
  },
};
