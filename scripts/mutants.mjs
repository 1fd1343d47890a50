// npm run mutants: plants one bug after another in a copy of the project, and checks that a test fails on each.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "./install.mjs";
import { MAP_MUTANTS } from "./map-mutants.mjs";
import { OPERATOR_MUTANTS } from "./operator-mutants.mjs";
import { PROOF_MUTANTS } from "./proof-mutants.mjs";
import { WEBHOOK_MUTANTS } from "./webhook-mutants.mjs";

/**
 * A bug: the texts it replaces, and the tests that must catch it.
 *
 * `project`: the folder of the tests in e2e, or what else they are. `pages`: the tests open pages, which have to be
 * rebuilt. `named`: only tests with this in their names.
 *
 * @typedef {{ bug: string, edits: [file: string, from: string, to: string][], project: string, tests: string, pages?:
 * boolean, named?: string }} Mutant
 */

/** @type {Mutant[]} */
export const MUTANTS = [
  {
    bug: "a courier's steps after a wrong code are sent all the same, and each is refused",
    edits: [
      [
        "lib/courier-app/app-state.ts",
        "return [refused, ...later.filter(isOfOrder)];",
        "return later.length < 0 ? later.filter(isOfOrder) : [refused];",
      ],
    ],
    project: "unit",
    tests: "lib/courier-app/app-state",
  },
  {
    bug: "a photo of the first try passes for one of the second",
    edits: [["lib/courier-app/proof-file.ts", " && attempt === place.attempt", " && attempt >= 0"]],
    project: "unit",
    tests: "lib/courier-app/proof-file",
  },
  {
    bug: "an operator's word does not spare a courier the code",
    edits: [["lib/courier-app/proof-file.ts", "if (proof.code && !isCodeOverridden) {", "if (proof.code) {"]],
    project: "unit",
    tests: "lib/courier-app/proof-file",
  },
  {
    bug: "a courier may say at once that nobody comes",
    edits: [["lib/courier-app/waiting-time.ts", "return isOver || !", "return true || isOver || !"]],
    project: "unit",
    tests: "lib/courier-app/waiting-time",
  },
  {
    bug: "a courier who has brought goods back is told that the order was cancelled and not to go there",
    edits: [
      [
        "lib/orders/carrying/store.ts",
        "(latest.status = 'cancelled' AND latest.return_state IS NULL)",
        "(latest.status = 'cancelled')",
      ],
    ],
    project: "unit",
    tests: "lib/orders/carrying/find-carried",
  },
  {
    bug: "a live order takes a scenario",
    edits: [
      [
        "lib/operation/run-operation.ts",
        'if (mode === "live") {\n    issues.push(...sent',
        "if (mode !== mode) {\n    issues.push(...sent",
      ],
    ],
    project: "contract",
    tests: "contract/sandbox",
    named: "with a live key",
  },
  {
    bug: "a page's address in a language names another one as canonical",
    edits: [["app/alternates.ts", "query.lang === locale ? languages[locale] : languages", "languages"]],
    project: "contract",
    tests: "contract/openapi",
    named: "names as canonical",
    pages: true,
  },
  {
    bug: "a page that chooses its language names that language's address as canonical",
    edits: [["app/alternates.ts", "query.lang === locale ?", "query.lang !== null ?"]],
    project: "contract",
    tests: "contract/openapi",
    named: "names as canonical",
    pages: true,
  },
  {
    bug: "a canonical address keeps whatever else was asked for",
    edits: [
      [
        "app/alternates.ts",
        "languages[locale] : languages",
        '`${languages["x-default"]}?${new URLSearchParams(query as Record<string, string>)}` : languages',
      ],
    ],
    project: "contract",
    tests: "contract/openapi",
    named: "names as canonical",
    pages: true,
  },
  {
    bug: "a page does not name itself in one of its languages",
    edits: [["app/alternates.ts", "LOCALES.map((one)", "LOCALES.slice(1).map((one)"]],
    project: "contract",
    tests: "contract/openapi",
    named: "names as canonical",
    pages: true,
  },
  {
    bug: "a live order is moved by hand",
    edits: [
      [
        "lib/operation/run-operation.ts",
        'if (isTestOnly && mode === "live")',
        "if (isTestOnly && mode !== mode)",
      ],
    ],
    project: "contract",
    tests: "contract/sandbox",
    named: "moves nothing of live mode",
  },
  {
    bug: "who has refused a test order is hired for it again",
    edits: [
      [
        "lib/simulator/store.ts",
        "AND NOT EXISTS (SELECT 1 FROM dispatch_refusals r WHERE r.order_id = ${orderId} AND r.courier_id = c.id)",
        "AND ${orderId}::bigint IS NOT NULL",
      ],
    ],
    project: "unit",
    tests: "lib/sandbox/rehearsal",
    named: "by a third",
  },
  {
    bug: "a simulated courier brings no files",
    edits: [
      [
        "lib/simulator/carry-proof.ts",
        "if (asked?.[kind] === true) files.push",
        "if (asked === undefined) files.push",
      ],
    ],
    project: "unit",
    tests: "lib/sandbox/rehearsal",
    named: "brings it from every stop",
  },
  {
    bug: "what a phone still sends of a dropoff's first try counts as its second",
    edits: [
      [
        "lib/orders/carrying/progress.ts",
        'const tryOf = (step: Step): number => ("attempt" in step ? (step.attempt ?? 0) : 0);',
        'const tryOf = (step: Step): number => ("dropoff" in step && step.dropoff < 0 ? 1 : 0);',
      ],
    ],
    project: "reliability",
    tests: "e2e/reliability/courier-steps",
    named: "try again and bring back",
  },
  {
    bug: "an answer about a dropoff that is sent again is refused",
    edits: [
      [
        "lib/orders/carrying/answer-question.ts",
        "attempts > 0 && resolution === null : resolution === action",
        "attempts > 0 && resolution === null : resolution === null",
      ],
    ],
    project: "contract",
    tests: "e2e/contract/undeliverable",
    named: "asked, the answer",
  },
  {
    bug: "the file of orders has one wait of several",
    edits: [["lib/orders/list/store.ts", "sum(c.amount) AS amount", "max(c.amount) AS amount"]],
    project: "contract",
    tests: "e2e/contract/order-search",
    named: "sum of each kind",
  },
  {
    bug: "an order of which a part was delivered ends cancelled once the rest is back",
    edits: [["lib/orders/carrying/give-back.ts", "if (isAnythingDelivered(", "if (!isAnythingDelivered("]],
    project: "unit",
    tests: "lib/orders/carrying/take-step",
  },
  {
    bug: "text that explains is too pale to be read",
    edits: [["app/tokens.css", "--soft: light-dark(#46534c", "--soft: light-dark(#8a9a92"]],
    project: "unit",
    tests: "scripts/tokens",
  },
  {
    bug: "maps have a park of their own colour",
    edits: [["lib/map/colors.ts", 'park: "#d7e5cd"', 'park: "#d7e5cc"']],
    project: "unit",
    tests: "scripts/tokens",
  },
  {
    bug: "a button names its colour by its value",
    edits: [["components/ui/styles.ts", "bg-fir text-on-fir", "bg-[#123b2e] text-on-fir"]],
    project: "unit",
    tests: "scripts/tokens",
  },
  {
    bug: "a change of a key is told to nobody",
    edits: [
      [
        "prisma/migrations/20261122131000_row_changes/migration.sql",
        "PERFORM forget_rows('api_keys', array_agg(encode(b.key_hash, 'hex')))",
        "PERFORM 1",
      ],
    ],
    project: "reliability",
    tests: "revoke-now",
    named: "past every verb",
  },
  {
    bug: "what the settings say of a stop's proof is sent as the stop's own word",
    edits: [
      [
        "lib/orders/form/draft.ts",
        'return held === "" ? undefined : held === "yes";',
        'return held === "yes";',
      ],
    ],
    project: "unit",
    tests: "lib/orders/form/draft.test",
  },
  {
    bug: "an open question waits behind older troubles",
    edits: [["lib/overview/overview.ts", "return rank(a) - rank(b) || ", "return "]],
    project: "unit",
    tests: "lib/overview/overview.test",
  },
  {
    bug: "a test order's question needs attention in live mode",
    edits: [["lib/overview/store.ts", "WHERE o.mode = ${scope.mode}::mode", "WHERE true"]],
    project: "unit",
    tests: "lib/overview/attention.test",
  },
  {
    bug: "an order that asks is not marked in the list",
    edits: [
      [
        "lib/orders/list/store.ts",
        "coalesce(bool_or(s.resolution = 'ask'), false) AS is_asked",
        "false AS is_asked",
      ],
    ],
    project: "unit",
    tests: "lib/overview/attention.test",
  },
  {
    bug: "a cancellation does not say what it was shown to cost",
    edits: [["components/order/cancel-order.tsx", ", max_fee: String(fee) }", " }"]],
    project: "components",
    tests: "components/order/cancel-order",
  },
  {
    bug: "an answer is about the first stop, whichever asks",
    edits: [["components/order/open-questions.tsx", "index: String(index) }", 'index: "1" }']],
    project: "components",
    tests: "components/order/outcomes",
  },
  {
    bug: "whoever knows an order's code opens the photos of any other",
    edits: [
      [
        "app/dashboard/orders/[code]/proof/[file]/route.ts",
        "if (!known.some(({ id }) => id === file))",
        "if (staff === null)",
      ],
    ],
    project: "reliability",
    tests: "dashboard-actions",
    named: "proof",
    pages: true,
  },
  {
    bug: "a transaction that has ended still runs what it is given",
    edits: [["lib/db/transaction.ts", "if (this.#end !== undefined) throw this.#end;", ""]],
    project: "unit",
    tests: "lib/db/client",
  },
  {
    bug: "a transaction that PostgreSQL undid passes for kept",
    edits: [["lib/db/transaction.ts", 'if (command === "COMMIT") return;', "if (command) return;"]],
    project: "unit",
    tests: "lib/db/client",
  },
  {
    bug: "the first statement of a transaction stands outside of it",
    edits: [["packages/pg-exchange/exchange.ts", "begin ? [BEGIN, statement] : [statement]", "[statement]"]],
    project: "unit",
    tests: "lib/db/client",
  },
  {
    bug: "a connection whose prepared BEGIN is gone begins no transaction any more",
    edits: [
      [
        "packages/pg-exchange/exchange.ts",
        'for (const { name = "" } of this.#statements) this.#known.delete(name);',
        'this.#known.delete(this.#statement.name ?? "");',
      ],
    ],
    project: "unit",
    tests: "pg-exchange",
  },
  {
    bug: "another key answers a confirmation",
    edits: [
      [
        "lib/api/mcp/confirmations.ts",
        "question === undefined || question.keyId !== keyId",
        "question === undefined",
      ],
    ],
    project: "unit",
    tests: "lib/api/mcp",
  },
  {
    bug: "a question whose stream has closed stays open",
    edits: [["lib/api/mcp/confirmations.ts", 'stream.addEventListener("abort", refuse);', ""]],
    project: "unit",
    tests: "lib/api/mcp",
  },
  {
    bug: "a repeat confirms an order that only the primary has",
    edits: [
      ["lib/orders/stored-order.ts", "current_setting('synchronous_standby_names') = '' OR", "true OR"],
    ],
    project: "reliability",
    tests: "failover",
    named: "confirms an order only",
  },
  {
    bug: "backends whose connections were closed are neither ended nor counted",
    edits: [["lib/db/client.ts", "abandoned.add(client.backend);", "abandoned.count;"]],
    project: "reliability",
    tests: "failover",
    named: "holds no more connections",
  },
  {
    bug: "a statement waits for the standby without a limit",
    edits: [["lib/db/client.ts", "query_timeout: responseMs,", ""]],
    project: "reliability",
    tests: "failover",
    named: "bounds a statement outside",
  },
  {
    bug: "a connection to a server that has become read-only stays in the pool",
    edits: [["lib/db/send.ts", "XX...|25006|", "XX...|"]],
    project: "reliability",
    tests: "failover",
    named: "gives up a connection",
  },
  {
    bug: "only the first host of the database's address is ever used",
    edits: [["lib/db/servers.ts", "      this.#current = url;\n", ""]],
    project: "reliability",
    tests: "failover",
    named: "is found behind",
  },
  {
    bug: "an instant of a far year is sent as the runtime writes it",
    edits: [
      ["lib/db/parameter.ts", "instantOf(value) : String(value)", "value.toISOString() : String(value)"],
    ],
    project: "unit",
    tests: "lib/db/sql",
  },
  {
    bug: "a remembered row is gone by while nothing is heard of changes",
    edits: [["lib/db/remembered.ts", "return watch?.isFresh() ?", "return watch !== undefined ?"]],
    project: "unit",
    tests: "lib/db/remembered",
  },
  {
    bug: "a row that changes while it is read is remembered as it was",
    edits: [["lib/db/remembered.ts", "this.#reads.get(key) === reading && value", "value"]],
    project: "unit",
    tests: "lib/db/remembered",
  },
  {
    bug: "a read that began before a change is shared after it",
    edits: [["lib/db/remembered.ts", "of [this.#values, this.#reads]", "of [this.#values]"]],
    project: "unit",
    tests: "lib/db/remembered",
  },
  {
    bug: "what was missed while the connection was down is never forgotten",
    edits: [["lib/db/listen.ts", "        on.connected();\n        beat", "        beat"]],
    project: "unit",
    tests: "lib/db/remembered",
  },
  {
    bug: "a key that was revoked while no process could hear of it goes on",
    edits: [["lib/db/listen.ts", "        on.connected();\n        beat", "        beat"]],
    project: "reliability",
    tests: "revoke-now",
    named: "while no process can hear of it",
  },
  {
    bug: "a new tariff is told to no other process",
    edits: [
      [
        "prisma/migrations/20261122131000_row_changes/migration.sql",
        'AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "tariffs"',
        'AFTER TRUNCATE ON "tariffs"',
      ],
    ],
    project: "reliability",
    tests: "wrong-clocks",
  },
  {
    bug: "a position that dies with its process has been acknowledged",
    edits: [
      [
        "lib/couriers/position-recorder.ts",
        "      this.#fixesWaiting += fixes.length;\n",
        '      this.#fixesWaiting += fixes.length;\n      accept(fixes.map(() => "current"));\n',
      ],
    ],
    project: "reliability",
    tests: "kill-positions",
  },
  {
    bug: "a page fails once it has waited for a connection for two seconds",
    edits: [["lib/db/client.ts", "connectionTimeoutMillis: 5_000", "connectionTimeoutMillis: 2_000"]],
    project: "reliability",
    tests: "busy-pages",
    named: "is shown",
    pages: true,
  },
  {
    bug: "a page that gets no connection answers 500",
    edits: [["lib/pages/away-page.ts", "!response.headersSent && isCut()", "!response.headersSent && false"]],
    project: "reliability",
    tests: "busy-pages",
    named: "in words",
    pages: true,
  },
  {
    bug: "the silence of couriers beyond those that the console lists is missed",
    edits: [
      [
        "lib/board/get-board.ts",
        "[...atWork, ...(await listCarriersOf(db, orders, atWork))]",
        "listCarriersOf.length === 0 ? [] : atWork",
      ],
    ],
    project: "unit",
    tests: "lib/board/get-board",
  },
  {
    bug: "of many couriers the map lists those by their names, whoever is silent",
    edits: [["lib/couriers/list-couriers.ts", "p.received_at NULLS FIRST, c.id", "c.name, c.id"]],
    project: "contract",
    tests: "contract/overview",
  },
  {
    bug: "one address has as many pictures drawn as it likes",
    edits: [["lib/map/draw-in-turn.ts", "if (!isAllowed)", "if (!isAllowed && nextSeconds < 0)"]],
    project: "unit",
    tests: "lib/map/serve-map",
    named: "60 times a minute",
  },
  {
    bug: "any number of drawings wait for their turn",
    edits: [["lib/files/picture-queue.ts", "queue.waiting >= MAX_WAITING", "queue.waiting < 0"]],
    project: "unit",
    tests: "lib/map/serve-map",
    named: "behind more than twenty",
  },
  {
    bug: "a call is lost when there is no partition for its day",
    edits: [
      [
        "lib/requests/store.ts",
        "    if (sqlState(error) !== NO_PARTITION) throw error;\n",
        "    if (sqlState(error) !== NO_PARTITION || calls.length > 0) throw error;\n",
      ],
    ],
    project: "unit",
    tests: "lib/requests/record-request",
    named: "makes the day",
  },
  {
    bug: "a day of the request log is dropped while some of it is shown",
    edits: [
      [
        "prisma/migrations/20261122133002_request_log_days/migration.sql",
        "::timestamptz <= before\n",
        "::timestamptz <= before + interval '1 day'\n",
      ],
    ],
    project: "unit",
    tests: "lib/requests/search-requests",
    named: "seven days",
  },
  {
    bug: "a body with a backslash is not escaped for COPY",
    edits: [["lib/requests/store.ts", 'text?.includes("\\\\") === false', "text !== null"]],
    project: "unit",
    tests: "lib/requests/record-request",
    named: "every byte",
  },
  {
    bug: "a stream asks once whether its reader may be told",
    edits: [
      ["lib/live/event-stream.ts", "this.#isAllowed().then(", "(this.once ??= this.#isAllowed()).then("],
    ],
    project: "unit",
    tests: "lib/live/event-stream",
  },
  {
    bug: "whatever a reader does not take is kept for them",
    edits: [["lib/live/event-stream.ts", "this.#stuckSince = performance.now();", "void 0;"]],
    project: "unit",
    tests: "lib/live/event-stream",
    named: "does not read",
  },
  {
    bug: "after a lost connection nothing is read anew",
    edits: [["lib/live/hub.ts", "connected: () => this.#doubtAll()", "connected: () => {}"]],
    project: "unit",
    tests: "lib/live/event-stream",
    named: "was cut",
  },
  {
    bug: "a heartbeat comes although it is not known whether anything is new",
    edits: [["lib/live/event-stream.ts", " && this.#membership?.isKnown() === true;", ";"]],
    project: "unit",
    tests: "lib/live/event-stream",
    named: "fifteen seconds",
  },
  {
    bug: "a state that changes by itself stands until something happens",
    edits: [["lib/live/subject.ts", "this.#isStale || now >= this.#dueAt", "this.#isStale"]],
    project: "unit",
    tests: "lib/live/event-stream",
    named: "by itself",
  },
  {
    bug: "questions join a read that began before them",
    edits: [
      [
        "lib/db/batched.ts",
        "        next = null;\n        return run([...keys]);",
        "        return run([...keys]).finally(() => { next = null; });",
      ],
    ],
    project: "unit",
    tests: "lib/db/batched",
  },
  {
    bug: "each of many quotes waits for the disk by itself",
    edits: [
      [
        "lib/quotes/store.ts",
        "await insert(quoteRow(scope, quote, routingMode));",
        "await insertRows(db, [quoteRow(scope, quote, routingMode)]);",
      ],
    ],
    project: "unit",
    tests: "lib/orders/round-trips",
  },
  {
    bug: "the place of a stream that has ended is not given back",
    edits: [["lib/live/places.ts", "      if (!isTaken) return;", "      if (isTaken) return;"]],
    project: "unit",
    tests: "lib/live/event-stream",
  },
  {
    bug: "each stream reads for itself",
    edits: [
      ["lib/live/hub.ts", "let subject = this.#subjects.get(key);", "let subject: Subject | undefined;"],
    ],
    project: "unit",
    tests: "lib/live/event-stream",
  },
  {
    bug: "the address of a picture tells a door",
    edits: [["lib/map/frame.ts", "const STEPS = 8;", "const STEPS = 800;"]],
    project: "unit",
    tests: "lib/map/frame",
  },
  {
    bug: "a link's preview tells a door",
    edits: [
      [
        "lib/map/find-preview.ts",
        "return [Math.round(x / STEP) * STEP, Math.round(y / STEP) * STEP];",
        "return [x, y];",
      ],
    ],
    project: "unit",
    tests: "lib/map/serve-map",
  },
  {
    bug: "a map is served from a file that is cut off",
    edits: [
      ["lib/map/tile-file.ts", "(header.tileDataLength ?? 0) > size", "(header.tileDataLength ?? 0) < 0"],
    ],
    project: "unit",
    tests: "lib/map/serve-map",
  },
  {
    bug: "a process that is to stop still says that it is ready",
    edits: [["server.ts", "    health.isDraining = true;\n", ""]],
    project: "reliability",
    tests: "rolling-restart",
    named: "says so first",
  },
  {
    bug: "a process that is to stop closes its socket at once",
    edits: [["server.ts", "await sleep(drainSeconds * 1_000);", ""]],
    project: "reliability",
    tests: "rolling-restart",
    named: "says so first",
  },
  {
    bug: "what waits too long for a lock is a failure of the service",
    edits: [["lib/db/failure.ts", "|55P03|40001", "|40001"]],
    project: "reliability",
    tests: "database-outage",
    named: "somebody else holds",
  },
  {
    bug: "a statement answers with a column under another name than its row has",
    edits: [["lib/tracking/store.ts", " AS ended_at", " AS ends_at"]],
    project: "unit",
    tests: "lib/process/statements",
  },
  {
    bug: "a row says of a column that may be null that it never is",
    edits: [["lib/orders/stored-order.ts", "  courierId: uuid.orNull,", "  courierId: uuid,"]],
    project: "unit",
    tests: "lib/process/statements",
  },
  {
    bug: "a row has another type than its column",
    edits: [["lib/events/store.ts", "  sequence: int4,\n", "  sequence: int8,\n"]],
    project: "unit",
    tests: "lib/process/statements",
  },
  {
    bug: "a transaction that lost to a rival is given up",
    edits: [["lib/db/take-turns.ts", "tries === MOST_TRIES || ", "tries > 0 || "]],
    project: "unit",
    tests: "lib/db/client",
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
    bug: "a repeat is refused where its order would be refused now",
    edits: [["lib/orders/create-order.ts", "if (repeated === null) throw refusal;", "throw refusal;"]],
    project: "unit",
    tests: "lib/orders/create-order",
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
    bug: "a change that could not be written is answered as if it had been",
    edits: [
      [
        "lib/orders/record-change.ts",
        "await writeChange(db, order, written);",
        "await writeChange(db, order, written).catch(() => order.version);",
      ],
    ],
    project: "reliability",
    tests: "atomic-events",
  },
  {
    bug: "a neighbour in the same database holds the journal's end back",
    edits: [
      [
        "lib/events/store.ts",
        "\n                     OR NOT starts_with(session.application_name, ${SESSION_NAME})",
        "",
      ],
    ],
    project: "reliability",
    tests: "reliability/journal",
  },
  {
    bug: "a neighbour in another database holds the journal's end back",
    edits: [
      ["lib/events/store.ts", "session.datname IS DISTINCT FROM current_database()", "false"],
      ["e2e/reliability/journal.test.ts", '"backup of dropline"', '"dropline"'],
    ],
    project: "reliability",
    tests: "reliability/journal",
  },
  {
    bug: "a transaction of this database that no session has any more is passed by",
    edits: [
      [
        "lib/events/store.ts",
        "WHERE NOT EXISTS (\n              SELECT FROM pg_stat",
        "WHERE EXISTS (\n              SELECT FROM pg_stat",
      ],
      [
        "lib/events/store.ts",
        "AND (session.datname IS DISTINCT FROM current_database()\n                     OR NOT starts_with(",
        "AND (session.datname = current_database()\n                     AND starts_with(",
      ],
    ],
    project: "reliability",
    tests: "reliability/journal",
  },
  {
    bug: "our writers go by the name that the database's address gives them",
    edits: [["lib/db/client.ts", "$1 || ' ' || current_setting", "left($1, 0) || current_setting"]],
    project: "reliability",
    tests: "reliability/journal",
  },
  {
    bug: "a change is written whatever a rival has made of the order since it was read",
    edits: [["lib/orders/store.ts", " AND o.xmin = ${version}::xid", ""]],
    project: "unit",
    tests: "lib/orders/record-change",
  },
  {
    bug: "an edit that loses to a rival is tried once",
    edits: [
      [
        "lib/orders/editing/edit-order.ts",
        "while (performance.now() < until)",
        "while (performance.now() < 0)",
      ],
    ],
    project: "reliability",
    tests: "edit-race",
    named: "another process",
  },
  {
    bug: "edits of one order that price it do not take turns",
    edits: [
      [
        "lib/orders/editing/in-turn.ts",
        "const mine = before === undefined ?",
        "const mine = before !== null ?",
      ],
    ],
    project: "unit",
    tests: "lib/orders/editing/in-turn",
  },
  {
    bug: "an edit that puts the delivery off, or the pickup elsewhere, keeps the courier",
    edits: [
      ["lib/orders/editing/edit-order.ts", "isStillTheirs(before, after, at) && isCarried(", "isCarried("],
    ],
    project: "reliability",
    tests: "dispatch.test",
    named: "an edit that puts",
  },
  {
    bug: "an order that is put off is dispatched at once",
    edits: [
      [
        "lib/dispatch/store.ts",
        "AND o.dispatch_at <= ${now}::timestamptz",
        "AND (o.status = 'assigned' OR o.dispatch_at <= ${now}::timestamptz)",
      ],
      [
        "lib/dispatch/assign-order.ts",
        "order.dispatchAt <= context.clock.now();",
        '(order.status === "assigned" || order.dispatchAt <= context.clock.now());',
      ],
    ],
    project: "reliability",
    tests: "dispatch.test",
    named: "puts the delivery off",
  },
  {
    bug: "a tracking link stays with its position",
    edits: [
      [
        "lib/orders/editing/edit-order.ts",
        "keptTokens(before.dropoffs, order.dropoffTokens, after.dropoffs)",
        "after.dropoffs.map((_, at) => keptTokens(before.dropoffs, order.dropoffTokens, before.dropoffs)[at] ?? null)",
      ],
    ],
    project: "contract",
    tests: "edit-order",
    named: "links follow",
  },
  {
    bug: "a number that stands at two dropoffs tells which is whose",
    edits: [
      [
        "lib/orders/editing/kept-tokens.ts",
        'elsewhere === "always" || isOnly',
        'elsewhere === "always" || isOnly || true',
      ],
    ],
    project: "unit",
    tests: "lib/orders/editing/kept-tokens",
  },
  {
    bug: "a quote re-prices a trip that stays as it is",
    edits: [
      [
        "lib/orders/editing/edit-order.ts",
        "const priced = isSame || price === null",
        "const priced = price === null",
      ],
      [
        "lib/orders/editing/edit-order.ts",
        "if (isSameTrip(input, seen.stored)) return { input, price: null };",
        "",
      ],
      [
        "lib/orders/editing/edit-order.ts",
        "if (isSameTrip(input, seen.stored)) {",
        "if (isSameTrip(input, seen.stored) && quoteId === undefined) {",
      ],
    ],
    project: "contract",
    tests: "quotes",
    named: "honours a quote",
  },
  {
    bug: "a status is written whatever the status was",
    edits: [
      [
        "lib/orders/apply-transition.ts",
        "if (!isAllowed(transition, order.status)) throw new DomainError(REFUSALS[transition]);",
        "",
      ],
    ],
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
    bug: "each process goes by the clock of its machine",
    edits: [["server.ts", "await followClock(database());", "void followClock;"]],
    project: "reliability",
    tests: "wrong-clocks",
  },
  {
    bug: "a step of the machine's clock moves the service's time until the next reading",
    edits: [["lib/clock.ts", "performance.timeOrigin + performance.now()", "Date.now()"]],
    project: "unit",
    tests: "lib/clock",
  },
  {
    bug: "the journal goes on in its epoch after a standby that lagged was promoted",
    edits: [["lib/db/client.ts", "      await renewEpoch(client);\n", ""]],
    project: "reliability",
    tests: "journal-recovery",
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
    bug: "a request stops counting a second before its minute is over",
    edits: [
      [
        "lib/http/rate-limit.ts",
        "COUNTED_SECONDS = WINDOW_SECONDS + 1;",
        "COUNTED_SECONDS = WINDOW_SECONDS;",
      ],
    ],
    project: "reliability",
    tests: "rate-limit",
  },
  {
    bug: "Retry-After ends a second before a request passes",
    edits: [["lib/http/rate-limit.ts", "nextSeconds: last + 1", "nextSeconds: Math.max(1, last)"]],
    project: "reliability",
    tests: "rate-limit",
  },
  {
    bug: "two processes count without looking at each other's requests",
    edits: [
      [
        "lib/http/shared-rate-limit.ts",
        "(w.counts || array_fill(0, ARRAY[passed.seconds]))[passed.seconds + 1:] AS counts",
        "array_fill(0, ARRAY[61]) AS counts",
      ],
    ],
    project: "reliability",
    tests: "rate-limit",
  },
  {
    bug: "a hole of a zone belongs to it",
    edits: [["lib/service-area/polygon.ts", "return holes.every(", "return true || holes.every("]],
    project: "unit",
    tests: "lib/service-area/polygon",
  },
  {
    bug: "a zone takes orders whether it is open or not",
    edits: [["lib/service-area/zone.ts", "if (around.some(", "if (around.length > 0 || around.some("]],
    project: "contract",
    tests: "service-area",
    named: "in its hours alone",
  },
  {
    bug: "hours over midnight end with their day",
    edits: [["lib/service-area/opening-hours.ts", " || holds(1, minutes + DAY_MINUTES)", ""]],
    project: "unit",
    tests: "lib/service-area/opening-hours",
  },
  {
    bug: "an edit is refused for stops that it leaves where they are",
    edits: [
      ["lib/orders/editing/edit-order.ts", "!isSameTime || isNew(place, stop)", "true || isNew(place, stop)"],
    ],
    project: "contract",
    tests: "service-area",
  },
  {
    bug: "a process goes on with the zones that it has read first",
    edits: [["lib/service-area/get-service-area.ts", "known?.version === version", "known !== undefined"]],
    project: "contract",
    tests: "service-area",
    named: "at once on every process",
  },
  {
    bug: "rules beyond the schema run only when the schema has found something",
    edits: [
      [
        "lib/operation/run-operation.ts",
        "issues.push(...(await found(operation.rules?.always)));",
        "if (!parsed.success) issues.push(...(await found(operation.rules?.always)));",
      ],
    ],
    project: "reliability",
    tests: "field-rules",
  },
  {
    bug: "what a verb refuses is told without what the request itself shows",
    edits: [["lib/operation/run-operation.ts", "...error.issues, ...(await suspect())", "...error.issues"]],
    project: "reliability",
    tests: "field-rules",
  },
  {
    bug: "the published document allows identifiers that no URL carries",
    edits: [["lib/orders/schema.ts", "^(?!\\\\.\\\\.?$)", "^"]],
    project: "reliability",
    tests: "field-rules",
  },
  {
    bug: "the published document refuses an amount that the service takes",
    edits: [["lib/field.ts", "examples: [1500]", "multipleOf: 0.01, examples: [1500]"]],
    project: "reliability",
    tests: "field-rules",
    named: "very border",
  },
  {
    bug: "text with a NUL is let through to the database",
    edits: [["lib/field.ts", '!value.includes("\\u0000")', "value !== null"]],
    project: "reliability",
    tests: "fuzz",
  },
  {
    bug: "only the first offending field is told",
    edits: [["lib/http/issues.ts", "return [...byField].map(", "return [...byField].slice(0, 1).map("]],
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
    bug: "test and live orders share one mode",
    edits: [["lib/orders/stored-order.ts", " AND o.mode = ${scope.mode}::mode`", "`"]],
    project: "contract",
    tests: "keys",
  },
  {
    bug: "another account's order is found",
    edits: [["lib/orders/stored-order.ts", "o.account_id = ${scope.accountId}::uuid AND o.mode", "o.mode"]],
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
        "lib/operation/run-operation.ts",
        "  const key = await identify(",
        '  await readInput(operation, request, contextOf(runtime, { type: "key", id: "" }), progress);\n  const key = await identify(',
      ],
    ],
    project: "contract",
    tests: "keys",
  },
  {
    bug: "a body one byte over the limit is taken",
    edits: [
      [
        "lib/http/request-body.ts",
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
        "lib/orders/carrying/take-step.ts",
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
      [
        "lib/dispatch/assign-order.ts",
        "if (!(await lockFree(tx, courierId, search))) return null;\n  return (await carriesOrder(tx, courierId)) ? null : courierId;",
        "await Promise.all([search, lockFree, carriesOrder]);\n  return courierId;",
      ],
    ],
    project: "reliability",
    tests: "reliability/dispatch.test",
    named: "two that sweep at once",
  },
  {
    bug: "the duty of a process that has died is never taken over",
    edits: [
      [
        "lib/jobs/store.ts",
        "(holder = ${holder}::uuid OR held_until <= ${NOW_AS_STORED})",
        "(holder = ${holder}::uuid OR held_until < '2001-01-01')",
      ],
    ],
    project: "reliability",
    tests: "schedules",
    named: "a duty is held",
  },
  {
    bug: "an order is given again to who has refused it",
    edits: [
      ["lib/dispatch/free-couriers.ts", " || order.refusedBy.includes(courier.courierId)", ""],
      [
        "lib/dispatch/store.ts",
        "WHERE r.order_id = ${order.orderId} AND r.courier_id = c.id)",
        "WHERE r.order_id = ${order.orderId} AND r.courier_id = c.id AND r.refused_at IS NULL)",
      ],
    ],
    project: "reliability",
    tests: "reliability/dispatch.test",
    named: "replaces a courier",
  },
  {
    bug: "orders that nobody can take hold up those behind them",
    edits: [["lib/dispatch/sweep-orders.ts", "page.length < PAGE ||", "page.length > 0 ||"]],
    project: "reliability",
    tests: "reliability/dispatch.test",
    named: "of very many that wait",
  },
  {
    bug: "the nearest courier is taken whatever their vehicle carries",
    edits: [
      [
        "lib/dispatch/free-couriers.ts",
        "transportsFor(order.cargoSizes)",
        'transportsFor(order.cargoSizes.slice(0, 0).concat("S"))',
      ],
      [
        "lib/dispatch/find-free.ts",
        "transportsFor(cargoSizes)",
        'transportsFor(cargoSizes.slice(0, 0).concat("S"))',
      ],
      [
        "lib/dispatch/assign-order.ts",
        "transportsFor(order.cargoSizes)",
        'transportsFor(order.cargoSizes.slice(0, 0).concat("S"))',
      ],
    ],
    project: "reliability",
    tests: "dispatch.test",
  },
  {
    bug: "couriers who are compared by road are taken in any order",
    edits: [["lib/dispatch/rank-couriers.ts", "couriers.toSorted((a, b) =>", "couriers.toSorted((b, a) =>"]],
    project: "reliability",
    tests: "dispatch.test",
  },
  {
    bug: "load turns a price into an estimate",
    edits: [
      [
        "lib/routing/route-trip.ts",
        "instanceof DomainError) throw error",
        "instanceof TypeError) throw error",
      ],
    ],
    project: "unit",
    tests: "lib/routing/route-trip",
  },
  {
    bug: "legs of an old map are served",
    edits: [
      ["lib/routing/leg-cache.ts", "leg?.version === version ? leg : undefined", "leg"],
      ["lib/routing/road-server.ts", "version === this.#version)) return", "version !== undefined)) return"],
    ],
    project: "unit",
    tests: "lib/routing/route-trip",
  },
  {
    bug: "a late response of an old map counts as the map of now",
    edits: [
      [
        "lib/routing/road-server.ts",
        "if (version !== this.#version) this.#versionDoubtedAt = performance.now();",
        "if (version !== this.#version) this.#version = version;",
      ],
    ],
    project: "unit",
    tests: "lib/routing/route-trip",
  },
  {
    bug: "every caller has the server search for the same leg",
    edits: [["lib/routing/road-server.ts", " ?? this.#searches.get(key)", ""]],
    project: "unit",
    tests: "lib/routing/route-trip",
  },
  {
    bug: "one account's routes wait for all of another's",
    edits: [
      ["lib/routing/road-server.ts", "this.#queue.run(key, deadlineAt", 'this.#queue.run("all", deadlineAt'],
    ],
    project: "unit",
    tests: "lib/routing/route-trip",
  },
  {
    bug: "waiting in the queue counts against the server",
    edits: [
      [
        "lib/routing/road-server.ts",
        "maxActive: options.maxRequests,",
        "maxActive: 10 * options.maxRequests,",
      ],
    ],
    project: "unit",
    tests: "lib/routing/route-trip",
  },
  {
    bug: "a leg without a road is asked for again and again",
    edits: [
      [
        "lib/routing/road-server.ts",
        "if (version !== undefined) this.#cache.keep",
        'if (version !== undefined && typeof result !== "string") this.#cache.keep',
      ],
    ],
    project: "unit",
    tests: "lib/routing/route-trip",
  },
  {
    bug: "a failed search alone means that the server is down",
    edits: [
      [
        "lib/routing/road-server.ts",
        "      await this.#probe();\n      if",
        "      this.#isDown = true;\n      if",
      ],
    ],
    project: "unit",
    tests: "lib/routing/route-trip",
  },
  {
    bug: "an edit that prices an order anew keeps the old source of its distances",
    edits: [["lib/orders/store.ts", "::int, routing = ${trip.routing},", "::int,"]],
    project: "contract",
    tests: "contract/roads",
  },
  {
    bug: "a trip is routed from a road that is kilometres from its point",
    edits: [["lib/routing/osrm.ts", "MAX_SNAP_METERS = 500", "MAX_SNAP_METERS = 5_000"]],
    project: "unit",
    tests: "lib/routing/route-trip",
  },
  {
    bug: "a quote's duration is that of empty streets",
    edits: [["lib/routing/route-at.ts", "leg.durationSeconds * factor", "leg.durationSeconds"]],
    project: "contract",
    tests: "roads.test",
  },
  {
    bug: "waiting counts from a tap that was made far away",
    edits: [
      [
        "lib/orders/waiting.ts",
        "if (known !== undefined && isThere(known)) return arrivedAt;",
        "if (known !== undefined) return arrivedAt;",
      ],
    ],
    project: "unit",
    tests: "lib/orders/waiting.test",
  },
  {
    bug: "the free minutes of waiting are charged too",
    edits: [["lib/orders/waiting.ts", "minutes - tariff.waitingFreeMinutes", "minutes"]],
    project: "unit",
    tests: "lib/orders/waiting.test",
  },
  {
    bug: "goods that already go back are charged for again when the order is cancelled",
    edits: [["lib/orders/cancellation-terms.ts", 'facts.returnState === "on_the_way"', "false"]],
    project: "unit",
    tests: "lib/orders/cancellation-terms",
  },
  {
    bug: "a cancellation costs what today's tariff says",
    edits: [
      [
        "lib/orders/cancellation-charges.ts",
        "JOIN tariffs t ON t.id = o.tariff_id",
        "JOIN tariffs t ON t.id = (SELECT max(id) FROM tariffs)",
      ],
    ],
    project: "reliability",
    tests: "month-of-money",
  },
  {
    bug: "a cancellation costs more than was allowed",
    edits: [["lib/orders/cancellation-charges.ts", "terms.fee > maxFee", "false"]],
    project: "reliability",
    tests: "cancellation-race",
  },
  {
    bug: "a return is priced for the smallest cargo",
    edits: [["lib/pricing/tariff.ts", "sizeSteps(b) - sizeSteps(a)", "sizeSteps(a) - sizeSteps(b)"]],
    project: "unit",
    tests: "lib/pricing/tariff",
  },
  {
    bug: "the way back is asked of the roads while it is free",
    edits: [["lib/pricing/price-trip.ts", "tariff.returnPercent > 0 &&", "tariff.returnPercent >= 0 &&"]],
    project: "unit",
    tests: "lib/pricing/price-trip",
  },
  {
    bug: "an adjustment brings the total below 0",
    edits: [["lib/orders/adjust-charge.ts", "amount < 0 && ", "amount === 0 && "]],
    project: "unit",
    tests: "lib/orders/adjust-charge",
  },
  {
    bug: "a buyout by card takes cash",
    edits: [["lib/cash/record-buyout.ts", "AND due.type = 'cash'", ""]],
    project: "unit",
    tests: "lib/cash",
  },
  {
    bug: "two operators take the same cash in",
    edits: [["lib/cash/hand-cash.ts", "if (!(await lockCourier(tx, courierId)))", 'if (courierId === "")']],
    project: "unit",
    tests: "lib/cash",
    named: "two operators",
  },
  {
    bug: "every leg is priced for the size of the first dropoff",
    edits: [["lib/pricing/price-trip.ts", "input.cargoSizes[index] ??", "input.cargoSizes[0] ??"]],
    project: "contract",
    tests: "quotes",
  },
  {
    bug: "a courier's vehicle is asked for the largest dropoff alone",
    edits: [
      [
        "lib/couriers/vehicle.ts",
        "sizes.reduce((units, size) => units + CARGO_UNITS[size], 0)",
        "Math.max(...sizes.map((size) => CARGO_UNITS[size]))",
      ],
    ],
    project: "reliability",
    tests: "reliability/dispatch",
  },
  {
    bug: "that nobody is found is told at every look",
    edits: [
      ["lib/dispatch/store.ts", "coalesce(o.courier_not_found_at < ${searchedSince}, true)", "true"],
      [
        "lib/dispatch/assign-order.ts",
        "if (order === null || order.isNotFoundTold) return;",
        "if (order === null) return;",
      ],
    ],
    project: "reliability",
    tests: "reliability/dispatch",
  },
  {
    bug: "a search after a hand-back counts from the first one",
    edits: [
      [
        "lib/orders/carrying/store.ts",
        "courier_lost_at = ${at}::timestamptz",
        "courier_lost_at = courier_lost_at",
      ],
    ],
    project: "reliability",
    tests: "reliability/dispatch",
  },
  {
    bug: "an operator's assignment asks for no second yes",
    edits: [
      [
        "lib/orders/carrying/assign-courier.ts",
        "if (!terms.isAnyVehicleFine &&",
        "if (terms.isAnyVehicleFine &&",
      ],
    ],
    project: "reliability",
    tests: "reliability/dispatch",
  },
  {
    bug: "cells are said to reach farther than they do, and a courier beyond them may be nearer",
    edits: [
      [
        "lib/couriers/cell.ts",
        "REACH_PER_STEP_METERS * STEPS - OFF_CENTRE_METERS",
        "2 * REACH_PER_STEP_METERS * STEPS + 4_000",
      ],
    ],
    project: "unit",
    tests: "cell",
  },
  {
    bug: "a job that is asked for while it runs is ended by that run",
    edits: [
      [
        "lib/jobs/enqueue-job.ts",
        "run_at = least(waiting.run_at, excluded.run_at), claim = waiting.claim + 1",
        "run_at = least(waiting.run_at, excluded.run_at)",
      ],
    ],
    project: "reliability",
    tests: "schedules",
  },
  {
    bug: "what is put in is due up to half a millisecond later",
    edits: [["lib/db/now.ts", "now()::timestamptz(3)`", "now()`"]],
    project: "reliability",
    tests: "schedules",
    named: "very instant",
  },
  {
    bug: "the job of a slot is put in after the slot is taken, not with it",
    edits: [
      [
        "lib/jobs/store.ts",
        "    ), put AS (\n      INSERT INTO jobs (kind, key, run_at) SELECT ${kind}, slot::text, now() FROM taken RETURNING 1\n    )\n    SELECT pg_notify(${JOBS_CHANNEL}, '') FROM put`;",
        "    )\n    SELECT slot FROM taken`.then(async (count) => { await new Promise((done) => setTimeout(done, 200)); if (count > 0) await execute(db)`INSERT INTO jobs (kind, key, run_at) SELECT ${kind}, slot::text, now() FROM schedule_slots ORDER BY slot DESC LIMIT ${count} ON CONFLICT DO NOTHING`; return count; });",
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
    tests: "reliability/positions",
  },
  {
    bug: "a position overwrites a newer one that another process has just kept",
    edits: [["lib/couriers/store.ts", "\n      WHERE known.recorded_at < excluded.recorded_at", ""]],
    project: "unit",
    tests: "lib/couriers/position-recorder",
  },
  {
    bug: "a position is answered before its commit",
    edits: [
      [
        "lib/couriers/position-recorder.ts",
        "      this.#fixesWaiting += fixes.length;\n",
        '      this.#fixesWaiting += fixes.length;\n      accept(fixes.map(() => "current"));\n',
      ],
    ],
    project: "unit",
    tests: "lib/couriers/position-recorder",
  },
  {
    bug: "a position of a courier whose shift has ended is kept",
    edits: [["lib/couriers/store.ts", "(c.on_shift_since IS NOT NULL AND c.disabled_at IS NULL)", "true"]],
    project: "unit",
    tests: "lib/couriers/position-recorder",
  },
  {
    bug: "all positions of a batch are judged against the one known before it",
    edits: [["lib/couriers/record-fixes.ts", "judgeFixes(fixes, track.known,", "judgeFixes(fixes, known,"]],
    project: "unit",
    tests: "lib/couriers/position-recorder",
  },
  {
    bug: "a tracker that was replaced is remembered",
    edits: [
      [
        "prisma/migrations/20261122134000_positions/migration.sql",
        "(a.device_hash, a.disabled_at) IS DISTINCT FROM (b.device_hash, b.disabled_at)",
        "a.disabled_at IS DISTINCT FROM b.disabled_at",
      ],
    ],
    project: "unit",
    tests: "lib/couriers/position-recorder",
  },
  {
    bug: "a position of exactly 30 minutes is drawn for the recipient",
    edits: [
      [
        "lib/tracking/reckoning.ts",
        "position.receivedAt.getTime() >= POSITION_FRESHNESS_MS",
        "position.receivedAt.getTime() > POSITION_FRESHNESS_MS",
      ],
      [
        "lib/tracking/reckoning.ts",
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
      ["lib/tracking/drawing.ts", "return [courier, ...pathAfter(path, meters)];", "return [...path];"],
      [
        "lib/tracking/drawing.ts",
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
    edits: [["lib/live/event-stream.ts", "    this.#write(heartbeat);", "    void heartbeat;"]],
    project: "unit",
    tests: "lib/live/event-stream",
  },
  {
    bug: "a courier who has handed the order back is still said to come",
    edits: [
      [
        "lib/tracking/phase.ts",
        'if (order.courier === null) return order.isOffered ? "new" : "replacing";',
        "",
      ],
    ],
    project: "unit",
    tests: "components/tracking/describe-tracking",
  },
  {
    bug: "a courier is at the door wherever they are",
    edits: [
      [
        "lib/tracking/reckoning.ts",
        "arrivedAt < position.recordedAt && isAway(place) ? null : arrivedAt;",
        "arrivedAt < position.recordedAt && isAway(place) ? arrivedAt : arrivedAt;",
      ],
    ],
    project: "unit",
    tests: "lib/tracking/tracking-view",
  },
  {
    bug: "a map keeps its margins in a box that is smaller than they are",
    edits: [["components/map/fit.ts", "Math.min(1, size / 2 / room)", "Math.min(1, 1_000 / room)"]],
    project: "unit",
    tests: "components/map/fit",
  },
  {
    bug: "the page of the whole order names every building",
    edits: [
      ["lib/tracking/stop-view.ts", "...tell(stop, isAlone || index === own),", "...tell(stop, true),"],
    ],
    project: "reliability",
    tests: "tracking-leak",
    pages: true,
  },
  {
    bug: "the code for the courier stays on the page when it is not needed",
    edits: [
      [
        "lib/tracking/tracking-view.ts",
        "isExpected && order.courier !== null && own.needsCode ? order.code : null",
        "own.needsCode ? order.code : null",
      ],
    ],
    project: "unit",
    tests: "lib/tracking/tracking-view",
  },
  {
    bug: "everybody reads that something stands at a door",
    edits: [["lib/tracking/stop-view.ts", 'return isOwn ? "left" : "done";', 'void isOwn; return "left";']],
    project: "unit",
    tests: "lib/tracking/tracking-view",
  },
  {
    bug: "whoever brings goods back is followed",
    edits: [
      [
        "lib/tracking/tracking-view.ts",
        'own === undefined ? next !== null : fateOf(own) === "open"',
        'own === undefined ? next !== null : fateOf(own) !== "done"',
      ],
    ],
    project: "unit",
    tests: "lib/tracking/tracking-view",
  },
  {
    bug: "who tries wrong links may go on",
    edits: [
      [
        "lib/process/count-miss.ts",
        "return isAllowed ? null : nextSeconds;",
        "return isAllowed || address ? null : nextSeconds;",
      ],
    ],
    project: "reliability",
    tests: "tracking-links",
    pages: true,
  },
  {
    bug: "tokens have 64 random bits",
    edits: [["lib/orders/tracking-token.ts", "const TOKEN_BYTES = 16;", "const TOKEN_BYTES = 8;"]],
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
    bug: "a dropoff's null amount takes the order's amount",
    edits: [["lib/orders/schema.ts", " ?? kopecks(0)) : sent", ") : sent"]],
    project: "unit",
    tests: "editing/order-patch",
  },
  {
    bug: "figures judge by another rule than the promise",
    edits: [["lib/orders/stored-order.ts", "  o.promised_until,\n", ""]],
    project: "contract",
    tests: "overview",
  },
  {
    bug: "a promise moves with the estimate",
    edits: [["lib/orders/carrying/record-promise.ts", "AND promised_until IS NULL ", ""]],
    project: "unit",
    tests: "tracking/promise-arrival",
  },
  {
    bug: "a question of a rehearsal says that it is open for as long as in life",
    edits: [["lib/simulator/simulate-order.ts", "? 1 : order.pace;", "? 1 : 1;"]],
    project: "unit",
    tests: "sandbox/rehearsal",
  },
  {
    bug: "arrival windows of a rehearsal are as wide as in life",
    edits: [
      [
        "lib/tracking/eta.ts",
        "Math.round((minutes * MINUTE_MS) / speed)",
        "minutes * MINUTE_MS * Math.sign(speed)",
      ],
    ],
    project: "unit",
    tests: "sandbox/rehearsal",
    named: "keeps its promise",
  },
  {
    bug: "a cancelled order owes its price",
    edits: [["lib/orders/stored-order.ts", "THEN 0 ELSE o.price END", "THEN o.price ELSE o.price END"]],
    project: "contract",
    tests: "cancellation-fee",
  },
  {
    bug: "a repeat whose body is not valid is refused",
    edits: [["lib/operation/run-operation.ts", "if (earlier) return earlier;", ""]],
    project: "reliability",
    tests: "clock-borders",
  },
  {
    bug: "methods that a path does not take are answered with 404",
    edits: [["lib/api/serve.ts", "  if (allowed.length > 0) {\n", "  if (allowed.length < 0) {\n"]],
    project: "contract",
    tests: "transport",
  },
  {
    bug: "staff may do what is for owners",
    edits: [
      [
        "app/dashboard/submission.ts",
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
      [
        "lib/accounts/people-store.ts",
        "FROM users WHERE id = ${personId}::uuid AND account_id = ${accountId}::uuid`",
        "FROM users WHERE id = ${personId}::uuid AND ${accountId} <> ''`",
      ],
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
    edits: [["lib/accounts/change-password.ts", "    await endAll(tx, user.id);\n", ""]],
    project: "reliability",
    tests: "sessions",
    pages: true,
  },
  {
    bug: "nobody asks whether a device is known that signs in",
    edits: [["lib/accounts/sign-in.ts", "(input.findDevice?.(user) ?? null)", "null"]],
    project: "unit",
    tests: "lib/accounts/sign-in.test",
  },
  {
    bug: "a device stays known under a new password",
    edits: [
      [
        "lib/accounts/known-device.ts",
        "`device ${deviceId} ${id} ${passwordHash}`",
        "`device ${deviceId} ${id} ${passwordHash.length}`",
      ],
    ],
    project: "unit",
    tests: "lib/accounts/known-device",
  },
  {
    bug: "guesses at an address from many networks are not counted together",
    edits: [["lib/accounts/guess.ts", "idOf(purpose, email), free: 12", "idOf(purpose, email), free: 1200"]],
    project: "unit",
    tests: "lib/accounts/sign-in.test",
  },
  {
    bug: "guesses that one bound refuses use another one up",
    edits: [["lib/accounts/claim-guess.ts", "claimTry(tx, bound, now)", "claimTry(db, bound, now)"]],
    project: "unit",
    tests: "lib/accounts/sign-in.test",
  },
  {
    bug: "limits count IPv6 by the full address",
    edits: [["lib/http/client-address.ts", "if (isIP(address) !== 6)", "if (isIP(address) !== 0)"]],
    project: "unit",
    tests: "lib/http/client-address",
  },
  {
    bug: "a session that is used goes on for ever",
    edits: [
      [
        "lib/accounts/session.ts",
        'if (now.getTime() - signedInAt.getTime() >= LONGEST_MS) return "long";',
        "if (signedInAt > now) return null;",
      ],
    ],
    project: "unit",
    tests: "lib/accounts/session",
  },
  {
    bug: "nobody asks whether a session is over by itself",
    edits: [
      [
        "app/session-user.ts",
        "if (session === null || howOver(session, clock.now()) !== null) return null;",
        "if (session === null || clock.now().getTime() < 0) return null;",
      ],
    ],
    project: "reliability",
    tests: "sessions",
    pages: true,
  },
  {
    bug: "the stream of the operators goes on after a revocation",
    edits: [
      ["app/ops/open-events.ts", "isAllowed: found.isStill(() => true),", "isAllowed: async () => true,"],
    ],
    project: "reliability",
    tests: "sessions",
  },
  {
    bug: "the stream of a courier goes on after a revocation",
    edits: [
      [
        "lib/courier-app/serve-courier.ts",
        "const state = await findPhoneState(session.secret);",
        "const state = await stateOf(session, runtime());",
      ],
    ],
    project: "reliability",
    tests: "sessions",
  },
  {
    bug: "answers over TLS do not ask for TLS",
    edits: [
      [
        "lib/http/security-headers.ts",
        "...(isSecure ? STRICT_TRANSPORT : {})",
        "...(isSecure ? {} : STRICT_TRANSPORT)",
      ],
    ],
    project: "reliability",
    tests: "sessions",
    pages: true,
  },
  {
    bug: "of a cell of the orders' file only the first line is made harmless",
    edits: [["lib/orders/list/order-csv.ts", "/^[=+\\-@\\t\\r]/gm", "/^[=+\\-@\\t\\r]/g"]],
    project: "unit",
    tests: "lib/orders/list/order-csv",
  },
  {
    bug: "a logged call is found by its number in any account",
    edits: [
      [
        "lib/requests/store.ts",
        "WHERE account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode AND id = ${id}",
        "WHERE mode = ${scope.mode}::mode AND id = ${id}",
      ],
    ],
    project: "unit",
    tests: "lib/requests/find-account-request",
  },
  {
    bug: "another key answers a confirmation",
    edits: [["lib/api/mcp/confirmations.ts", " || question.keyId !== keyId", ""]],
    project: "unit",
    tests: "lib/api/mcp/confirmations",
  },
  {
    bug: "an OpenID provider's next subject inherits a person by their address",
    edits: [
      [
        "lib/accounts/people-store.ts",
        "      AND NOT coalesce(starts_with(oidc_identity, ${`${issuer} `}), false)\n",
        "",
      ],
    ],
    project: "unit",
    tests: "lib/accounts/sign-in-by-provider",
  },
  {
    bug: "a create waits for a locked table twice",
    edits: [["lib/db/failure.ts", " && (error as { where?: string }).where !== undefined", ""]],
    project: "unit",
    tests: "lib/orders/round-trips",
    named: "locked",
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
        'typeof value === "number" ? \'"[number]"\' :',
        'typeof value === "number" ? \'"[number]"\' : value.length < 99 ? quote(value) :',
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
        "writeTokens(tx, order, { order: null, dropoffs });",
        "writeTokens(tx, order, { order: null, dropoffs: order.dropoffTokens });",
      ],
    ],
    project: "contract",
    tests: "tracking-link-revocation",
  },
  {
    bug: "an edit overwrites what somebody else has changed since the form was opened",
    edits: [
      [
        "lib/orders/editing/edit-order.ts",
        "return seenVersion !== undefined && seenVersion !== detailsVersion(stored);",
        'return seenVersion === "" && detailsVersion(stored) === "";',
      ],
    ],
    project: "contract",
    tests: "delivery-form",
  },
  {
    bug: "a courier's link is stored as it is",
    edits: [
      [
        "lib/couriers/secret.ts",
        'new Uint8Array(hash("sha256", secret, "buffer"))',
        "new Uint8Array(Buffer.from(secret.padEnd(32)).subarray(0, 32))",
      ],
    ],
    project: "reliability",
    tests: "secrets",
  },
  {
    bug: "a script of the pages names a setting of the server",
    edits: [
      ["components/ui/copy-field.tsx", "aria-label={text", 'data-kept="DATABASE_URL" aria-label={text'],
    ],
    project: "reliability",
    tests: "secrets",
    pages: true,
  },
  ...MAP_MUTANTS,
  ...OPERATOR_MUTANTS,
  ...PROOF_MUTANTS,
  ...WEBHOOK_MUTANTS,
];

/**
 * Copies the project with its build; the copy uses the original's packages.
 *
 * @param {boolean} isBuilt whether pages are built there, which needs the packages inside the folder
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

/**
 * Returns what the paths of a bug's tests contain.
 *
 * @param {Pick<Mutant, "project" | "tests">} mutant
 */
export function pathOf({ project, tests }) {
  const isBare = ["contract", "reliability"].includes(project) && !tests.includes("/");
  return isBare ? `e2e/${project}/${tests}` : tests;
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
      [
        vitest,
        "run",
        pathOf({ project, tests }),
        "--bail=1",
        "--retry=0",
        "-t",
        `^(?!.*next lane).*${named}`,
      ],
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

/** Plants the bugs whose description or tests contain the text on the command line, or all of them. */
async function main() {
  const wanted = process.argv[2];
  let survivors = 0;
  // Without a bug everything must pass; otherwise a test that fails on a bug would prove nothing.
  const targets = new Set(MUTANTS.map(pathOf));
  for (const target of wanted === undefined ? targets : []) {
    if (await isCaught({ bug: "none", edits: [], project: "", tests: target })) {
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
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
