import { expect, type Locator, type Page } from "@playwright/test";
import { createCourier } from "@/lib/couriers/create-courier";
import { setShift } from "@/lib/couriers/set-shift";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { createSignedInContext } from "@/testing/account-fixture";
import { address, orderBody } from "@/testing/api-client";
import { openBrowserStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { PHOTON_ANSWER, respondText, startFakeGeocoder } from "@/testing/fake-geocoder";
import { AUTH, type SessionCookie } from "@/testing/sign-in";

test.use({ locale: "en-GB", timezoneId: "Europe/Moscow", viewport: { width: 1440, height: 900 } });

interface Effort {
  clicks: number;
  keys: number;
  loads: number;
}

/** A house in the served city: of one elsewhere, the form asks before it orders. */
const PLACE = { type: "Point", coordinates: [28.8325, 47.0245] };
const FOUND = {
  ...PHOTON_ANSWER,
  features: PHOTON_ANSWER.features.map((feature) => ({ ...feature, geometry: PLACE })),
};

/** Counts what a person does on a page from where they start. */
async function startAt(page: Page, url: string, sign = "Ctrl K") {
  // Of the task before.
  page.removeAllListeners("domcontentloaded");
  await page.goto(url);
  // Shown by the script, from which on the page can be used.
  await expect(page.getByText(sign, { exact: true }).first()).toBeVisible();
  const effort: Effort = { clicks: 0, keys: 0, loads: 0 };
  page.on("domcontentloaded", () => {
    effort.loads += 1;
  });
  return {
    effort,
    click: async (target: Locator) => {
      effort.clicks += 1;
      await target.click();
    },
    press: async (...keys: readonly string[]) => {
      for (const key of keys) {
        effort.keys += 1;
        await page.keyboard.press(key);
      }
    },
    type: async (text: string) => {
      effort.keys += text.length;
      await page.keyboard.type(text);
    },
  };
}

const CEILINGS: Readonly<Record<string, Effort>> = {
  "first order from an empty account": { clicks: 3, keys: 46, loads: 0 },
  "find an order by a name": { clicks: 0, keys: 7, loads: 0 },
  "change a dropoff": { clicks: 2, keys: 11, loads: 0 },
  "the month's total": { clicks: 1, keys: 0, loads: 0 },
  "give an order to another courier": { clicks: 4, keys: 0, loads: 0 },
  "invite a person": { clicks: 1, keys: 18, loads: 0 },
};

test("six tasks of the dashboard and the console need no more clicks, keys and loads than before @long", {
  tag: "@map",
}, async ({ browser }) => {
  test.slow();
  const geocoder = await startFakeGeocoder();
  geocoder.behave(respondText(200, JSON.stringify(FOUND)));
  const stage = await openBrowserStage({ ...AUTH, LOG_LEVEL: "warn", GEOCODER_URL: geocoder.url });
  const { db, server, couriers, shop } = stage;
  const at = (path: string) => server.baseUrl + path;
  const open = async (cookie: SessionCookie) => {
    const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1440, height: 900 } });
    await context.addCookies([cookie]);
    return context.newPage();
  };
  const newcomers = await stage.newShop();
  const newcomer = await open(
    (await createSignedInContext(stage, "owner", newcomers.shop.accountId)).session,
  );
  const page = await open((await createSignedInContext(stage, "owner")).session);
  const body = orderBody();
  const [dropoff] = body.dropoffs;
  const { data } = await stage.api.create({
    ...body,
    pickup: { ...body.pickup, address: address(47.0182, 28.8415) },
    dropoffs: [
      {
        ...dropoff,
        address: address(47.0312, 28.8667),
        contact: { value: "+79161234567", name: "Анна Кузнецова" },
      },
    ] as typeof body.dropoffs,
  });
  const done: Record<string, Effort> = {};

  const first = await startAt(newcomer, at("/dashboard"));
  const addresses = newcomer.getByRole("combobox", { name: "Address" });
  const phone = (path: string) => newcomer.locator(`[name="${path}.contact.value"]`);
  await first.press("n");
  await expect(addresses.first()).toBeFocused();
  await first.type("Марата 30");
  await first.press("Enter");
  await first.click(phone("pickup"));
  await first.type("+78125550100");
  await first.click(addresses.last());
  await first.type("Марата 30");
  await first.press("Enter");
  await first.click(phone("dropoffs.0"));
  await first.type("+79161234567");
  await expect(newcomer.locator("[data-price]")).toBeVisible();
  await first.press("Control+Enter");
  await expect(newcomer.getByRole("heading", { level: 1, name: "Looking for a courier" })).toBeVisible();
  done["first order from an empty account"] = first.effort;

  const search = await startAt(page, at("/dashboard/orders"));
  await search.press("/");
  await search.type("кузн");
  await expect(page).toHaveURL(/search=/);
  await search.press("Enter", "Enter");
  await expect(page.getByRole("complementary", { name: `Order ${data.order_code}` })).toContainText(
    "Кузнецова",
  );
  done["find an order by a name"] = search.effort;

  const edit = await startAt(page, at(`/dashboard/orders/${data.order_code}`));
  await edit.click(page.getByRole("link", { name: "Edit" }));
  await edit.click(page.getByRole("combobox", { name: "Address" }).last());
  await edit.type("Марата 30");
  await edit.press("Enter");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeEnabled();
  await edit.press("Control+Enter");
  await expect(page).toHaveURL(at(`/dashboard/orders/${data.order_code}`));
  await expect(page.getByRole("region", { name: "Stops" })).toContainText("улица Марата, 30");
  done["change a dropoff"] = edit.effort;

  const month = await startAt(page, at("/dashboard"));
  await month.click(page.getByRole("link", { name: "Statements" }).first());
  await expect(page.getByRole("main")).toContainText("₽");
  done["the month's total"] = month.effort;

  const invite = await startAt(page, at("/dashboard"));
  await invite.press("g", "t");
  await invite.click(page.getByLabel("Email"));
  await invite.type("new@example.com");
  await invite.press("Enter");
  await expect(page.getByText("new@example.com has been invited")).toBeVisible();
  done["invite a person"] = invite.effort;

  const transport = { type: "car", make: "Lada" } as const;
  const hire = async (name: string) => {
    const { id } = await createCourier(db, { name, phone: "+79115550001", transport, isSimulated: false });
    await setShift(couriers.context, id, true);
    return id;
  };
  const courierId = await hire("Пётр Первый");
  await hire("Вера Вторая");
  await assignCourier(couriers.context, shop.scope, { externalOrderId: body.external_order_id, courierId });
  const desk = await open((await createSignedInContext(stage, "owner", null)).session);
  const reassign = await startAt(desk, at("/ops/orders"), "Updates live");
  await reassign.click(desk.getByRole("link", { name: data.order_code }));
  await reassign.click(desk.getByRole("button", { name: "Give to another" }));
  await reassign.click(desk.getByRole("dialog").getByText("Вера Вторая"));
  await reassign.click(desk.getByRole("button", { name: "Give to Вера" }));
  await expect(desk.getByRole("region", { name: "Courier", exact: true })).toContainText("Вера Вторая");
  done["give an order to another courier"] = reassign.effort;

  // biome-ignore lint/suspicious/noConsole: the table is what this test is read for
  console.table(done);
  for (const [task, most] of Object.entries(CEILINGS)) {
    const { clicks, keys, loads } = done[task] ?? { clicks: Infinity, keys: Infinity, loads: Infinity };
    expect
      .soft([task, clicks <= most.clicks, keys <= most.keys, loads <= most.loads])
      .toEqual([task, true, true, true]);
  }
  await stage.close();
  await geocoder.close();
});
