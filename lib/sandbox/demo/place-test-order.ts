import type { AccountScope } from "@/lib/account-scope";
import { homeAt } from "@/lib/accounts/home";
import { readCity } from "@/lib/city/city";
import type { Context } from "@/lib/context";
import { generateExternalOrderId } from "@/lib/orders/form/external-order-id";
import { placeOrder } from "@/lib/orders/form/place-order";
import { judgeOrder } from "@/lib/orders/judge-order";
import type { ResponseSource } from "@/lib/orders/resource";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { samplePhone } from "@/lib/phone-example";
import { chooseDemoPlaces, type DemoPlaces } from "@/lib/sandbox/demo/demo-places";
import type { Scenario, ScenarioRun } from "@/lib/sandbox/scenario";
import { toScenarioOptions } from "@/lib/sandbox/to-scenario-options";

/** `scope` must be in test mode. @throws DomainError as `placeOrder` */
export async function placeTestOrder(
  context: Context,
  scope: AccountScope,
  { scenario, speed, dataDir }: { scenario: Scenario; speed: ScenarioRun["speed"]; dataDir: string },
): Promise<ResponseSource> {
  const places = await chooseDemoPlaces(context.db, readCity(dataDir));
  const options = toScenarioOptions({ scenario, speed });
  const judgment = await judgeOrder(context, scope, buildBody(scenario, places), options);
  return placeOrder(context, scope, judgment, options);
}

function buildBody(scenario: Scenario, { shops: [shop], doors }: DemoPlaces): CreateOrderBody {
  const dropoffs = doors.slice(0, scenario === "one_of_three_refused" ? 3 : 1);
  const phone = samplePhone(homeAt(shop.latitude, shop.longitude).phoneCountry);
  return {
    external_order_id: generateExternalOrderId(),
    pickup: { address: shop, contact: { value: phone, name: "Test", type: "phone" } },
    dropoffs: dropoffs.map((address, index) => ({
      address,
      contact: { value: phone, name: `Test ${index + 1}`, type: "phone" },
    })),
    cargo_size: "S",
  };
}
