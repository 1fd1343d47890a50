// Claims slots of a schedule until it is killed; tests start several and kill them.
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@/lib/db/client";
import { claimScheduleSlots } from "@/lib/jobs/store";

const [databaseUrl = "", everyMs = "0"] = process.argv.slice(2);
const db = openDatabase(databaseUrl, 2);
for (let isFirst = true; ; isFirst = false) {
  await claimScheduleSlots(db, { name: "test", everyMs: Number(everyMs), kind: "clean_up" }, 1_000).catch(
    () => {},
  );
  if (isFirst) process.stdout.write("ready\n");
  await sleep(20);
}
