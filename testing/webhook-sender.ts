// Sends a database's webhooks with a short lease until it is killed; tests start several and kill them.
import { systemClock } from "@/lib/clock";
import { openDatabase } from "@/lib/db/client";
import { listen } from "@/lib/db/listen";
import { WEBHOOKS_CHANNEL } from "@/lib/webhooks/insert-deliveries";
import { runDeliveries } from "@/lib/webhooks/run-deliveries";
import { deriveKey } from "@/lib/webhooks/secret";

const [databaseUrl = "", secretText = "", leaseMs = "2000"] = process.argv.slice(2);
const context = {
  db: openDatabase(databaseUrl, 6),
  clock: systemClock,
  publicUrl: "http://localhost:3000",
  secretKey: deriveKey(secretText),
  policy: { allowHttp: true, allowPrivate: true },
};
const runner = runDeliveries(
  context,
  { attempt: () => {}, failure: (error) => process.stderr.write(`${error}\n`) },
  { slots: 64, suspectSlots: 32, perEndpoint: 16, perSuspect: 8, leaseMs: Number(leaseMs) },
);
const wake = () => runner.wake();
listen(databaseUrl, WEBHOOKS_CHANNEL, {
  message: wake,
  connected: () => {
    wake();
    process.stdout.write("ready\n");
  },
});
