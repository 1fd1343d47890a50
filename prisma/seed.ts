import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AccountScope, mintScope } from "@/lib/account-scope";
import { changeIdentity } from "@/lib/accounts/change-identity";
import { createAccount } from "@/lib/accounts/create-account";
import { createKey } from "@/lib/accounts/create-key";
import { createUser } from "@/lib/accounts/create-user";
import { homeAt } from "@/lib/accounts/home";
import { setPassword } from "@/lib/accounts/reset-password";
import { exampleOrderBody } from "@/lib/api/examples";
import { readCity } from "@/lib/city/city";
import { DEFAULT_DISPATCH, type FileSettings } from "@/lib/config";
import type { Context } from "@/lib/context";
import { createCourier } from "@/lib/couriers/create-courier";
import { recordPosition } from "@/lib/couriers/record-position";
import type { Database } from "@/lib/db/client";
import { directPlanner } from "@/lib/dispatch/make-plan";
import { DomainError } from "@/lib/domain-error";
import { openFileStore } from "@/lib/files/open-file-store";
import { PictureQueue } from "@/lib/files/picture-queue";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { createOrder } from "@/lib/orders/create-order";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { saveAddress } from "@/lib/orders/saved-addresses/save-address";
import { stopFromBody } from "@/lib/orders/schema";
import { createRouter } from "@/lib/routing/router";
import { chooseDemoPlaces, type DemoPlaces } from "@/lib/sandbox/demo/demo-places";
import { DEMO_EMAIL, DEMO_OPERATOR_EMAIL } from "@/lib/sandbox/demo/demo-traffic";
import { demoIdentity } from "@/prisma/demo-identity";
import {
  DEMO_COURIERS,
  type DemoDelivery,
  demoAddresses,
  demoOrders,
  pastOrders,
} from "@/prisma/demo-orders";

const MINUTE_MS = 60_000;

/** Keys and passwords are stored only in DATA_DIR. */
export interface Demo {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
  readonly operatorEmail: string;
  readonly operatorPassword: string;
  readonly liveKey: string;
  readonly testKey: string;
  readonly curl: string;
}

interface DemoOptions {
  readonly dataDir: string;
  readonly publicUrl: string;
  readonly osrmUrl: string | null;
  readonly files: FileSettings;
}

/** Returns null if another checkout created the demo in this database, because its keys cannot be read here. */
export async function seedDemo(db: Database, options: DemoOptions): Promise<Demo | null> {
  const { dataDir, publicUrl } = options;
  const file = join(dataDir, "demo.json");
  const city = readCity(dataDir);
  const places = await chooseDemoPlaces(db, city);
  const localPlaces = await chooseDemoPlaces(db, city, "en");
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as SeedCredentials) : null;
  if (known !== null && (await db.models.account.count({ where: { id: known.accountId } })) === 1) {
    const { operatorPassword } = known;
    const whole = operatorPassword === undefined ? { ...known, ...(await makeOperator(db)) } : known;
    if (whole !== known) keep(file, whole);
    return { ...(whole as Omit<Demo, "curl">), curl: curlLine(known.testKey, publicUrl, localPlaces) };
  }
  if ((await db.models.account.count({ where: { email: DEMO_EMAIL } })) > 0) return null;
  const demo = { ...(await makeAccount(db, places)), ...(await makeOperator(db)) };
  mkdirSync(dataDir, { recursive: true });
  keep(file, demo);
  const context = { db, files: openFileStore(options.files), pictures: new PictureQueue() };
  await changeIdentity(context, demo, await demoIdentity());
  await makeOrders(db, demo.accountId, places, options);
  for (const [name, stop] of demoAddresses(places)) {
    await saveAddress({ db }, { accountId: demo.accountId }, { name, stop: stopFromBody(stop) });
  }
  return { ...demo, curl: curlLine(demo.testKey, publicUrl, localPlaces) };
}

/** The first versions of the demo had no operator. */
type Operator = Pick<Demo, "operatorEmail" | "operatorPassword">;
type SeedCredentials = Omit<Demo, "curl" | keyof Operator> & Partial<Operator>;

