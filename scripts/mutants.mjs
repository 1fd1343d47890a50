// npm run mutants: plants one bug after another in a copy of the project and shows that a test fails on it.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./install.mjs";
import { WEBHOOK_MUTANTS } from "./webhook-mutants.mjs";

/**
 * A bug: the texts that it replaces, and the tests that must notice.
 *
 * `pages`: the tests look at pages, which are built anew. `named`: only the tests whose names have this.
 *
 * @typedef {{ bug: string, edits: [file: string, from: string, to: string][], project: string, tests: string, pages?: boolean, named?: string }} Mutant
 */

/** @type {Mutant[]} */
const MUTANTS = [
  {
    bug: "a stream asks whether its reader may be told, and then reads",
    edits: [
      [
        "lib/live/event-stream.ts",
        "const snapshot = await read();\n        return (await isAllowed()) ? snapshot : null;",
        "return (await isAllowed()) ? read() : null;",
      ],
    ],
    project: "unit",
    tests: "lib/live/event-stream",
  },
  {
    bug: "the identifier is looked up and then inserted, with no unique index",
    edits: [
      [
        "prisma/migrations/20261121000000_init/migration.sql",
        'CREATE UNIQUE INDEX "one_order_per_external_id"',
        'CREATE INDEX "one_order_per_external_id"',
      ],
      ["lib/orders/store.ts", "ON CONFLICT (account_id, mode, external_order_id) DO NOTHING", ""],
    ],
    project: "reliability",
    tests: "create-race",
  },
  {
    bug: "201 is sent before the order is committed",
    edits: [
      [
        "lib/orders/create-order.ts",
        "return (await insertOrder(context.db, scope, row)) ? view : null;",
        "void insertOrder(context.db, scope, row).catch(() => {}); return view;",
      ],
    ],
    project: "reliability",
    tests: "kill-api",
  },
  {
    bug: "the event of a change is written outside its transaction, and its failure swallowed",
    edits: [
      ["lib/orders/record-change.ts", "await recordEvent(tx, scope,", "await recordEvent(context.db, scope,"],
      [
        "lib/orders/record-change.ts",
        "cancellation: change.cancellation ?? null,\n  });",
        "cancellation: change.cancellation ?? null,\n  }).catch(() => {});",
      ],
    ],
    project: "reliability",
    tests: "atomic-events",
  },
  {
    bug: "an edit merges into what it read before, without a lock",
    edits: [
      [
        "lib/orders/edit-order.ts",
        "const order = await lockOrder(tx, scope, externalOrderId);",
        "const order = await findOrder(context.db, scope, externalOrderId);",
      ],
    ],
    project: "reliability",
    tests: "edit-race",
  },
  {
    bug: "a status is written whatever the status was",
    edits: [["lib/orders/store.ts", "      status: { in: [...move.from] },\n", ""]],
    project: "reliability",
    tests: "model",
  },
  {
    bug: "a quote is honoured at the instant of its expiry",
    edits: [["lib/quotes/quote.ts", "at < quote.expiresAt", "at <= quote.expiresAt"]],
    project: "reliability",
    tests: "clock-borders",
  },
  {
    bug: "a quote is honoured for another trip",
    edits: [["lib/quotes/quote.ts", " && quote.tripKey === tripKey(input)", " && tripKey(input) !== null"]],
    project: "reliability",
    tests: "clock-borders",
  },
  {
    bug: "a position of exactly 30 minutes counts",
    edits: [["lib/orders/resource.ts", ">= POSITION_FRESHNESS_MS", "> POSITION_FRESHNESS_MS"]],
    project: "reliability",
    tests: "clock-borders",
  },
  {
    bug: "the last position to arrive wins",
    edits: [["lib/couriers/store.ts", "\n      WHERE known.recorded_at < excluded.recorded_at", ""]],
    project: "reliability",
    tests: "clock-borders",
  },
  {
    bug: "the bucket holds twice the limit",
    edits: [["lib/api/rate-limit.ts", "<= windowMs + 0.001", "<= 2 * windowMs + 0.001"]],
    project: "reliability",
    tests: "rate-limit",
  },
  {
    bug: "two processes count without looking at each other's requests",
    edits: [
      [
        "lib/api/shared-rate-limit.ts",
        "greatest(b.theoretical_arrival, clock_timestamp()) + ${cost}::interval\n                <=",
        "clock_timestamp() + ${cost}::interval\n                <=",
      ],
    ],
    project: "reliability",
    tests: "rate-limit",
  },
  {
    bug: "text with a NUL is let through to the database",
    edits: [["lib/field.ts", '!value.includes("\\u0000")', "value !== null"]],
    project: "reliability",
    tests: "fuzz",
  },
  {
    bug: "only the first offending field is told",
    edits: [["lib/api/issues.ts", "return [...byField].map(", "return [...byField].slice(0, 1).map("]],
    project: "reliability",
    tests: "field-rules",
  },
  {
    bug: "an answer has a field that its schema does not name",
    edits: [
      [
        "lib/orders/resource.ts",
        "order_code: order.orderCode,\n    status",
        "order_code: order.orderCode,\n    courier_id: 1,\n    status",
      ],
    ],
    project: "contract",
    tests: "create-order",
  },
  {
    bug: "test and live orders share one world",
    edits: [["lib/orders/store.ts", " AND o.mode = ${scope.mode}::mode`", "`"]],
    project: "contract",
    tests: "keys",
  },
  {
    bug: "another account's order is found",
    edits: [["lib/orders/store.ts", "o.account_id = ${scope.accountId}::uuid AND o.mode", "o.mode"]],
    project: "contract",
    tests: "keys",
  },
  {
    bug: "a disabled account goes on ordering",
    edits: [
      [
        "lib/accounts/check-key.ts",
        'if (key.disabledAt !== null) throw new DomainError("ACCOUNT_DISABLED");',
        "",
      ],
    ],
    project: "contract",
    tests: "keys",
  },
  {
    bug: "the payload is checked before the key",
    edits: [
      [
        "lib/api/run-endpoint.ts",
        "  const now = runtime.clock.now();\n",
        "  const now = runtime.clock.now();\n  await readInput(endpoint, request.clone(), url, now);\n",
      ],
    ],
    project: "contract",
    tests: "keys",
  },
  {
    bug: "a body one byte over the limit is taken",
    edits: [
      [
        "lib/api/request-body.ts",
        "export const MAX_BODY_BYTES = 256 * 1024;",
        "export const MAX_BODY_BYTES = 256 * 1024 + 1;",
      ],
    ],
    project: "contract",
    tests: "transport",
  },
  {
    bug: "an order that was delivered can still be cancelled",
    edits: [
      [
        "lib/orders/order.ts",
        'from: ["new", "assigned", "in_progress"], to: "cancelled"',
        'from: ["new", "assigned", "in_progress", "delivered"], to: "cancelled"',
      ],
    ],
    project: "reliability",
    tests: "courier-steps",
  },
  {
    bug: "a step counts from whenever the phone says",
    edits: [
      [
        "lib/orders/take-step.ts",
        "const at = new Date(Math.min(now.getTime(), Math.max(wanted, progress.latest.getTime())));",
        "const at = new Date(wanted);",
      ],
    ],
    project: "reliability",
    tests: "courier-steps",
  },
  {
    bug: "two dispatchers give one courier two orders",
    edits: [
      [
        "prisma/migrations/20261121000000_init/migration.sql",
        'CREATE UNIQUE INDEX "one_active_order_per_courier"',
        'CREATE INDEX "one_active_order_per_courier"',
      ],
      ["lib/dispatch/store.ts", "LIMIT 1 FOR NO KEY UPDATE OF c SKIP LOCKED", "LIMIT 1"],
      [
        "lib/dispatch/find-courier.ts",
        "return courierId !== null && (await carriesOrder(tx, courierId)) ? null : courierId;",
        "return courierId;",
      ],
    ],
    project: "reliability",
    tests: "kill-dispatch",
  },
  {
    bug: "the nearest courier is taken whatever their vehicle carries",
    edits: [
      [
        "lib/dispatch/find-courier.ts",
        "transports: transportsFor(order.cargoSize),",
        'transports: transportsFor("S"),',
      ],
    ],
    project: "reliability",
    tests: "reliability/dispatch",
  },
  {
    bug: "the first disk that holds a courier decides, though one beyond its rim may be nearer",
    edits: [
      [
        "lib/couriers/cell.ts",
        "REACH_PER_STEP_METERS * steps - OFF_CENTRE_METERS",
        "2 * REACH_PER_STEP_METERS * steps + 4_000",
      ],
    ],
    project: "unit",
    tests: "cell",
  },
  {
    bug: "a job that is asked for while it runs is ended by that run",
    edits: [
      [
        "lib/jobs/store.ts",
        "run_at = least(waiting.run_at, excluded.run_at), claim = waiting.claim + 1",
        "run_at = least(waiting.run_at, excluded.run_at)",
      ],
    ],
    project: "reliability",
    tests: "schedules",
  },
  {
    bug: "the job of a slot is put in after the slot is taken, not with it",
    edits: [
      [
        "lib/jobs/store.ts",
        "    ), put AS (\n      INSERT INTO jobs (kind, key, run_at) SELECT ${kind}, slot::text, now() FROM taken RETURNING 1\n    )\n    SELECT pg_notify(${JOBS_CHANNEL}, '') FROM put`;",
        "    )\n    SELECT slot FROM taken`.then(async (count) => { await new Promise((done) => setTimeout(done, 200)); if (count > 0) await db.$executeRaw`INSERT INTO jobs (kind, key, run_at) SELECT ${kind}, slot::text, now() FROM schedule_slots ORDER BY slot DESC LIMIT ${count} ON CONFLICT DO NOTHING`; return count; });",
      ],
    ],
    project: "reliability",
    tests: "schedules",
  },
  {
    bug: "of positions that pour in the last to arrive wins",
    edits: [
      ["lib/couriers/store.ts", "\n      WHERE known.recorded_at < excluded.recorded_at", ""],
      ["lib/couriers/fix.ts", 'if (fix.recordedAt <= known.recordedAt) return "past";', ""],
    ],
    project: "reliability",
    tests: "positions",
  },
  {
    bug: "a position of exactly 30 minutes is drawn for the recipient",
    edits: [
      [
        "lib/tracking/tracking-view.ts",
        "position.receivedAt.getTime() >= POSITION_FRESHNESS_MS",
        "position.receivedAt.getTime() > POSITION_FRESHNESS_MS",
      ],
      [
        "lib/tracking/tracking-view.ts",
        "position.recordedAt.getTime() >= POSITION_FRESHNESS_MS",
        "position.recordedAt.getTime() > POSITION_FRESHNESS_MS",
      ],
    ],
    project: "reliability",
    tests: "clock-borders",
  },
  {
    bug: "a dropoff's page draws the way from the door before it",
    edits: [
      ["lib/tracking/tracking-view.ts", "return [courier, ...pathAfter(path, meters)];", "return [...path];"],
      [
        "lib/tracking/tracking-view.ts",
        "if (offMeters > OFF_ROUTE_METERS) return end === undefined ? [] : [courier, end];",
        "void offMeters; void end;",
      ],
    ],
    project: "reliability",
    tests: "tracking-leak",
    pages: true,
  },
  {
    bug: "a page without a connection says that its courier was seen just now",
    edits: [
      [
        "components/tracking/line.ts",
        'return hasLine ? freshnessOf(at, now) : "stale";',
        "void hasLine; return freshnessOf(at, now);",
      ],
    ],
    project: "unit",
    tests: "components/tracking/line",
  },
  {
    bug: "a stream with nothing new to tell is silent",
    edits: [["lib/live/event-stream.ts", "else write(`event: heartbeat", "else void (`event: heartbeat"]],
    project: "unit",
    tests: "lib/live/event-stream",
  },
  {
    bug: "a courier who has handed the order back is still said to come",
    edits: [["lib/tracking/tracking-view.ts", 'if (order.courier === null) return "replacing";', ""]],
    project: "unit",
    tests: "components/tracking/describe-tracking",
  },
  {
    bug: "a courier is at the door wherever they are",
    edits: [
      [
        "lib/tracking/tracking-view.ts",
        "arrivedAt < position.recordedAt && isAway(place) ? null : arrivedAt;",
        "arrivedAt < position.recordedAt && isAway(place) ? arrivedAt : arrivedAt;",
      ],
    ],
    project: "unit",
    tests: "lib/tracking/tracking-view",
  },
  {
    bug: "a map keeps 56 pixels free in a box of a hundred",
    edits: [
      ["components/map/fit.ts", "Math.min(Math.max(padding, MARKER_PX), size / 4)", "Math.max(padding, 56)"],
    ],
    project: "unit",
    tests: "components/map/fit",
  },
  {
    bug: "the page of the whole order names every building",
    edits: [
      [
        "lib/tracking/tracking-view.ts",
        "building: isAlone || index === own ? stop.building : null,",
        "building: stop.building,",
      ],
    ],
    project: "reliability",
    tests: "tracking-leak",
    pages: true,
  },
  {
    bug: "who tries wrong links may go on",
    edits: [
      ["proxy.ts", "if (isAllowed) return plainPage(404", "if (isAllowed || address) return plainPage(404"],
    ],
    project: "reliability",
    tests: "tracking-links",
    pages: true,
  },
  {
    bug: "tokens have 64 random bits",
    edits: [["lib/tracking/token.ts", "const TOKEN_BYTES = 16;", "const TOKEN_BYTES = 8;"]],
    project: "reliability",
    tests: "tracking-links",
  },
  {
    bug: "a link lives a day longer than thirty",
    edits: [
      [
        "lib/tracking/tracking-view.ts",
        "endedAt.getTime() >= GONE_AFTER_MS",
        "endedAt.getTime() >= GONE_AFTER_MS + OUTCOME_ONLY_AFTER_MS",
      ],
    ],
    project: "reliability",
    tests: "tracking-links",
    pages: true,
  },
  {
    bug: "the address stays after the outcome alone should",
    edits: [["lib/tracking/tracking-view.ts", "stops: isOutcomeOnly ? [] : stopsOf", "stops: stopsOf"]],
    project: "reliability",
    tests: "tracking-links",
    pages: true,
  },
  {
    bug: "a fix of 0,0 is taken for a place",
    edits: [["lib/couriers/fix.ts", 'return "null_island";', "void 0;"]],
    project: "unit",
    tests: "couriers/fix",
  },
  {
    bug: "methods that a path does not take are answered with 404",
    edits: [["lib/api/serve.ts", "const isUnknown = candidates.length === 0;", "const isUnknown = true;"]],
    project: "contract",
    tests: "transport",
  },
  {
    bug: "staff may do what is for owners",
    edits: [
      [
        "app/dashboard/attempt.ts",
        'if (role === "owner" && staff.role !== "owner")',
        'if (role === "owner" && staff.accountId === "")',
      ],
    ],
    project: "reliability",
    tests: "dashboard-actions",
    pages: true,
  },
  {
    bug: "a person of another account is found",
    edits: [
      ["lib/accounts/people-store.ts", "where: { id: personId, accountId }", "where: { id: personId }"],
    ],
    project: "reliability",
    tests: "dashboard-actions",
    pages: true,
  },
  {
    bug: "a route handler takes posts of other sites",
    edits: [
      [
        "app/dashboard/new/quote/route.ts",
        'pageOf(request, served.publicUrl) !== "own"',
        "pageOf(request, served.publicUrl).length === 0",
      ],
    ],
    project: "reliability",
    tests: "dashboard-actions",
    pages: true,
  },
  {
    bug: "a session outlives the password that it began with",
    edits: [
      [
        "lib/accounts/check-session.ts",
        "if (user === null || user.sessionVersion !== claims.sessionVersion) return null;",
        "if (user === null) return null;",
      ],
    ],
    project: "reliability",
    tests: "sessions",
    pages: true,
  },
  {
    bug: "an OpenID provider's word is taken for an address that it has not verified",
    edits: [
      [
        "app/auth.ts",
        'const isKnown = isVerified === true && typeof email === "string";',
        'const isKnown = isVerified !== null && typeof email === "string";',
      ],
    ],
    project: "reliability",
    tests: "oidc",
    pages: true,
  },
  {
    bug: "a revoked key goes on",
    edits: [
      ["lib/accounts/check-key.ts", 'if (key.revokedAt !== null) throw new DomainError("KEY_REVOKED");', ""],
    ],
    project: "reliability",
    tests: "revoke-now",
  },
  {
    bug: "a search goes through all that there is",
    edits: [
      [
        "lib/db/begins-with.ts",
        "${column} >= ${text} AND ${column} < ${text} || chr(1114111)",
        "starts_with(${column} || '', ${text})",
      ],
    ],
    project: "reliability",
    tests: "many-orders",
  },
  {
    bug: "the log keeps free texts as they are",
    edits: [
      [
        "lib/requests/mask.ts",
        'const hide: Rule = (value) => (typeof value === "number" ?',
        'const hide: Rule = (value) => (typeof value === "string" ? value : typeof value === "number" ?',
      ],
    ],
    project: "unit",
    tests: "lib/requests/mask",
  },
  {
    bug: "revoking an order's links leaves those of its dropoffs",
    edits: [
      [
        "lib/orders/revoke-tracking-links.ts",
        "writeTokens(tx, order.id, { order: null, dropoffs });",
        "writeTokens(tx, order.id, { order: null, dropoffs: order.dropoffTokens });",
      ],
    ],
    project: "contract",
    tests: "tracking-link-revocation",
  },
  {
    bug: "an edit overwrites what somebody else has changed since the form was opened",
    edits: [
      [
        "lib/orders/edit-order.ts",
        "return seenVersion !== undefined && seenVersion !== detailsVersion(stored);",
        'return seenVersion === "" && detailsVersion(stored) === "";',
      ],
    ],
    project: "contract",
    tests: "delivery-form",
  },
  ...WEBHOOK_MUTANTS,
];

