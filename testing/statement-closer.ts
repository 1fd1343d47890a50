import { createInterface } from "node:readline";
import { closeOldestMonth } from "@/lib/billing/close-statements";
import { systemClock } from "@/lib/clock";
import { openDatabase } from "@/lib/db/client";

// Closes the oldest open month of an account. Says "committed" after each transaction, and waits for a line.
const [databaseUrl = "", accountId = "", now = ""] = process.argv.slice(2);
const db = openDatabase(databaseUrl, 2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const transaction = db.transaction.bind(db);
db.transaction = async (work, options) => {
  const result = await transaction(work, options);
  process.stdout.write("committed\n");
  await lines.next();
  return result;
};
const clock = { ...systemClock, now: () => new Date(now) };
const issuer = { vatPercent: null, legalName: null, legalDetails: null };
process.stdout.write(`closed ${await closeOldestMonth({ db, clock }, accountId, issuer)}\n`);
process.exit(0);
