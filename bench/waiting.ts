import { setTimeout as sleep } from "node:timers/promises";
import { type BenchmarkTarget, startContestant } from "@/bench/contestant";
import { cpuBetween, findPostmaster, readCpu, residentMegabytes } from "@/bench/cpu";
import { formatInteger, mb, percent, type Section, table } from "@/bench/report";
import { seedWaiting } from "@/bench/seed-waiting";

const WAITING = 2_000;
const BUSY = 1_000;
const SETTLE_SECONDS = 12;
const SECONDS = 20;

export async function benchWaiting(clusterUrl: string): Promise<Section[]> {
  const postmaster = await findPostmaster(clusterUrl);
  const contestant = await startContestant(clusterUrl, "all", {
    type: "ours",
    env: { ROLE: "worker" },
  });
  try {
    const rest = await measure(contestant, postmaster, 3);
    const { databaseUrl, accountId } = contestant;
    await seedWaiting(databaseUrl, { accountId, name: "waiting", busy: BUSY, free: 0, waiting: WAITING });
    const waiting = await measure(contestant, postmaster, SETTLE_SECONDS);
    const text = table(
      `${formatInteger(WAITING)} orders waiting, ${formatInteger(BUSY)} couriers on shift and busy, one worker`,
      ["", "worker, of a core", "PostgreSQL, of a core", "resident"],
      [row("nothing waits", rest), row("they wait", waiting)],
    );
    return [{ name: "waiting", text }];
  } finally {
    await contestant.close();
  }
}

function row(name: string, { process, postgres, resident }: Awaited<ReturnType<typeof measure>>): string[] {
  return [name, percent(process), percent(postgres), mb(resident)];
}

async function measure({ pid }: BenchmarkTarget, postmaster: number, settleSeconds: number) {
  await sleep(settleSeconds * 1000);
  const before = readCpu([pid], postmaster);
  await sleep(SECONDS * 1000);
  const { process, postgres } = cpuBetween(before, readCpu([pid], postmaster));
  return { process: process / SECONDS, postgres: postgres / SECONDS, resident: residentMegabytes(pid) };
}
