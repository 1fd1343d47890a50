// Bugs in what operators see and do, for npm run mutants.

const SELECTION = "components/ops/orders/use-selection.ts";
const OPEN = "lib/orders/list/list-open-orders.ts";
const CANDIDATES = "lib/dispatch/candidate-store.ts";

/** @type {import("./mutants.mjs").Mutant[]} */
export const OPERATOR_MUTANTS = [
  {
    bug: "the board misses a late order behind hundreds that wait longer",
    edits: [[OPEN, "OR NOT open.has_courier AND open.due_at <=", "AND open.due_at <="]],
    project: "unit",
    tests: "lib/board/get-board",
  },
  {
    bug: "the board misses an order that finds nobody behind hundreds that wait longer",
    edits: [[OPEN, "WHERE open.is_courier_not_found\n                               OR NOT", "WHERE NOT"]],
    project: "unit",
    tests: "lib/board/get-board",
  },
  {
    bug: "the board has orders without a courier twice",
    edits: [["lib/board/console-board.ts", "waiting.filter(({ code }) => !listed.has(code))", "waiting"]],
    project: "unit",
    tests: "lib/board/get-board",
  },
  {
    bug: "an order that has left the list is chosen again when it comes back",
    edits: [[SELECTION, "if (chosen.size < kept.size) setKept(chosen);", ""]],
    project: "components",
    tests: "components/ops/orders/ops-orders",
  },
  {
    bug: "an order that has left the list stays chosen",
    edits: [[SELECTION, "new Set(codes.filter((code) => kept.has(code)))", "kept"]],
    project: "components",
    tests: "components/ops/orders/ops-orders",
  },
  {
    bug: "a range is chosen as the rows would stand by now",
    edits: [
      ["components/ops/orders/open-orders.tsx", "useSelection(orders.map(", "useSelection(board.orders.map("],
    ],
    project: "components",
    tests: "components/ops/orders/ops-orders",
  },
  {
    bug: "choosing all leaves the last one out",
    edits: [[SELECTION, "isChosen ? codes : []", "isChosen ? codes.slice(0, -1) : []"]],
    project: "components",
    tests: "components/ops/orders/ops-orders",
  },
  {
    bug: "rows move while some are chosen",
    edits: [["components/ops/orders/open-orders.tsx", "isPointed || isChoosing", "isPointed"]],
    project: "components",
    tests: "components/ops/orders/ops-orders",
  },
  {
    bug: "what one order is refused ends the work on all that come after it",
    edits: [
      [
        "app/ops/each-order.ts",
        "result.push({ code, ...outcome });",
        "result.push({ code, ...outcome });\n    if (outcome.refusal !== null) break;",
      ],
    ],
    project: "reliability",
    tests: "reliability/ops-actions",
    named: "several orders",
    pages: true,
  },
  {
    bug: "an order that is named twice is worked on twice",
    edits: [
      ["app/ops/each-order.ts", 'new Set(readCodes(codes ?? "", MOST))', 'readCodes(codes ?? "", MOST)'],
    ],
    project: "reliability",
    tests: "reliability/ops-actions",
    named: "several orders",
    pages: true,
  },
  {
    bug: "an order is given to a courier of the other mode",
    edits: [["lib/orders/carrying/assign-courier.ts", "await checkCourier(tx, courierId, scope.mode);", ""]],
    project: "reliability",
    tests: "reliability/ops-actions",
    named: "several orders",
    pages: true,
  },
  {
    bug: "candidates are of any mode",
    edits: [[CANDIDATES, "c.mode = $", "c.mode >= $"]],
    project: "unit",
    tests: "dispatch/list-candidates",
  },
  {
    bug: "candidates are the first couriers, not the nearest",
    edits: [[CANDIDATES, "ORDER BY c.on_shift_since IS NULL, ", "ORDER BY c.on_shift_since IS NULL, c.id, "]],
    project: "unit",
    tests: "dispatch/list-candidates",
  },
  {
    bug: "couriers off shift are as good as those on shift",
    edits: [[CANDIDATES, "ORDER BY c.on_shift_since IS NULL, ", "ORDER BY "]],
    project: "unit",
    tests: "dispatch/list-candidates",
  },
  {
    bug: "couriers with no room for an order take the places of those who have it",
    edits: [
      [
        "lib/dispatch/list-candidates.ts",
        "{ ...search, transports: fit,",
        "{ ...search, transports: TRANSPORT_TYPES,",
      ],
    ],
    project: "unit",
    tests: "dispatch/list-candidates",
  },
  {
    bug: "the search among couriers looks at the first 500",
    edits: [
      [
        "lib/couriers/list-couriers.ts",
        "const where = sql`",
        "const where = sql`c.on_shift_since IS NOT NULL AND ",
      ],
    ],
    project: "unit",
    tests: "couriers/list-couriers",
  },
  {
    bug: "a sign of a search among couriers stands for any other",
    edits: [["lib/db/contains.ts", 'text.replace(/[\\\\%_]/g, "\\\\$&")', "text"]],
    project: "unit",
    tests: "couriers/list-couriers",
  },
  {
    bug: "a database of one's own gets the demo",
    edits: [["scripts/prepare-database.ts", "config.seedDemo ?? isEmbedded", "config.seedDemo ?? true"]],
    project: "unit",
    tests: "scripts/prepare-database",
  },
  {
    bug: "a worker claims jobs of kinds that only a newer release knows",
    edits: [["lib/jobs/store.ts", "AND kind = ANY(", "OR kind <> ALL("]],
    project: "unit",
    tests: "lib/jobs/claim-jobs",
  },
  {
    bug: "a pooler in transaction mode passes for PostgreSQL",
    edits: [["lib/db/check-session.ts", 'await other.query("BEGIN");', ""]],
    project: "unit",
    tests: "lib/db/check-session",
  },
  {
    bug: "a migration holds up writers for as long as it waits for a table",
    edits: [["lib/db/migrate.ts", "const TABLE_LOCK_MS = 500;", "const TABLE_LOCK_MS = 0;"]],
    project: "unit",
    tests: "lib/db/migrate",
  },
  {
    bug: "a process with another key starts where no webhook endpoint has been stored",
    edits: [
      [
        "lib/webhooks/check-secret-key.ts",
        "  await insertKeyCheck(db, encryptKeyCheck(secretKey));\n  // Another process may have been quicker, with another key.\n  await checkSecretKey(db, secretKey);\n",
        "",
      ],
    ],
    project: "unit",
    tests: "lib/webhooks/check-secret-key",
  },
];
