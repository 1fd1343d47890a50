import { createCourier } from "@/lib/couriers/create-courier";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { setShift } from "@/lib/couriers/set-shift";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
import { address, newId, orderBody } from "@/testing/api-client";
import type { TestContext } from "@/testing/stage";
import { testWebhooks } from "@/testing/webhook-side";

/** Texts that an attacker might enter to run a script in a page. Each calls `__xss`. */
export const PAYLOADS = [
  "<script>__xss()</script>",
  "</script><script>__xss()</script>",
  '"><script>__xss()</script>',
  "</textarea><script>__xss()</script>",
  "</title><svg onload=__xss()>",
  "</style><img src=x onerror=__xss()>",
  "</pre></code><img src=x onerror=__xss()>",
  "<img src=x onerror=__xss()>",
  "<img src=x onerror=__xss()//",
  '" onmouseover="__xss()" autofocus onfocus="__xss()',
  "' onfocus='__xss()' autofocus tabindex='0",
  "<svg/onload=__xss()>",
  "<body onload=__xss()>",
  "<iframe srcdoc='<script>parent.__xss()</script>'>",
  "<details open ontoggle=__xss()>",
  "<math><mi xlink:href='javascript:__xss()'>x",
  "<a href='javascript:__xss()'>x</a>",
  "javascript:__xss()",
  "JaVaScRiPt:__xss()//",
  "java\tscript:__xss()",
  "data:text/html,<script>__xss()</script>",
  "{{constructor.constructor('__xss()')()}}",
  "$" + "{__xss()} #{__xss()} <%= __xss() %>",
  "{name, select, other {<b>__xss()</b>}}",
  "\\u003cscript\\u003e__xss()\\u003c/script\\u003e",
  "&lt;script&gt;__xss()&lt;/script&gt;",
  "\uFF1Cscript\uFF1E__xss()\uFF1C/script\uFF1E",
  "\u202Ejavascript:__xss()\u202C \u2028__xss()//\u2029",
  '\\"});__xss();//',
  "']};__xss();/*",
  "--><script>__xss()</script><!--",
  "]]><script>__xss()</script>",
] as const;

const EVERY = PAYLOADS.join(" ");

/** Puts payloads into every text of an account and of its endpoint. @returns the endpoint's id */
export async function plantAccount({ db, shop }: TestContext): Promise<string> {
  await db.models.account.update({ where: { id: shop.accountId }, data: { name: EVERY.slice(0, 500) } });
  const { endpoint } = await createEndpoint(testWebhooks(db), shop.scope, {
    url: `https://localhost:4000/?${EVERY}`.slice(0, 1_000),
    description: EVERY.slice(0, 200),
    eventTypes: ["order.created"],
    headers: [],
    createdById: null,
  });
  return endpoint.id;
}

/** Records a response with payloads for an event; returns the page that shows it. */
export async function plantAnswer({ db }: TestContext, endpointId: string): Promise<string> {
  const { id } = await db.models.webhookDelivery.findFirstOrThrow({ where: { endpointId } });
  await db.models.webhookDelivery.update({ where: { id }, data: { attempts: 1, tries: 1 } });
  await db.models.webhookAttempt.create({
    data: {
      deliveryId: id,
      number: 1,
      endpointId,
      attemptedAt: new Date(),
      status: 500,
      durationMs: 1,
      signature: EVERY,
      response: EVERY,
      failure: "status",
      detail: EVERY,
    },
  });
  return `/dashboard/webhooks/${endpointId}/deliveries/${id}`;
}

/** A planted order and the pages that show it. */
export interface PlantedOrder {
  readonly id: string;
  readonly code: string;
  readonly trackingPaths: readonly string[];
  readonly courierLink: string;
}

/** Creates an order whose every text is hostile, one payload per dropoff, carried by a courier with hostile texts. */
export async function plantOrder(scene: TestContext, texts: readonly string[]): Promise<PlantedOrder> {
  const { api, couriers, db, server, shop } = scene;
  const stop = (text: string, place: number) => ({
    address: {
      ...address(59.9287 - place * 0.01, 30.3607 + place * 0.01),
      area: text,
      street: text,
      building: text,
      intercom: text.slice(0, 64),
      instructions: text,
    },
    contact: {
      value: text,
      name: text,
      type: (["phone", "whatsapp", "telegram"] as const)[place % 3] ?? "phone",
    },
  });
  const word = (offset: number) => (texts[offset] ?? "").slice(0, 100);
  const id = `${newId()}${word(0)}`.slice(0, 128);
  const { data, status, text } = await api.create(
    orderBody({
      external_order_id: id,
      pickup: stop(texts[0] ?? "", 0),
      dropoffs: texts.map((one, index) => stop(one, index + 1)),
      comment: EVERY,
    }),
  );
  if (status !== 201) throw new Error(text);
  const courier = await createCourier(db, {
    name: word(1),
    phone: "+79115550001",
    transport: { type: "car", make: word(2), model: word(3), color: word(4), number: word(5) },
    isSimulated: false,
  });
  const { link } = await issueCourierLink(db, courier.id, server.baseUrl);
  await setShift(couriers.context, courier.id, true);
  await couriers.place(courier.id);
  await assignCourier(couriers.context, shop.scope, { externalOrderId: id, courierId: courier.id });
  await couriers.accept(shop.scope, id, courier.id);
  await couriers.showArrivals();
  const message = { at: new Date().toISOString(), code: null, text: EVERY.slice(0, 500) };
  await db.models.orderStop.updateMany({
    where: { order: { externalOrderId: id }, position: { gt: 0 } },
    data: {
      messages: [true, false].map((isFromCourier) => ({ ...message, id: `${isFromCourier}`, isFromCourier })),
    },
  });
  return {
    id,
    code: data.order_code,
    trackingPaths: [data.tracking_url, ...(data.tracking_urls ?? [])].map(
      (url) => new URL(url ?? "").pathname,
    ),
    courierLink: new URL(link).pathname,
  };
}

/** A cancellation's reason and comment. */
export const HOSTILE_REASON = { reason: EVERY.slice(0, 255), comment: EVERY } as const;
