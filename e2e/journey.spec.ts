import { devices, expect } from "@playwright/test";
import { createCourier } from "@/lib/couriers/create-courier";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { address, orderBody } from "@/testing/api-client";
import { openBrowserStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import type { TestServer } from "@/testing/stage";

const PHONE = {
  viewport: { width: 390, height: 844 },
  locale: "en-GB",
  userAgent: devices["Pixel 7"].userAgent,
};
const CORNER = { latitude: 59.9345, longitude: 30.329, accuracy: 10 };
const NEVSKY = { latitude: 59.9354, longitude: 30.3254, accuracy: 10 };

let stage: TestServer;

test.beforeAll(async () => {
  stage = await openBrowserStage({ ROLE: "all" });
});

test.afterAll(() => stage?.close());

test("a courier with a phone delivers a shop's order while the recipient watches", async ({ browser }) => {
  const { db, api, server } = stage;
  const courier = await createCourier(db, {
    name: "Анна Петрова",
    phone: "+79115550007",
    transport: { type: "bike", color: "зелёный" },
    isSimulated: false,
  });
  const { link } = await issueCourierLink(db, courier.id, server.baseUrl);
  const road = await browser.newContext({ ...PHONE, permissions: ["geolocation"], geolocation: NEVSKY });
  const phone = await road.newPage();
  await phone.goto(link);
  await phone.getByRole("button", { name: "Start shift" }).click();
  await expect.poll(() => db.models.courierPosition.count({ where: { courierId: courier.id } })).toBe(1);

  const door = address(CORNER.latitude, CORNER.longitude + 0.0126);
  const body = orderBody({
    dropoffs: [{ address: door, contact: { value: "+79161234567" }, proof: { code: true } }],
  });
  const { data } = await api.create(body);
  const status = async () => (await api.get(`/v1/partner/orders/${body.external_order_id}`)).data.status;
  const home = await browser.newContext(PHONE);
  const page = await home.newPage();
  await page.goto(server.baseUrl + new URL(data.tracking_url ?? "").pathname);
  const sentence = page.getByRole("heading", { level: 1 });

  const next = phone.getByRole("heading", { level: 1 });
  await expect(next).toHaveText("New order");
  await phone.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByText("Anna is on the way to the shop")).toBeVisible();
  await phone.getByRole("button", { name: "I’m at the pickup" }).click();
  const confirm = async (button: string, yes: string) => {
    await phone.getByRole("button", { name: button }).focus();
    await phone.keyboard.press("Enter");
    await phone.getByRole("dialog").getByRole("button", { name: yes }).click();
  };
  await confirm("Picked up", "Yes, picked up");
  await expect(sentence).toHaveText(/^Arrives /);
  await expect.poll(status).toBe("in_progress");

  const seen = () => page.locator(`.street-picture [data-kind="courier"]`).getAttribute("style");
  const before = await seen();
  await road.setGeolocation(CORNER);
  await expect.poll(seen).not.toBe(before);

  const markHere = () => phone.getByRole("button", { name: "I’m here" }).click();
  await markHere();
  const question = phone.getByRole("dialog");
  await expect(question).toContainText(/You are .* m away. Mark anyway\?/);
  await question.getByRole("button", { name: "Mark anyway" }).click();
  await expect(phone.getByText("Marked as arrived")).toBeVisible();
  await phone.getByRole("button", { name: "Undo" }).click();
  await expect(phone.getByText("Marked as arrived")).toHaveCount(0);
  // Nearer than 500 m, the courier is not asked, and the page believes the mark.
  const corner = await seen();
  await road.setGeolocation({ ...CORNER, longitude: CORNER.longitude + 0.0043 });
  await expect.poll(seen).not.toBe(corner);
  await markHere();
  await expect(sentence).toHaveText("Your courier is here");
  const code = await page
    .getByRole("region", { name: "Code for the courier" })
    .locator(".digits")
    .textContent();
  await phone.getByLabel("Code from the recipient").fill(String(code).replace(/\D/g, ""));
  await confirm("Handed over", "Yes, handed over");
  await expect(sentence).toHaveText(/^Delivered at/);
  expect(await status()).toBe("delivered");
  await Promise.all([road.close(), home.close()]);
});
