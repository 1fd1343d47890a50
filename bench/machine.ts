import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { run } from "@/bench/database";
import type { Section } from "@/bench/report";

export async function describeMachine(clusterUrl: string): Promise<Section> {
  const [postgres] = await run<{ server_version: string }>(clusterUrl, "SHOW server_version");
  const cores = cpus();
  const [load] = readFileSync("/proc/loadavg", "utf8").split(" ");
  const text = [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${cores.length} cores (${cores[0]?.model ?? "unknown"}),`,
    `${Math.round(totalmem() / 2 ** 30)} GiB of memory, Linux ${release()}, Node ${process.versions.node},`,
    `PostgreSQL ${postgres?.server_version} with fsync on, load average ${load} before the run.`,
    "The service, PostgreSQL and the load generator share these cores.",
  ];
  return { name: "machine", text: text.join(" ") };
}
