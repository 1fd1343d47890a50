import type { Guides } from "@/lib/docs/doc";

export const REFERENCE: Guides = {
  errors: {
    title: "Errors",
    lead: "Every error has the same form. `error.id` and `error.code` say what kind it is and never change; `error.message` is for people.",
    blocks: [
      { snippet: "refusal", label: "An error" },
      { h2: "details is JSON inside a string", id: "details" },
      'For a rejected payload it lists every invalid field at once, by its path; for every other error it is `"[]"`. Decode it a second time:',
      { snippet: "decode-details", label: "Decode the details, JavaScript" },
      { snippet: "decode-details-python", label: "Decode the details, Python" },
      { h2: "Which to repeat", id: "retrying" },
      "A 429, a 503 and the 409 of a creation in progress carry `Retry-After`. Wait that long and a random part more; [Retries](/docs/retries#backoff) has the code. Repeating changes no other error.",
      { h2: "All errors", id: "all" },
      { insert: "errors" },
    ],
  },
  testing: {
    title: "Testing an integration",
    lead: "Orders of test mode are carried by simulated couriers. Have them go wrong on purpose, and see what your code makes of it.",
    blocks: [
      { snippet: "scenario", label: "An order that nobody opens the door for, 60 times as fast" },
      "`X-Sandbox-Scenario` names a scenario below, `X-Sandbox-Speed` says how many times faster than in life the order goes, from 1 to 600. With a live key both are a 400. A repeated create ignores them.",
      "To move an order by hand, one courier step at a time, use [stepOrder](/docs/stepOrder). What your account has gone through is listed under [Sandbox](/dashboard/rehearsal?mode=test): a scenario is passed when its latest order has come to its end and each of its events was answered with 2xx.",
      "Where a courier cannot hand over and `if_undeliverable` is `ask`, the question stays open for the account’s answer time at the pace of the sandbox. Answer it yourself, or the goods go back.",
      { insert: "scenarios" },
    ],
  },
  clients: {
    title: "Clients and tools",
    lead: "Everything here is made from the same definitions that check your requests, so it cannot differ from the service.",
    blocks: [
      { h2: "OpenAPI", id: "openapi" },
      "[openapi.json](/openapi.json) is an OpenAPI 3.1 document with every operation, every webhook and every error. Generators such as openapi-typescript or openapi-generator make a client of it; Postman and Insomnia import it.",
      { h2: "Ready clients", id: "ready" },
      "They retry what passes by itself and nothing else, and throw refusals with their `id` and issues. TypeScript comes with all types; the others are one file each without dependencies.",
      {
        list: [
          "TypeScript: [index.ts](/clients/index.ts) and [types.ts](/clients/types.ts)",
          "Python: [dropline.py](/clients/dropline.py)",
          "PHP: [Dropline.php](/clients/Dropline.php)",
          "Go: [dropline.go](/clients/dropline.go)",
        ],
      },
      { h2: "Postman", id: "postman" },
      "[postman.json](/postman.json) is a collection of all operations with their examples. Import it and put your test key into the variable `dropline_key`. Insomnia, Bruno and Hoppscotch read it too.",
      { h2: "MCP", id: "mcp" },
      "`{base}/mcp` is a server of the Model Context Protocol (streamable HTTP): each operation is a tool. It takes the key as the API does, in `Authorization: Bearer <API_KEY>`, with the same limits and the same request log. A cancellation is confirmed first: by you, if your client can ask, and otherwise by the argument `confirm`.",
      'In Claude Code: `claude mcp add --transport http dropline {base}/mcp --header "Authorization: Bearer $DROPLINE_KEY"`.',
      { h2: "Markdown and language models", id: "markdown" },
      "Add `.md` to the address of any page to get it as Markdown, or press “Copy page”. [llms.txt](/llms.txt) lists them all.",
      { h2: "Webhooks", id: "webhooks" },
      "Webhooks follow [Standard Webhooks](https://www.standardwebhooks.com/), whose libraries verify them in many languages.",
    ],
  },
  versions: {
    title: "Versions and deprecation",
    lead: "The path has the major version, `/v1`. There is no negotiation by header.",
    blocks: [
      { h2: "What may change within a version", id: "within" },
      {
        list: [
          "New operations, new optional fields of requests, new fields of answers.",
          "New events. An endpoint with a filter gets them only if it selects them.",
          "New values of `error.id`, with a status that you handle already.",
          "Texts of `error.message`, which are for people.",
        ],
      },
      "So ignore what you do not know. Everything else stays: no field disappears, none changes its type or its meaning, no limit gets tighter.",
      { h2: "How something ends", id: "deprecation" },
      {
        steps: [
          "The [changelog](/changelog) and its [feed](/changelog.xml) announce it, with what to use instead.",
          "From then on its answers carry `Deprecation` (RFC 9745) with the date, and `Sunset` (RFC 8594) with the day on which it ends: at least twelve months later.",
          "The reference marks the operation or field.",
          "On that day it ends, and only together with a new major version.",
        ],
      },
      "Nothing of `/v1` is deprecated today.",
      { h2: "Since when", id: "since" },
      "An operation or field that came after the first version says since when. The date leads to its entry in the [changelog](/changelog).",
    ],
  },
};
