// Sends a database's messages with a short lease until it is killed; tests start several and kill them.
import { systemClock } from "@/lib/clock";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import { listen } from "@/lib/db/listen";
import { MESSAGES_CHANNEL } from "@/lib/tracking/messages/insert-messages";
import { runMessages } from "@/lib/tracking/messages/run-messages";

const [databaseUrl = "", url = "", slots = "4", leaseMs = "2000"] = process.argv.slice(2);
const context = {
  db: openDatabase(databaseUrl, 6),
  clock: systemClock,
  dispatch: DEFAULT_DISPATCH,
  publicUrl: "http://localhost:3000",
  provider: { url, method: "POST" as const, headers: {}, template: '{"to":"{phone}","text":"{text}"}' },
};
const runner = runMessages(
  context,
  { attempt: () => {}, failure: (error) => process.stderr.write(`${error}\n`) },
  { slots: Number(slots), leaseMs: Number(leaseMs) },
);
const wake = () => runner.wake();
listen(databaseUrl, MESSAGES_CHANNEL, {
  message: wake,
  connected: () => {
    wake();
    process.stdout.write("ready\n");
  },
});
