const WEBHOOKS = "e2e/reliability/webhooks.test";
const WEBHOOK_MAIL = "e2e/reliability/webhook-mail";

/**
 * Bugs in webhooks that a test must catch.
 *
 * @type {import("./mutants.mjs").Mutant[]}
 */
export const WEBHOOK_MUTANTS = [
  {
    bug: "a duplicate comes once",
    edits: [
      [
        "lib/webhooks/misbehaviour.ts",
        'isRepeated: isFirst && scenario === "webhook_duplicate"',
        "isRepeated: false",
      ],
    ],
    project: "reliability",
    tests: "webhook-rehearsals",
    named: "come twice",
  },
  {
    bug: "an endpoint is blamed for a failure that is rehearsed",
    edits: [["lib/webhooks/deliver-event.ts", 'if (failure === "rehearsal") return;', ""]],
    project: "reliability",
    tests: "webhook-rehearsals",
    named: "not blamed",
  },
  {
    bug: "an event that waits to be overtaken waits for ever",
    edits: [
      ["lib/webhooks/misbehaviour.ts", "isFirstOfTwo && left(OVERTAKEN_WITHIN_MS) > 0", "isFirstOfTwo"],
    ],
    project: "reliability",
    tests: "webhook-rehearsals",
    named: "for ever",
  },
  {
    bug: "resending a selection includes another endpoint's deliveries",
    edits: [
      [
        "lib/webhooks/waiting-store.ts",
        "ANY(${[...deliveryIds]}::bigint[]) AND d.endpoint_id = ${endpointId}::uuid",
        "ANY(${[...deliveryIds]}::bigint[]) AND true",
      ],
    ],
    project: "reliability",
    tests: WEBHOOKS,
    named: "by selection",
  },
  {
    bug: "a signature can be checked at another account's endpoint",
    edits: [
      [
        "lib/webhooks/check-signature.ts",
        "existing(await findEndpoint(db, scope, endpointId))",
        "existing(await db.models.webhookEndpoint.findUnique({ where: { id: endpointId } }))",
      ],
    ],
    project: "reliability",
    tests: WEBHOOKS,
    named: "like none",
  },
  {
    bug: "an expired secret counts as valid",
    edits: [
      [
        "lib/webhooks/check-signature.ts",
        "previousSecretUntil !== null && previousSecretUntil > now",
        "previousSecretUntil !== null",
      ],
    ],
    project: "reliability",
    tests: WEBHOOKS,
    named: "are checked by",
  },
  {
    bug: "only the first of a header's signatures is checked",
    edits: [["lib/webhooks/signature.ts", 'signatures.split(" ").some(', "[signatures].some("]],
    project: "unit",
    tests: "lib/webhooks/signature",
  },
  {
    bug: "letters are enqueued by a process that has lost its job",
    edits: [
      [
        "lib/jobs/store.ts",
        "SELECT ${into.kind}, key, now() FROM done, unnest",
        "SELECT ${into.kind}, key, now() FROM unnest",
      ],
    ],
    project: "reliability",
    tests: WEBHOOK_MAIL,
  },
  {
    bug: "a letter about an endpoint is sent without checking that its trouble still stands",
    edits: [["lib/webhooks/mail-endpoint.ts", " || letterKey(endpointId, owner.id, trouble) !== key", ""]],
    project: "reliability",
    tests: WEBHOOK_MAIL,
  },
  {
    bug: "a letter reveals what follows the path of an endpoint's address",
    edits: [["lib/webhooks/mail-endpoint.ts", "address: `${origin}${pathname}`", "address: endpoint.url"]],
    project: "reliability",
    tests: WEBHOOK_MAIL,
  },
  {
    bug: "an endpoint of test orders is reported",
    edits: [
      [
        "lib/webhooks/deliver-event.ts",
        "delivery.isLive ? watchAt(health, after) : null",
        "watchAt(health, after)",
      ],
    ],
    project: "reliability",
    tests: WEBHOOK_MAIL,
  },
  {
    bug: "the values of an account's own headers are sent to another host",
    edits: [
      ["lib/webhooks/update-endpoint.ts", "isSamePlace ? readStoredHeaders", "true ? readStoredHeaders"],
    ],
    project: "reliability",
    tests: WEBHOOKS,
    named: "own headers",
  },
  {
    bug: "a delivery is recorded as arrived before it is sent",
    edits: [
      [
        "lib/webhooks/deliver-event.ts",
        "  const answer = await sender.send(",
        '  await db.models.webhookDelivery.updateMany({ where: { id: delivery.id }, data: { state: "succeeded", finishedAt: at, leasedUntil: null } });\n  const answer = await sender.send(',
      ],
    ],
    project: "reliability",
    tests: "kill-webhooks",
  },
  {
    bug: "an attempt is recorded by a process that has lost the delivery",
    edits: [
      [
        "lib/webhooks/sending-store.ts",
        "AND claim = ${claim} AND state = 'pending'\n      RETURNING id, attempts",
        "AND state = 'pending' AND ${claim}::int > 0\n      RETURNING id, attempts",
      ],
    ],
    project: "reliability",
    tests: "schedules",
    named: "lost a delivery",
  },
  {
    bug: "a delivery is released by a process that has lost it",
    edits: [["lib/webhooks/sending-store.ts", " AND d.claim = held.claim AND", " AND"]],
    project: "reliability",
    tests: "schedules",
    named: "lost a delivery",
  },
  {
    bug: "a delivery that a process holds is claimed by another",
    edits: [
      [
        "lib/webhooks/sending-store.ts",
        "AND (d.leased_until IS NULL OR d.leased_until <= ${NOW_AS_STORED})",
        "",
      ],
    ],
    project: "unit",
    tests: "lib/webhooks/sending-store",
    named: "while its lease lasts",
  },
  {
    bug: "a process that has lost a delivery puts it off",
    edits: [
      [
        "lib/webhooks/sending-store.ts",
        "AND claim = ${claim} AND state = 'pending'`;",
        "AND state = 'pending'`;",
      ],
    ],
    project: "unit",
    tests: "lib/webhooks/sending-store",
    named: "has lost it",
  },
  {
    bug: "the address that a socket ends up with is not checked",
    edits: [["lib/http/send-request.ts", "if (isAllowed(socket.remoteAddress))", "if (socket !== null)"]],
    project: "unit",
    tests: "lib/http/send-request",
    named: "the socket ends up",
  },
  {
    bug: "a delivery whose holder has died is never claimed again",
    edits: [
      [
        "lib/webhooks/sending-store.ts",
        "AND (d.leased_until IS NULL OR d.leased_until <= ${NOW_AS_STORED})",
        "AND d.leased_until IS NULL",
      ],
    ],
    project: "reliability",
    tests: "kill-webhooks",
  },
  {
    bug: "an order is created without the deliveries of its event",
    edits: [
      [
        "lib/orders/store.ts",
        "deliveries AS (${insertDeliveries(sql`journal`)}",
        "deliveries AS (SELECT 1 WHERE false",
      ],
    ],
    project: "reliability",
    tests: WEBHOOKS,
    named: "carry the journal",
  },
  {
    bug: "a change is written without the deliveries of its event",
    edits: [
      [
        "lib/events/insert-event.ts",
        "deliveries AS (${insertDeliveries(sql`journal`)})",
        "deliveries AS (SELECT 1 WHERE false)",
      ],
    ],
    project: "reliability",
    tests: WEBHOOKS,
    named: "carry the journal",
  },
  {
    bug: "the signature covers only the body",
    edits: [
      ["lib/webhooks/signature.ts", "const signed = `${id}.${timestamp}.${body}`", "const signed = body"],
    ],
    project: "unit",
    tests: "lib/webhooks/signature",
  },
  {
    bug: "the former secret does not sign during a rotation",
    edits: [
      ["lib/webhooks/deliver-event.ts", "[delivery.secret, delivery.previousSecret]", "[delivery.secret]"],
    ],
    project: "reliability",
    tests: WEBHOOKS,
    named: "both secrets",
  },
  {
    bug: "a 410 is a failure like any other",
    edits: [["lib/webhooks/endpoint.ts", 'failure === "gone" ? "gone" : ', ""]],
    project: "unit",
    tests: "lib/webhooks/endpoint",
  },
  {
    bug: "Retry-After may delay a try without limit",
    edits: [
      ["lib/webhooks/attempt.ts", "Math.min(Math.max(asked, base), 2 * base)", "Math.max(asked, base)"],
    ],
    project: "unit",
    tests: "lib/webhooks/attempt",
  },
  {
    bug: "a success does not end the failures of its endpoint",
    edits: [
      [
        "lib/webhooks/sending-store.ts",
        "AND ${end.state} = 'succeeded' AND e.failing_since IS NOT NULL",
        "AND false AND ${end.state} = 'succeeded'",
      ],
    ],
    project: "reliability",
    tests: WEBHOOKS,
    named: "come again",
  },
  {
    bug: "one endpoint may take all of a process's slots",
    edits: [["lib/webhooks/run-deliveries.ts", "perEndpoint: 4,", "perEndpoint: 64,"]],
    project: "reliability",
    tests: WEBHOOKS,
    named: "while another",
  },
  {
    bug: "another account's endpoint can be changed",
    edits: [
      [
        "lib/webhooks/endpoint-store.ts",
        "    where: { id: endpointId, ...within(scope) },\n    data: change,",
        "    where: { id: endpointId },\n    data: change,",
      ],
    ],
    project: "reliability",
    tests: WEBHOOKS,
    named: "another account",
  },
  {
    bug: "events that arrived are resent with the missed ones",
    edits: [["lib/webhooks/waiting-store.ts", " AND d.state <> 'succeeded'", ""]],
    project: "reliability",
    tests: WEBHOOKS,
    named: "stop at a 410",
  },
  {
    bug: "every courier position is sent",
    edits: [["lib/webhooks/waiting-store.ts", "interval '20 seconds'", "interval '0 seconds'"]],
    project: "reliability",
    tests: WEBHOOKS,
    named: "tell where",
  },
  {
    bug: "an IPv4 address within an IPv6 one counts as public",
    edits: [
      [
        "lib/http/target.ts",
        'REFUSED_V6.addRange("::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ipv6");',
        'REFUSED_V6.addRange("::", "::1", "ipv6");',
      ],
    ],
    project: "unit",
    tests: "lib/http/send-request",
  },
  {
    bug: "a name's addresses are checked at registration, and not at the connection",
    edits: [
      [
        "lib/http/send-request.ts",
        "addresses.length === 0 || addresses.some(({ address }) => !isAllowed(address))",
        "addresses.length === 0",
      ],
      [
        "lib/http/send-request.ts",
        "if (isAllowed(socket.remoteAddress)) return callback(null, socket);",
        "if (socket.remoteAddress !== undefined) return callback(null, socket);",
      ],
    ],
    project: "unit",
    tests: "lib/http/send-request",
  },
];