/**
 * A copy of the project with its build, whose packages are the original's.
 *
 * @param {boolean} isBuilt whether pages are built there, which needs the packages within the folder
 */
function copyProject(isBuilt) {
  const copy = mkdtempSync(join(tmpdir(), "dropline-mutant-"));
  const left = /^(node_modules|\.git|\.data)$/;
  cpSync(root, copy, {
    recursive: true,
    filter: (source) => source === root || !left.test(source.slice(root.length + 1)),
  });
  const [from, to] = [join(root, "node_modules"), join(copy, "node_modules")];
  if (isBuilt) spawnSync("cp", ["-al", from, to], { stdio: "inherit" });
  else symlinkSync(from, to);
  return copy;
}

/** @param {Mutant} mutant */
async function isCaught({ edits, project, tests, pages = false, named = "" }) {
  const copy = copyProject(pages);
  try {
    for (const [file, from, to] of edits) {
      const text = readFileSync(join(copy, file), "utf8");
      if (!text.includes(from)) throw new Error(`${file} no longer has: ${from}`);
      writeFileSync(join(copy, file), text.replace(from, to));
    }
    const { buildAll, buildTools } = await import(pathToFileURL(join(copy, "scripts/build.mjs")).href);
    await (pages ? buildAll() : buildTools());
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const { status } = spawnSync(
      process.execPath,
      [vitest, "run", "--project", project, tests, "--bail=1", "-t", `^(?!.*next lane).*${named}`],
      {
        cwd: copy,
        stdio: "ignore",
      },
    );
    return status !== 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const wanted = process.argv[2];
let survivors = 0;
// Without a bug everything passes; otherwise a test that fails on one would show nothing.
const targets = new Set(MUTANTS.map(({ project, tests }) => `${project}/${tests}`));
for (const target of wanted === undefined ? targets : []) {
  const [project = "", tests = ""] = target.split("/");
  if (await isCaught({ bug: "none", edits: [], project, tests })) {
    survivors += 1;
    console.log(`FAILS WITHOUT A BUG  ${target}`);
  }
}
for (const mutant of MUTANTS) {
  if (wanted !== undefined && ![mutant.bug, mutant.tests].some((text) => text.includes(wanted))) continue;
  const caught = await isCaught(mutant);
  if (!caught) survivors += 1;
  console.log(`${caught ? "caught  " : "SURVIVED"}  ${mutant.project}/${mutant.tests}: ${mutant.bug}`);
}
console.log(
  survivors === 0 ? "Every planted bug was caught." : `${survivors} things are not as they should be.`,
);
process.exit(survivors === 0 ? 0 : 1);
