import { createAccount } from "@/lib/accounts/create-account";
import { readHome } from "@/lib/accounts/home";
import { listAccounts } from "@/lib/accounts/list-accounts";
import { lockAccount } from "@/lib/accounts/lock-account";
import { readCity } from "@/lib/city/city";
import type { Context } from "@/lib/context";
import { listCouriers } from "@/lib/couriers/list-couriers";
import { placeSimulatedCourier } from "@/lib/couriers/place-simulated";
import { setShift } from "@/lib/couriers/set-shift";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { Transaction } from "@/lib/db/client";
import { type EveningInput, toEveningKey } from "@/lib/drills/evening";
import { randomFrom } from "@/lib/drills/random";
import { drillScope } from "@/lib/drills/scopes";
import { type DemoAddress, listTownPlaces } from "@/lib/drills/town";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { findWaitingJob } from "@/lib/jobs/waiting-jobs";
import { hireForTests } from "@/lib/simulator/hire-courier";
import { announceBoard } from "@/lib/streams/announce";
import type { WebhookContext } from "@/lib/webhooks/context";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
import { listEndpoints } from "@/lib/webhooks/list-endpoints";
import { WEBHOOK_EVENTS } from "@/lib/webhooks/webhook-event";

/** The account of a simulated evening's orders. The domain can never receive mail. */
const ACCOUNT = { email: "evening@dropline.invalid", name: "Учебный вечер" };
/** No server responds there, so the shop's webhooks fail. */
const FAILING_URL = "https://evening.invalid/webhooks";

const TRANSPORTS: readonly TransportType[] = [
  "bike",
  "car",
  "car",
  "foot",
  "bike",
  "car",
  "van",
  "bike",
  "car",
  "car",
];

/** Does nothing while an evening is running. `webhooks` adds a failing endpoint. */
export async function startDrill(
  context: Context,
  { dataDir, webhooks, ...input }: EveningInput & { dataDir: string; webhooks: WebhookContext | null },
): Promise<void> {
  const { db, clock } = context;
  const places = await listTownPlaces(db, readCity(dataDir));
  const [known] = await listAccounts(db, ACCOUNT.email);
  const { id: accountId } = known ?? (await createAccount(db, { ...ACCOUNT, home: readHome(dataDir) }));
  const startedAt = clock.now().getTime();
  const isBegun = await db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    if ((await findWaitingJob(tx, "run_evening")) !== null) return false;
    await enqueueJob(tx, { kind: "run_evening", key: toEveningKey({ ...input, accountId, startedAt }) });
    return true;
  });
  if (!isBegun) return;
  await bringCouriers(context, input, places);
  if (webhooks !== null) await addFailingEndpoint(webhooks, accountId);
}

async function bringCouriers(
  context: Context,
  { couriers, seed }: Pick<EveningInput, "couriers" | "seed">,
  places: readonly DemoAddress[],
): Promise<void> {
  const random = randomFrom(seed + 1);
  const idle = (await listCouriers(context.db, "test"))
    .filter(({ orderCode, disabledAt }) => orderCode === null && disabledAt === null)
    .map(({ id }) => id)
    .slice(0, couriers);
  const place = async (tx: Transaction, courierId: string) => {
    const at = places[Math.floor(random() * places.length)];
    if (at !== undefined) await placeSimulatedCourier(tx, courierId, at, context.clock.now());
  };
  for (const courierId of idle) {
    await setShift(context, courierId, true);
    await context.db.transaction((tx) => place(tx, courierId));
  }
  await context.db.transaction(async (tx) => {
    for (let hired = idle.length; hired < couriers; hired += 1) {
      const courierId = await hireForTests(tx, TRANSPORTS[hired % TRANSPORTS.length] ?? "car");
      if (courierId === null) break;
      await place(tx, courierId);
    }
    await announceBoard(tx);
  });
}

async function addFailingEndpoint(webhooks: WebhookContext, accountId: string): Promise<void> {
  const scope = drillScope(accountId);
  const input = { url: FAILING_URL, description: "", eventTypes: [...WEBHOOK_EVENTS], headers: [] };
  if ((await listEndpoints(webhooks, scope)).length > 0) return;
  await createEndpoint(webhooks, scope, { ...input, createdById: null });
}
