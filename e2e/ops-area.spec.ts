import { expect, type Page } from "@playwright/test";
import { createSignedInContext } from "@/testing/account-fixture";
import { orderBody } from "@/testing/api-client";
import { openBrowserStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { holdScripts } from "@/testing/hold-scripts";
import { expectPagesOfGoodLooks } from "@/testing/looks";
import { AUTH, type SessionCookie } from "@/testing/sign-in";
import type { TestServer } from "@/testing/stage";
import { square, zoneFile } from "@/testing/zones";

let stage: TestServer;
let operator: SessionCookie;

test.beforeAll(async () => {
  stage = await openBrowserStage({ ...AUTH, LOG_LEVEL: "warn" });
  operator = (await createSignedInContext(stage, "operator", null)).session;
});

test.afterAll(() => stage?.close());

test.use({ locale: "en-GB" });

const at = (path: string) => stage.server.baseUrl + path;

test.beforeEach(({ page }) => page.context().addCookies([operator]));

const confirm = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name }).click();

test("an operator draws a zone, uploads another, and both decide which orders are accepted", async ({
  page,
}) => {
  await page.goto(at("/ops/area"));
  // Without zones it cannot be turned on, and the page says why, also to who was faster than its scripts.
  const release = await holdScripts(page);
  await page.getByRole("button", { name: "Turn on" }).click();
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await confirm(page, "Turn on");
  await answered;
  release();
  await expect(page.getByRole("dialog")).toContainText("add a zone first");
  await page.getByRole("dialog").getByRole("button", { name: "Not now" }).click();

  await page.getByRole("link", { name: "New zone" }).click();
  await page.getByLabel("Name").fill("Drawn");
  const map = page.locator(".live-map-canvas[data-ready=true]");
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  if (box === null) throw new Error("The map has no bounding box");
  const corner = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  const corners = [corner(0.3, 0.3), corner(0.6, 0.35), corner(0.5, 0.7), corner(0.3, 0.3)];
  for (const [x, y] of corners) {
    await page.mouse.move(x, y, { steps: 3 });
    await page.mouse.click(x, y);
  }
  const shape = page.getByRole("textbox", { name: "GeoJSON" });
  await expect(shape).toHaveValue(/^\{"type":"Polygon","coordinates":\[\[(\[[-\d.]+,[-\d.]+\],?){4}\]\]\}$/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Drawn" })).toBeVisible();

  const file = zoneFile({ name: "Far away", hours: { sun: "22:00-02:00" }, rings: [square(0, 0, 1)] });
  await page.getByLabel("File").setInputFiles({
    name: "zones.geojson",
    mimeType: "application/geo+json",
    buffer: Buffer.from(file),
  });
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Far away" })).toBeVisible();
  await expect(page.getByText("Sun 22:00–02:00")).toBeVisible();
  const exported = await page.request.get(at("/ops/area/zones"));
  expect(
    (await exported.json()).features.map((one: { properties: { name: string } }) => one.properties.name),
  ).toEqual(["Drawn", "Far away"]);
  expect((await fetch(at("/ops/area/zones"))).status).toBe(404);

  await page
    .getByRole("listitem")
    .filter({ hasText: "Drawn" })
    .getByRole("button", { name: "Delete" })
    .click();
  await confirm(page, "Delete");
  await expect(page.getByRole("heading", { name: "Drawn" })).toHaveCount(0);
  expect((await stage.api.create(orderBody())).status).toBe(201);
  await page.getByRole("button", { name: "Turn on" }).click();
  await confirm(page, "Turn on");
  await expect(page.getByText("On: only inside the zones")).toBeVisible();
  expect((await stage.api.create(orderBody())).status).toBe(400);

  await page.getByRole("textbox", { name: "Longest trip" }).fill("0,5");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Longest trip" })).toContainText("1 to 100,000 km");
  await page.getByRole("textbox", { name: "Longest trip" }).fill("42,5");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("longest trip: 42.5 km")).toBeVisible();
});

test("the area pages pass the accessibility and layout checks", async ({ page }) => {
  await expectPagesOfGoodLooks(page, [at("/ops/area"), at("/ops/area/zone")]);
});
