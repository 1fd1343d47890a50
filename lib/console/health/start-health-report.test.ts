import { expect, it } from "vitest";
import { readConfig } from "@/lib/config";
import { startHealthReport } from "@/lib/console/health/start-health-report";
import { openLocalApi } from "@/testing/local-api";
import { pollUntil } from "@/testing/until";

it("a process reports itself when it starts", async () => {
  const local = await openLocalApi();
  const settings = readConfig({ ...process.env, ROLE: "api" });
  const report = startHealthReport(local.runtime, settings, () => false);
  await pollUntil(async () => (await local.db.models.healthProcess.count({})) > 0);
  await report.stop();
  expect(await local.db.models.healthProcess.count({ where: { role: "api" } })).toBeLessThanOrEqual(1);
  await local.close();
});