function keep(file: string, demo: SeedCredentials): void {
  writeFileSync(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}

/** Creates a new password for an operator whose password was lost with DATA_DIR. */
async function makeOperator(db: Database): Promise<Operator> {
  const password = randomBytes(9).toString("base64url");
  try {
    await createUser(db, { accountId: null, email: DEMO_OPERATOR_EMAIL, password, roles: ["owner"] });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "EMAIL_TAKEN") throw error;
    await setPassword(db, DEMO_OPERATOR_EMAIL, password);
  }
  return { operatorEmail: DEMO_OPERATOR_EMAIL, operatorPassword: password };
}

async function makeAccount(
  db: Database,
  { shops: [shop] }: DemoPlaces,
): Promise<Omit<Demo, "curl" | keyof Operator>> {
  const home = homeAt(shop.latitude, shop.longitude);
  const account = await createAccount(db, { email: DEMO_EMAIL, name: "Polka", home });
  const password = randomBytes(9).toString("base64url");
  await createUser(db, { accountId: account.id, email: DEMO_EMAIL, password, roles: ["owner"] });
  const live = await createKey(db, { accountId: account.id, name: "Demo, live", mode: "live" });
  const test = await createKey(db, { accountId: account.id, name: "Demo, test", mode: "test" });
  return { accountId: account.id, email: DEMO_EMAIL, password, liveKey: live.key, testKey: test.key };
}

async function makeOrders(
  db: Database,
  accountId: string,
  places: DemoPlaces,
  { publicUrl, osrmUrl }: DemoOptions,
): Promise<void> {
  let now = new Date();
  const context: Context = {
    db,
    clock: { now: () => now },
    router: createRouter(osrmUrl === null ? {} : { osrmUrl }),
    actor: { type: "simulator", id: "demo" },
    publicUrl,
    dispatch: DEFAULT_DISPATCH,
    planner: directPlanner,
  };
  const couriers: string[] = [];
  for (const [index, { name, phone, transport }] of DEMO_COURIERS.entries()) {
    const courier = await createCourier(db, { name, phone, transport, isSimulated: true });
    const { latitude, longitude } = places.couriers[index] ?? places.shops[0];
    const heading = (index * 70) % 360;
    await recordPosition(context, courier.id, { latitude, longitude, heading, recordedAt: now });
    couriers.push(courier.id);
  }
  const [first] = DEMO_COURIERS;
  const tester = await createCourier(db, { ...first, isSimulated: true, mode: "test" });
  const startedAt = now.getTime();
  // The first couriers get the moving orders, one each.
  let next = 0;
  for (const demo of [...pastOrders(places), ...demoOrders(places)]) {
    const isMoving = demo.fate === "assigned" || demo.fate === "in_progress";
    const live = couriers[isMoving ? next++ : couriers.length - 1] ?? "";
    const courierId = demo.mode === "test" ? tester.id : live;
    await lead(demo, courierId, mintScope(accountId, demo.mode), (minutes) => {
      now = new Date(startedAt - (demo.minutesAgo - minutes) * MINUTE_MS);
      return context;
    });
  }
}

async function lead(
  { body, fate, tookMinutes = 38 }: DemoDelivery,
  courierId: string,
  scope: AccountScope,
  at: (minutes: number) => Context,
): Promise<void> {
  const id = body.external_order_id;
  await createOrder(at(0), scope, { body });
  if (fate === "new") return;
  if (fate === "cancelled") {
    await cancelOrder(at(4), scope, {
      externalOrderId: id,
      reason: "customer_changed_mind",
      comment: "Clientul s-a răzgândit",
    });
    return;
  }
  // One courier carried all completed orders, whatever vehicle they needed.
  await assignCourier(at(1), scope, { externalOrderId: id, courierId, isAnyVehicleFine: true });
  if (fate === "assigned") return;
  await startOrder(at(12), scope, id);
  if (fate === "delivered") await deliverOrder(at(tookMinutes), scope, id);
}

function curlLine(key: string, publicUrl: string, { shops: [shop], doors }: DemoPlaces): string {
  const { pickup, dropoffs, ...more } = exampleOrderBody;
  const body = JSON.stringify({
    ...more,
    external_order_id: "my-first-order",
    pickup: { ...pickup, address: { ...pickup.address, ...shop } },
    dropoffs: dropoffs.map(({ address, ...rest }) => ({ address: { ...address, ...doors[0] }, ...rest })),
  });
  return [
    `curl -sS ${publicUrl}/v1/partner/orders \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    "  -H 'Content-Type: application/json' \\",
    // In a single-quoted shell string, only a single quote is special.
    `  -d '${body.replaceAll("'", "\\u0027")}'`,
  ].join("\n");
}
