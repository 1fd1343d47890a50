import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { makeMember } from "@/testing/account-fixture";
import { openStageWithPages } from "@/testing/adapters";
import { firstEvent } from "@/testing/first-event";
import {
  HOSTILE_REASON,
  PAYLOADS,
  type PlantedOrder,
  plantAccount,
  plantAnswer,
  plantOrder,
} from "@/testing/hostile-texts";
import { toText } from "@/testing/html-text";
import type { TestContext } from "@/testing/stage";

const DROPOFFS = 8;
/** The payloads go into the dropoffs of this many orders, one payload into every text of a dropoff. */
const ORDERS = PAYLOADS.length / DROPOFFS;

const getPayloads = (index: number) => PAYLOADS.slice(index * DROPOFFS, (index + 1) * DROPOFFS);

/** Returns what runs, or would run on interaction: event handlers in the markup, and script URLs. */
function armed(html: string): string[] {
  const tags = html.match(/<[a-z][^>]*>/gi) ?? [];
  return tags.filter((tag) => {
    const attributes = [...tag.matchAll(/\s([^\s=">/]+)(?:="([^"]*)")?/g)];
    return attributes.some(([, name = "", value = ""]) => {
      if (/^on|^srcdoc$/i.test(name)) return true;
      if (!/^(?:xlink:)?(?:href|src|action|formaction)$/i.test(name)) return false;
      // React's own guard on a form that waits for its script; it contains no user text.
      if (value.startsWith("javascript:throw new Error(")) return false;
      // Browsers ignore tabs and line ends in a URL, and so does this.
      return /^(?:javascript:|data:text)/.test(new URL(toText(value), "http://any").href);
    });
  });
}

const inOneLine = (text: string) => text.replace(/\s+/g, " ").trim();

describe("stored texts", () => {
  let stage: TestContext;
  const cookies = { staff: "", operator: "", recipient: "" };
  const orders: PlantedOrder[] = [];
  let endpointPath = "";
  let deliveryPath = "";

  beforeAll(async () => {
    stage = await openStageWithPages();
    cookies.staff = (await makeMember(stage.db, stage.shop.accountId, "staff")).cookie;
    cookies.operator = (await makeMember(stage.db, null, "owner")).cookie;
    const endpointId = await plantAccount(stage);
    endpointPath = `/dashboard/webhooks/${endpointId}`;
    for (let index = 0; index < ORDERS; index += 1) orders.push(await plantOrder(stage, getPayloads(index)));
    deliveryPath = await plantAnswer(stage, endpointId);
    await cancelOrder(stage.couriers.context, stage.shop.scope, {
      externalOrderId: orders.at(-1)?.id ?? "",
      ...HOSTILE_REASON,
    });
  });

  afterAll(() => stage?.close());

  type Reader = keyof typeof cookies;

  const get = (path: string, as: Reader) =>
    fetch(stage.server.baseUrl + path, { headers: { Cookie: cookies[as] } });

  /** Expects a page to contain texts as text, and no markup that came from one; returns the page's text. */
  async function expectHarmless(path: string, as: Reader): Promise<string> {
    const answer = await get(path, as);
    const html = await answer.text();
    expect([path, answer.status, armed(html)]).toEqual([path, 200, []]);
    const raw = PAYLOADS.filter((payload) => payload.includes("<") && html.includes(payload));
    expect([path, raw]).toEqual([path, []]);
    return inOneLine(toText(html));
  }

  /** Expects a state and its stream to be JSON that no browser takes for a page. */
  async function expectData(path: string, as: Reader): Promise<void> {
    const state = await get(`${path}/state`, as);
    expect([
      path,
      state.status,
      state.headers.get("content-type"),
      state.headers.get("x-content-type-options"),
    ]).toEqual([path, 200, expect.stringMatching(/^application\/json/), "nosniff"]);
    expect(JSON.stringify(await state.json())).toContain("__xss()");
    const stream = await firstEvent(`${stage.server.baseUrl}${path}/events`, { Cookie: cookies[as] });
    const lines = stream.split("\n").filter((line) => line.startsWith("data: {"));
    expect([path, lines.length > 0]).toEqual([path, true]);
    for (const line of lines) expect(() => JSON.parse(line.slice("data: ".length))).not.toThrow();
  }

  it("would be detected by this test if they were executable", () => {
    const [handler, link] = ["<img src=x onerror=__xss()>", '<a class="x" href="java\tscript:__xss()">'];
    expect(armed(`<p>${handler}${link}</a><a href="/t/x">&lt;img onerror=1&gt;</a></p>`)).toEqual([
      handler,
      link,
    ]);
  });

  it.each([
    ["staff", "/dashboard/orders/"],
    ["operator", "/ops/orders/"],
  ] as const)("are plain text on the order pages of %s", async (as, path) => {
    for (const [index, { code }] of orders.entries()) {
      const output = await expectHarmless(path + code, as);
      for (const payload of getPayloads(index)) expect(output).toContain(inOneLine(payload));
    }
    if (as === "staff") await expectData(`/dashboard/orders/${orders[0]?.code}`, as);
  });

  it("are plain text in every list and on the pages of a webhook", async () => {
    for (const path of ["", "/map", "/orders", "/webhooks"])
      await expectHarmless(`/dashboard${path}`, "staff");
    for (const path of [endpointPath, deliveryPath]) await expectHarmless(path, "staff");
    for (const path of ["", "/orders", "/couriers", "/accounts"])
      await expectHarmless(`/ops${path}`, "operator");
    await expectData("/dashboard/map", "staff");
    await expectData("/ops", "operator");
  });

  it("are plain text on the tracking pages, in both languages", async () => {
    for (const { trackingPaths } of orders) {
      for (const path of trackingPaths) await expectHarmless(`${path}?lang=en`, "recipient");
      await expectHarmless(`${trackingPaths[0]}?lang=ru`, "recipient");
    }
    await expectData(String(orders[0]?.trackingPaths[1]), "recipient");
  });
});
