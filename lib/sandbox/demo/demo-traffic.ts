import { listAccounts } from "@/lib/accounts/list-accounts";
import { readCity } from "@/lib/city/city";
import { ignoreRefusal } from "@/lib/domain-error";
import { MINUTE_MS } from "@/lib/duration";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { createOrder } from "@/lib/orders/create-order";
import { listAccountActiveOrders } from "@/lib/orders/list/list-active-orders";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { createRandom } from "@/lib/random";
import { chooseDemoPlaces, type DemoPlaces } from "@/lib/sandbox/demo/demo-places";
import { demoScope } from "@/lib/sandbox/demo/scopes";

export const DEMO_EMAIL = "demo@dropline.example";
export const DEMO_OPERATOR_EMAIL = "ops@dropline.example";

/** Below MIN_OPEN open orders, one is placed each minute; then one every four minutes up to MAX_OPEN. */
const MIN_OPEN = 3;
const MAX_OPEN = 5;
const NAMES = ["Ana", "Boris", "Vera", "Gleb", "Daria", "Egor", "Jana", "Zahar"];

export function demoTraffic(dataDir: string, isWatched: () => boolean): JobHandler {
  return async (context) => {
    if (!context.dispatch.simulateLive || !isWatched()) return DONE;
    const [demo] = await listAccounts(context.db, DEMO_EMAIL);
    if (demo === undefined || demo.disabledAt !== null) return DONE;
    const scope = demoScope(demo.id);
    const open = (await listAccountActiveOrders(context.db, scope, { now: context.clock.now() })).length;
    if (open >= MAX_OPEN) return DONE;
    const minute = Math.floor(context.clock.now().getTime() / MINUTE_MS);
    const slot = open < MIN_OPEN ? minute : minute - (minute % 4);
    const body = getOrder(slot, await chooseDemoPlaces(context.db, readCity(dataDir)));
    const shop = { ...context, actor: { type: "simulator", id: "demo" } } as const;
    // A visitor may have excluded the demo's points from the service area.
    await createOrder(shop, scope, { body }).catch(ignoreRefusal);
    return DONE;
  };
}

/** Deterministic: a slot always gets the same order. */
function getOrder(slot: number, { shops, doors }: DemoPlaces): CreateOrderBody {
  const random = createRandom(slot);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const apartment = 1 + Math.floor(random() * 90);
  return {
    external_order_id: `polka-${slot}`,
    pickup: {
      address: pick(shops),
      contact: { value: "+37322555010", name: "Polka", type: "phone" },
    },
    dropoffs: [
      {
        address: { ...pick(doors), apartment, entrance: 1, floor: Math.ceil(apartment / 4) },
        contact: { value: `+3736912${String(slot % 10_000).padStart(4, "0")}`, name: pick(NAMES) },
      },
    ],
    cargo_size: pick(["S", "M"] as const),
  };
}
