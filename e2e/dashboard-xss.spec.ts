import { expect, type Page } from "@playwright/test";
import { createCourier } from "@/lib/couriers/create-courier";
import { setShift } from "@/lib/couriers/set-shift";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { assignCourier } from "@/lib/orders/carrying/assign-courier";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
import { address, orderBody } from "@/testing/api-client";
import { openBrowserStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { AUTH, makePerson, signIn } from "@/testing/sign-in";
import type { Stage } from "@/testing/stage";
import { testWebhooks } from "@/testing/webhook-side";

/** What somebody might put into a text in the hope that a page runs it. Each calls `__xss`. */
const PAYLOADS = [
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

const DROPOFFS = 8;
/** So many payloads go into the dropoffs of one order, each into every text of one. */
const ORDERS = PAYLOADS.length / DROPOFFS;
const EVERY = PAYLOADS.join(" ");

interface Planted {
  readonly code: string;
  readonly links: readonly string[];
  readonly payloads: readonly string[];
}

/** The addresses that are opened, of a planted order. Whoever adds a page that shows orders adds it here. */
const PAGES: readonly { readonly as: "staff" | "operator"; readonly path: (planted: Planted) => string }[] = [
  { as: "staff", path: ({ code }) => `/dashboard/orders/${code}` },
  { as: "operator", path: ({ code }) => `/ops/orders/${code}` },
];

/** Addresses that show many orders at once, or none, and are opened once. */
const lists: { readonly as: "staff" | "operator"; readonly path: string }[] = [
  { as: "staff", path: "/dashboard" },
  { as: "staff", path: "/dashboard/webhooks" },
  { as: "operator", path: "/ops" },
  { as: "operator", path: "/ops/orders" },
  { as: "operator", path: "/ops/couriers" },
  { as: "operator", path: "/ops/accounts" },
];

let stage: Stage;
const planted: Planted[] = [];

test.beforeAll(async () => {
  stage = await openBrowserStage({ ...AUTH, LOG_LEVEL: "warn" });
  const name = EVERY.slice(0, 500);
  await stage.db.account.update({ where: { id: stage.shop.accountId }, data: { name } });
  const { endpoint } = await createEndpoint(testWebhooks(stage.db), stage.shop.scope, {
    url: `https://localhost:4000/?${EVERY}`.slice(0, 1_000),
    description: EVERY.slice(0, 200),
    eventTypes: ["order.created"],
    headers: [],
    createdById: null,
  });
  for (let index = 0; index < ORDERS; index += 1) planted.push(await plant(index));
  await plantAnswer(endpoint.id);
});

test.afterAll(() => stage?.close());

/** Lets an endpoint have answered an event with payloads, and shows both of its pages. */
async function plantAnswer(endpointId: string): Promise<void> {
  const { id } = await stage.db.webhookDelivery.findFirstOrThrow({ where: { endpointId } });
  await stage.db.webhookDelivery.update({ where: { id }, data: { attempts: 1, tries: 1 } });
  await stage.db.webhookAttempt.create({
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
  const path = `/dashboard/webhooks/${endpointId}`;
  lists.push({ as: "staff", path }, { as: "staff", path: `${path}/deliveries/${id}` });
}

/** An order whose every text is a payload. The last one is cancelled, the others are on their way. */
async function plant(index: number): Promise<Planted> {
  const payloads = PAYLOADS.slice(index * DROPOFFS, (index + 1) * DROPOFFS);
  const stop = (payload: string, place: number) => ({
    address: {
      ...address(59.9287 - place * 0.01, 30.3607 + place * 0.01),
      area: payload,
      street: payload,
      building: payload,
      intercom: payload.slice(0, 64),
      instructions: payload,
    },
    contact: {
      value: payload,
      name: payload,
      type: (["phone", "whatsapp", "telegram"] as const)[(place + index) % 3] ?? "phone",
    },
  });
  const first = payloads[0] ?? "";
  const { data, status, text } = await stage.api.create(
    orderBody({
      external_order_id: `${index}${first}`,
      pickup: stop(first, 0),
      dropoffs: payloads.map((payload, place) => stop(payload, place + 1)),
      comment: EVERY,
    }),
  );
  expect([status, text]).toEqual([201, text]);
  const { context } = stage.couriers;
  const word = (offset: number) => (payloads[offset] ?? "").slice(0, 100);
  const courier = await createCourier(stage.db, {
    name: word(1),
    phone: "+79115550001",
    transport: { type: "car", make: word(2), model: word(3), color: word(4), number: word(5) },
    isSimulated: false,
  });
  await setShift(context, courier.id, true);
  await stage.couriers.place(courier.id);
  await assignCourier(context, stage.shop.scope, {
    externalOrderId: data.external_order_id,
    courierId: courier.id,
  });
  if (index === ORDERS - 1) {
    const reason = { reason: EVERY.slice(0, 255), comment: EVERY };
    await cancelOrder(context, stage.shop.scope, { externalOrderId: data.external_order_id, ...reason });
  }
  const links = [data.tracking_url, ...(data.tracking_urls ?? [])].map((url) => new URL(url ?? "").pathname);
  return { code: data.order_code, links, payloads };
}

/** Notes whatever runs, or is kept from running by the page's policy alone. */
async function trap(page: Page): Promise<string[]> {
  const caught: string[] = [];
  page.on("dialog", (dialog) => {
    caught.push(`${page.url()}: a dialog`);
    void dialog.dismiss();
  });
  await page.exposeFunction("__caught", (what: string) => caught.push(what));
  await page.addInitScript(() => {
    const traps = window as unknown as { __xss: () => void; __caught: (what: string) => void };
    traps.__xss = () => traps.__caught(`${location.href}: ran`);
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, sample, blockedURI }) =>
      traps.__caught(`${location.href}: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return caught;
}

/** What would run if it were touched: handlers in the markup, addresses that are programs. */
function armed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isProgram = (name: string, value: string): boolean => {
      if (!/^(?:xlink:)?(?:href|src|action|formaction)$/i.test(name)) return false;
      // React's own guard on a form that waits for its script; no text of anybody's is in it.
      if (value.startsWith("javascript:throw new Error('A React form was unexpectedly submitted."))
        return false;
      // A URL drops the tabs and line ends that browsers do not mind either.
      return /^(?:javascript:|data:text)/.test(new URL(value, location.href).href);
    };
    return [...document.querySelectorAll("*")].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => /^on|^srcdoc$/i.test(name) || isProgram(name, value))
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    );
  });
}

async function lookAt(page: Page, path: string): Promise<void> {
  const answer = await page.goto(stage.server.baseUrl + path);
  expect([path, answer?.status()]).toEqual([path, 200]);
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
  });
  expect([path, await armed(page)]).toEqual([path, []]);
}

const waitForMap = (page: Page) => expect(page.locator(".map-marker").first()).toBeAttached();

test("no text of an order, a courier or an account is ever run by a page that shows it", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { db, server, shop } = stage;
  const caught: string[] = [];
  for (const role of ["staff", "operator"] as const) {
    const person = await makePerson(db, role === "operator" ? null : shop.accountId, role);
    const context = await browser.newContext({ locale: "en-GB" });
    await context.addCookies([await signIn(server.baseUrl, person.email)]);
    const page = await context.newPage();
    const caughtHere = await trap(page);
    for (const one of planted) {
      for (const { path } of PAGES.filter(({ as }) => as === role)) {
        await lookAt(page, path(one));
        // The texts are there, as texts.
        for (const payload of one.payloads)
          await expect(page.getByRole("main")).toContainText(payload.trim());
        if (role === "staff") await waitForMap(page);
      }
    }
    for (const { path } of lists.filter(({ as }) => as === role)) {
      await lookAt(page, path);
      if (path === "/ops") await waitForMap(page);
    }
    caught.push(...caughtHere);
    await context.close();
  }
  expect(caught).toEqual([]);
});

test("nor by the tracking pages", async ({ browser }) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  const caught = await trap(page);
  // The map shows no text of anybody's.
  await page.route("**/vendor/**", (route) => route.abort());
  for (const { links } of planted) for (const link of links) await lookAt(page, link);
  expect(caught).toEqual([]);
});

test("and what the traps wait for would be caught", async ({ page, expectComplaint }) => {
  expectComplaint(/Content Security Policy/, /404 .*\/t\/x/);
  const caught = await trap(page);
  await page.goto(stage.server.baseUrl + String(planted[0]?.links[0]));
  await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=__xss()>"));
  await expect.poll(() => caught.join()).toContain("script-src");
  expect(await armed(page)).toEqual(["IMG onerror=__xss()"]);
  await page.evaluate("__xss()");
  expect(caught.join()).toContain("ran");
});
