import { expect, type Page } from "@playwright/test";
import { createUser } from "@/lib/accounts/create-user";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { setShift } from "@/lib/couriers/set-shift";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { createSignedInContext } from "@/testing/account-fixture";
import { address, orderBody } from "@/testing/api-client";
import { openBrowserStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { WITH_STREETS } from "@/testing/city";
import { AUTH, PASSWORD, signIn } from "@/testing/sign-in";
import type { TestServer } from "@/testing/stage";

const OPERATOR = "operator@dropline.example";
const SHOP = address(47.0245, 28.8325);
const DOOR = address(47.0452, 28.8651);

let stage: TestServer;

test.beforeAll(async () => {
  stage = await openBrowserStage({ ...AUTH, ...WITH_STREETS });
  await createUser(stage.db, { accountId: null, email: OPERATOR, password: PASSWORD, roles: ["owner"] });
});

test.afterAll(() => stage?.close());

test.use({ locale: "en-GB" });

/** Records what a page requests from other hosts and from the city's map. */
function listen(page: Page): { foreign: string[]; failed: string[]; tiles: string[] } {
  const received = { foreign: [] as string[], failed: [] as string[], tiles: [] as string[] };
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(stage.server.baseUrl) && !/^(data|blob):/.test(url)) received.foreign.push(url);
  });
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400) received.failed.push(`${response.status()} ${pathname}`);
    if (/^\/map\/[0-9a-f]{12}\/\d+\//.test(pathname) && response.status() === 200)
      received.tiles.push(pathname);
  });
  return received;
}

test("every page with a map shows the city without requests to another host", {
  tag: ["@long", "@map"],
}, async ({ page, context }) => {
  const { server, api, db, couriers, shop } = stage;
  const body = orderBody();
  body.pickup.address = SHOP;
  for (const dropoff of body.dropoffs) dropoff.address = DOOR;
  const { data } = await api.create(body);
  const { id: orderId } = await db.models.order.findFirstOrThrow({ where: { orderCode: data.order_code } });
  const courierId = await couriers.makeCourier({ type: "car" });
  await assignCourier(couriers.context, shop.scope, { externalOrderId: body.external_order_id, courierId });
  await recordStep(couriers.context, courierId, { orderId, step: { type: "pick_up" } });
  const { link } = await issueCourierLink(db, courierId, server.baseUrl);
  await setShift(couriers.context, courierId, true);
  const received = listen(page);
  const map = page.locator(".live-map");
  const ready = page.locator('[data-ready="true"]');
  /** Waits until the page's map is idle and shows tiles of the city. */
  const expectCity = async () => {
    await expect(ready.first()).toBeVisible();
    await expect(map.getByText("© OpenStreetMap contributors")).toBeVisible();
    expect(received.tiles.length).toBeGreaterThan(0);
    received.tiles.length = 0;
  };

  await page.goto(server.baseUrl + new URL(data.tracking_url ?? "").pathname);
  const picture = await page.locator(".streets").evaluate((box) => getComputedStyle(box).borderImageSource);
  const { status } = await fetch(/"(.+)"/.exec(picture)?.[1] ?? "");
  expect(status).toBe(200);
  await expect(page.locator(".map-box")).toHaveAttribute("data-stage", "ready");
  await expectCity();
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await context.addCookies([(await createSignedInContext(stage, "owner")).session]);
  for (const path of [`/dashboard/orders/${data.order_code}`, "/dashboard/map"]) {
    await page.goto(server.baseUrl + path);
    await expectCity();
  }
  await page.goto(`${server.baseUrl}/dashboard/new`);
  await expectCity();
  await context.clearCookies();
  await context.addCookies([await signIn(server.baseUrl, OPERATOR)]);
  await page.goto(`${server.baseUrl}/ops`);
  await expectCity();
  for (const path of ["/", "/sign-in"]) await page.goto(server.baseUrl + path, { waitUntil: "networkidle" });
  expect(received.foreign).toEqual([]);
  expect(received.failed).toEqual([]);
});
