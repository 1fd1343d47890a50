import { startContestant } from "@/bench/contestant";
import { run } from "@/bench/database";
import { formatInteger, type Section, table, toBarLine, toMeasure } from "@/bench/report";
import { seedWaiting } from "@/bench/seed-waiting";
import { median } from "@/bench/statistics";
import { pollUntil } from "@/testing/until";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const AT_ONCE = 1_000;
const MIN_RATE = 250;
/** The plan gives some orders to couriers who have another one first. */
const COUNTED = 900;
const ASSIGNED_WITHIN_MS = 120_000;

interface Round {
  /** Assignments a second, from the first to the last counted one. */
  readonly perSecond: number;
  /** From the creation of the orders to the first assignment: their plan. */
  readonly planSeconds: number;
}

const PROGRAMS = [
  // Each assignment requests the courier's route from the road engine.
  { name: "roads", env: {} },
  { name: "no roads", env: { OSRM_URL: "" } },
] as const;

/** Free couriers and waiting orders appear at once; a worker assigns them. */
export async function benchAssignments(clusterUrl: string): Promise<Section[]> {
  const measured: [string, Round[]][] = [];
  for (const { name, env } of PROGRAMS) measured.push([name, await measureRounds(clusterUrl, env)]);
  return [report(measured)];
}

async function measureRounds(clusterUrl: string, env: Readonly<Record<string, string>>): Promise<Round[]> {
  const program = { type: "ours", env: { ROLE: "worker", ...env } } as const;
  const contestant = await startContestant(clusterUrl, "worker", program);
  const { databaseUrl, accountId } = contestant;
  const measure = async (name: string): Promise<Round> => {
    const seed = { accountId, name, busy: 0, free: AT_ONCE, waiting: AT_ONCE };
    await seedWaiting(databaseUrl, seed);
    await pollUntil(
      async () => (await readAssignments(databaseUrl, name)).assigned === COUNTED,
      ASSIGNED_WITHIN_MS,
    );
    const { seconds, planSeconds } = await readAssignments(databaseUrl, name);
    await retire(databaseUrl);
    return { perSecond: (COUNTED - 1) / seconds, planSeconds };
  };
  try {
    // Compiles the code and opens the connections.
    await measure("warm-up");
    const rounds: Round[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) rounds.push(await measure(`at-once-${round}`));
    return rounds;
  } finally {
    await contestant.close();
  }
}

async function readAssignments(databaseUrl: string, name: string) {
  const [row] = await run<{ assigned: number; seconds: number; planSeconds: number }>(
    databaseUrl,
    `SELECT count(*)::int AS assigned, extract(epoch FROM max(at) - min(at))::float8 AS seconds,
            extract(epoch FROM min(at) - min(created_at))::float8 AS "planSeconds"
     FROM (SELECT e.created_at AS at, o.created_at
           FROM orders o JOIN events e ON e.order_id = o.id AND e.type = 'order.assigned'
           WHERE o.external_order_id LIKE $1 ORDER BY e.created_at LIMIT $2) AS counted`,
    [`${name}-%`, COUNTED],
  );
  if (row === undefined) throw new Error("SELECT count(*) returned no row");
  return row;
}

/** Ends all orders, shifts and jobs, which would take part in the next round. */
async function retire(databaseUrl: string): Promise<void> {
  await run(databaseUrl, "DELETE FROM jobs WHERE finished_at IS NULL");
  await run(databaseUrl, "UPDATE couriers SET on_shift_since = NULL");
  await run(
    databaseUrl,
    "UPDATE orders SET status = 'cancelled', cancel_reason = 'too_late', courier_id = NULL",
  );
}

function report(measured: readonly [string, Round[]][]): Section {
  const rows = measured.map(([name, rounds]) => ({
    name,
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    planSeconds: median(rounds.map(({ planSeconds }) => planSeconds)),
  }));
  const text = table(
    `${formatInteger(AT_ONCE)} free couriers and ${formatInteger(AT_ONCE)} waiting orders at once, one worker, the first ${COUNTED} assignments, medians of ${ROUNDS} rounds`,
    ["", "seconds until the first", "assignments a second"],
    rows.map(({ name, perSecond, planSeconds }) => [name, planSeconds.toFixed(1), formatInteger(perSecond)]),
  );
  const bar = rows.map(({ name, perSecond }) =>
    toBarLine(
      `${formatInteger(AT_ONCE)} orders for free couriers, ${name}: assignments a second`,
      toMeasure(perSecond, "≥", MIN_RATE, formatInteger),
    ),
  );
  return { name: "assignments", text, bar };
}
