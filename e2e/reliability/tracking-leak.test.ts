import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { execute } from "@/lib/db/sql";
import { readBody } from "@/lib/events/event-body";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { writeMessage } from "@/lib/orders/feedback/write-message";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { listCourierTasks } from "@/lib/orders/fulfillment/list-courier-tasks";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-in-progress";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { proofCode } from "@/lib/orders/proof-code";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { MESSAGES } from "@/messages/messages";
import { builtRoutes } from "@/testing/actions";
import { address, newId } from "@/testing/api-client";
import { firstEvent } from "@/testing/first-event";
import { placeAt } from "@/testing/place-at";
import { startTestServer, type TestServer } from "@/testing/stage";

const STATES = ["new", "assigned", "in_progress", "second", "delivered", "cancelled"] as const;
type State = (typeof STATES)[number];

/** Numbers that appear nowhere by chance. */
const APARTMENT = 48_151_623;
const ENTRANCE = 90_417_733;
const FLOOR = 71_904_266;
const AMOUNT = 31_337.77;
/** An amount as pages show it, in either language. */
const shownAmounts = (amount: number) => [
  String(amount),
  ...["ru-RU", "en-US"].map((tag) => new Intl.NumberFormat(tag).format(amount)),
];

describe("the data that a tracking page hides", () => {
  let stage: TestServer;

  beforeAll(async () => {
    stage = await startTestServer({ pages: true, env: { LOG_LEVEL: "info" } });
  });

  afterAll(() => stage?.close());

  const secretAddress = (index: number) => ({
    ...address(59.93123 + index * 0.0123, 30.31234 + index * 0.0234),
    area: "Город",
    street: `Улица-${index}`,
    building: `MARK-building-${index}`,
    apartment: APARTMENT + index,
    entrance: ENTRANCE + index,
    floor: FLOOR + index,
    intercom: `MARK-intercom-${index}`,
    instructions: `MARK-instructions-${index} <script>alert(1)</script>`,
  });

  const secretBody = (): CreateOrderBody => ({
    external_order_id: `MARK-external-${newId()}`,
    pickup: { address: secretAddress(0), contact: { value: "+70000011000", name: "MARK-contact-0" } },
    dropoffs: [1, 2, 3].map((index) => ({
      address: secretAddress(index),
      contact: { value: `+7000001100${index}`, name: `MARK-contact-${index}`, type: "whatsapp" as const },
      payment_amount: AMOUNT + index,
      payment_type: "card" as const,
      metadata: { "MARK-key": `MARK-value-${index}` },
    })),
    comment: "MARK-comment",
    metadata: { "MARK-key": "MARK-value-0" },
  });

  /** Brings an order to a state; returns its links, for the whole order and for each dropoff. */
  const lead = async (state: State) => {
    let orderId = 0n;
    const { api, shop, couriers } = stage;
    const body = secretBody();
    const { data } = await api.create(body);
    const links = [data.tracking_url, ...(data.tracking_urls ?? [])].map(
      (link) => new URL(link ?? "").pathname,
    );
    const { context } = couriers;
    const courierId = await couriers.makeCourier({ type: "car", make: "Lada" });
    if (state !== "new") {
      const { id } = await assignCourier(context, shop.scope, {
        externalOrderId: body.external_order_id,
        courierId,
      });
      orderId = id;
      await couriers.place(courierId);
      const last = { assigned: 0, in_progress: 1, second: 3, delivered: 9, cancelled: 1 }[state];
      const steps = [
        { type: "pick_up" } as const,
        ...[0, 1, 2].flatMap((dropoff) => [
          { type: "arrive", dropoff } as const,
          { type: "hand_over", dropoff } as const,
        ]),
      ];
      for (const step of steps.slice(0, last)) await recordStep(context, courierId, { orderId: id, step });
      if (state === "second") await placeAt(context, courierId, secretAddress(1));
    }
    if (state === "cancelled") {
      await api.post(`/v1/partner/orders/${body.external_order_id}/cancel`, {
        reason: "MARK-reason",
        comment: "MARK-cancel-comment",
      });
    }
    return { body, links, orderId, courierId };
  };

  const everything = async (path: string) => {
    const get = async (address: string, headers: Record<string, string> = {}) =>
      (await fetch(stage.server.baseUrl + address, { headers })).text();
    return {
      page: await get(`${path}?lang=ru`),
      english: await get(`${path}?lang=en`),
      flight: await get(path, { RSC: "1" }),
      state: await get(`${path}/state?lang=ru`),
      stream: await firstEvent(`${stage.server.baseUrl}${path}/events?lang=ru`),
    };
  };

  it.each(STATES)("is in no page, data or stream of an order that is %s (TRK-3)", async (state) => {
    const { body, links } = await lead(state);
    const shown: string[] = [];
    const buyouts: string[] = [];
    for (const [viewer, path] of links.entries()) {
      for (const [where, text] of Object.entries(await everything(path))) {
        expect([state, viewer, where, text.includes("7KQ2") || text.length > 100]).toEqual([
          state,
          viewer,
          where,
          true,
        ]);
        const hides = (secret: string) =>
          expect([state, viewer, where, secret, text.includes(secret)]).toEqual([
            state,
            viewer,
            where,
            secret,
            false,
          ]);
        const marks: string[] = text.match(/MARK-[a-z]+(-\d)?/g) ?? [];
        // Readers see the shop's building at the pickup, and the building at their door.
        const allowed = new Set(["MARK-building-0", ...(viewer > 0 ? [`MARK-building-${viewer}`] : [])]);
        const leaks = marks.filter((mark) => !allowed.has(mark));
        expect([state, viewer, where, leaks]).toEqual([state, viewer, where, []]);
        shown.push(...marks);
        for (const index of [0, 1, 2, 3]) {
          for (const secret of [APARTMENT + index, ENTRANCE + index, FLOOR + index]) {
            hides(String(secret));
          }
          const amounts = shownAmounts(AMOUNT + index);
          if (index !== viewer || viewer === 0) amounts.map(hides);
          else if (amounts.some((amount) => text.includes(amount))) buyouts.push(`${state} ${viewer}`);
          hides(`000001100${index}`);
          // Anybody else's door, to the meter.
          if (index > 0 && index !== viewer) {
            hides(String(secretAddress(index).latitude));
            hides(`Улица-${index}`);
          }
        }
        hides(body.external_order_id);
        hides(stage.shop.accountId);
        hides("@example.com");
        hides("Громов");
        const isMoving = state === "assigned" || state === "in_progress" || state === "second";
        const isOwnOver = state === "second" && viewer === 1;
        if (!isMoving || isOwnOver) hides("+79115550001");
      }
    }
    // Each open dropoff has its amount on its own page alone.
    const open = { second: [2, 3], delivered: [], cancelled: [] }[state as string] ?? [1, 2, 3];
    expect([...new Set(buyouts)]).toEqual(open.map((viewer) => `${state} ${viewer}`));
    // Proves that the test reads pages with visible marks: no courier goes to a cancelled order's door.
    expect(shown).toContain(state === "cancelled" ? "MARK-building-0" : "MARK-building-1");
    // A list by phone leaves no number in the log either (spec, LIST-8).
    expect((await stage.api.get("/v1/partner/orders?phone=%2B70000011001")).status).toBe(200);
    expect(stage.server.output()).not.toMatch(/MARK-|0000011001|\/t\/[A-Za-z0-9_-]{22}/);
  });

  it("is checked on exactly these tracking routes", () => {
    const routes = builtRoutes().filter((route) => route.startsWith("/t/"));
    expect(routes.map((route) => route.split("/").at(-1)).sort()).toEqual([
      "calendar.ics",
      "events",
      "feedback",
      "note",
      "opt-out",
      "preview.png",
      "push",
      "reply",
      "request",
      "state",
      "window",
    ]);
  });

  describe("a recipient's message", () => {
    const BROWSER = {
      endpoint: "https://push.example/MARK-push",
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
    };
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(stage.server.baseUrl + path, {
        method: "POST",
        redirect: "manual",
        headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", ...headers },
        body: JSON.stringify(body),
      });

    it("is visible on its dropoff's page, to the shop and to the courier, and nowhere in the API", async () => {
      const { body, links, orderId, courierId } = await lead("in_progress");
      const [whole, first, second, third] = links;
      for (const [index, link] of [first, second, third].entries()) {
        expect((await post(`${link}/note`, { text: `MARK-note-${index + 1}` })).status).toBe(204);
      }
      expect((await post(`${whole}/note`, { text: "MARK-note-0" })).status).toBe(409);
      const message = { id: "1", at: new Date(), code: null, text: "MARK-message-2" };
      await writeMessage(stage.couriers.context, courierId, { orderId, position: 2, ...message });
      const replies = [];
      for (const link of [whole, first, second, third])
        replies.push((await post(`${link}/reply`, { text: "MARK-reply-2" })).status);
      expect(replies).toEqual([409, 409, 204, 409]);
      expect((await post(`${second}/push`, BROWSER)).status).toBe(204);
      expect((await post(`${whole}/push`, BROWSER)).status).toBe(409);
      expect((await post(`${whole}/opt-out`, { value: "shop" })).status).toBe(404);
      const { context } = stage.couriers;
      const courier = JSON.stringify(await listCourierTasks(stage.db, courierId));
      expect([1, 2, 3].filter((index) => !courier.includes(`MARK-note-${index}`))).toEqual([]);
      expect(courier).not.toMatch(/MARK-(key|value)/);
      await recordStep(context, courierId, { orderId, step: { type: "hand_over", dropoff: 0 } });
      expect((await post(`${second}/feedback`, { value: "problem", text: "MARK-said-2" })).status).toBe(409);
      expect((await post(`${whole}/feedback`, { value: "problem", text: "MARK-said-0" })).status).toBe(409);
      expect((await post(`${first}/feedback`, { value: "problem", text: "MARK-said-1" })).status).toBe(204);
      expect((await post(`${first}/note`, { text: "MARK-note-late" })).status).toBe(409);

      const own = [[], ["MARK-said-1"], ["MARK-message-2", "MARK-note-2", "MARK-reply-2"], ["MARK-note-3"]];
      for (const [viewer, path] of links.entries()) {
        for (const [where, text] of Object.entries(await everything(path))) {
          const found = new Set(text.match(/MARK-(message|note|push|reply|said)[-\w]*/g) ?? []);
          expect([viewer, where, [...found].sort()]).toEqual([viewer, where, own[viewer]]);
        }
        expect((await fetch(`${stage.server.baseUrl}${path}/calendar.ics`)).status).toBe(404);
      }
      for (const path of [`orders/${body.external_order_id}`, "orders", "events"]) {
        expect([
          path,
          (await stage.api.get(`/v1/partner/${path}`)).text.match(/MARK-(message|note|push|reply|said)/),
        ]).toEqual([path, null]);
      }
      const events = await stage.db.models.event.findMany();
      expect(events.filter((event) => /MARK-(note|said|push)/.test(readBody(event)))).toEqual([]);
    });

    it("stays private when the goods change hands and when an operator cancels", async () => {
      const { couriers, db, shop } = stage;
      const { body, links, orderId, courierId: giver } = await lead("in_progress");
      const externalOrderId = body.external_order_id;
      await db.models.account.update({
        where: { id: shop.accountId },
        data: { brandName: "Brand of the shop", contactPhone: "+78125559001", accent: "#8c2b4a" },
      });
      // The former courier's name, phone, position and handover place.
      await db.models.courier.update({
        where: { id: giver },
        data: { name: "MARK-giver", phone: "+79115557002" },
      });
      await couriers.place(giver, new Date(), 59.7512345);
      const taker = await couriers.makeCourier({ type: "car" });
      await reassignInProgress(couriers.context, shop.scope, {
        externalOrderId,
        courierId: taker,
        place: { latitude: 59.7654321, longitude: 30.7654321 },
      });
      for (const [index, link] of links.slice(1).entries()) {
        expect((await post(`${link}/note`, { text: `MARK-note-${index + 1}` })).status).toBe(204);
        expect(
          (await post(`${link}/push`, { ...BROWSER, endpoint: `${BROWSER.endpoint}-${index}` })).status,
        ).toBe(204);
      }
      const never = ["MARK-giver", "5557002", "59.7512345", "59.76543", "30.76543", "MARK-push"];
      const read = async (path: string) => {
        const texts = Object.entries(await everything(path));
        for (const [where, said] of texts) {
          expect([path, where, never.filter((one) => said.includes(one))]).toEqual([path, where, []]);
          // The account's internal name is hidden once it has a brand for recipients.
          expect([path, where, said.includes("Brand of the shop"), /Shop \d/.test(said)]).toEqual([
            path,
            where,
            true,
            false,
          ]);
        }
        return texts;
      };
      const notesIn = (said: string) => [...new Set(said.match(/MARK-(note|cancel|reason)[-\w]*/g) ?? [])];
      const own = [[], ["MARK-note-1"], ["MARK-note-2"], ["MARK-note-3"]];
      for (const [viewer, path] of links.entries()) {
        for (const [where, said] of await read(path)) {
          expect([viewer, where, notesIn(said)]).toEqual([viewer, where, own[viewer]]);
          // The new courier has not taken the goods over yet (TRK-9).
          expect([viewer, where, said.includes("+79115550001")]).toEqual([viewer, where, false]);
        }
      }
      await recordStep(couriers.context, taker, { orderId, step: { type: "take_over" } });
      const operator = { type: "operator", id: "MARK-reason-of-operator" } as const;
      await cancelOrder({ ...couriers.context, actor: operator }, shop.scope, {
        externalOrderId,
        reason: "MARK-reason",
        comment: "MARK-cancel-comment",
      });
      for (const path of links) {
        const texts = await read(path);
        for (const [where, said] of texts) {
          expect([where, notesIn(said), said.includes("+79115550001")]).toEqual([where, [], false]);
        }
        const { page } = Object.fromEntries(texts);
        expect(page).toContain(MESSAGES.ru.tracking.steps.cancelled_service);
      }
      await db.models.account.update({
        where: { id: shop.accountId },
        data: { brandName: null, contactPhone: null, accent: null },
      });
    });

    it("is accepted only from the page itself, by its methods and within its limits", async () => {
      const { links } = await lead("new");
      const link = links[1] ?? "";
      const statuses = async (...answers: Promise<Response>[]) =>
        (await Promise.all(answers)).map(({ status }) => status);
      expect(
        await statuses(
          post(`${link}/note`, { text: "x" }, { "Sec-Fetch-Site": "cross-site" }),
          post(`${link}/note`, { text: "x" }, { "Sec-Fetch-Site": "none" }),
          post(`${link}/feedback`, { value: "fine" }, { "Sec-Fetch-Site": "same-site" }),
          post(`${link}/push`, BROWSER, { "Sec-Fetch-Site": "cross-site" }),
          post(`${link}/note`, { text: "x" }, { "Content-Type": "text/plain" }),
          post(`${link}/feedback`, { value: "fine" }, { "Content-Type": "multipart/form-data" }),
          post(`${link}/push`, BROWSER, { "Content-Type": "application/json; charset=utf-16" }),
          post(`${link}/note`, { text: "x".repeat(501) }),
          post(`${link}/note`, []),
          post(`${link}/feedback`, { value: "fine" }),
          post(`${link}/feedback`, { value: "great" }),
          post(`${link}/request`, { value: "leave" }),
          post(`${link}/request`, { value: "leave" }, { "Sec-Fetch-Site": "cross-site" }),
          post(`${link}/window`, { from: new Date() }, { "Sec-Fetch-Site": "cross-site" }),
          post(`${link}/window`, { from: new Date() }),
          post(`${link}/window`, { from: "tomorrow" }),
          post(`${link}/push`, { ...BROWSER, endpoint: "https://127.0.0.1/MARK-push" }),
          post(`${link}/push`, { ...BROWSER, endpoint: "http://push.example/MARK-push" }),
          post(`${link}/push`, { ...BROWSER, keys: null }),
          post("/t/AAAAAAAAAAAAAAAAAAAAAA/note", { text: "x" }),
          post(`${link}/notes`, { text: "x" }),
          fetch(`${stage.server.baseUrl}${link}/note`),
          fetch(`${stage.server.baseUrl}${link}/push`, { method: "DELETE" }),
          fetch(`${stage.server.baseUrl}${link}/feedback`),
          post("/t/AAAAAAAAAAAAAAAAAAAAAA/feedback", { value: "fine" }),
          post("/t/AAAAAAAAAAAAAAAAAAAAAA/push", BROWSER),
          fetch(`${stage.server.baseUrl}/t/AAAAAAAAAAAAAAAAAAAAAA/calendar.ics`),
          post(`${link}/calendar.ics`, {}),
        ),
      ).toEqual([
        403, 403, 403, 403, 400, 400, 400, 400, 400, 409, 400, 409, 403, 403, 409, 400, 400, 400, 400, 404,
        404, 405, 405, 405, 404, 404, 404, 405,
      ]);
      const form = await fetch(`${stage.server.baseUrl}${link}/note`, {
        method: "POST",
        redirect: "manual",
        headers: { "Sec-Fetch-Site": "same-origin" },
        body: new URLSearchParams({ text: "Ring twice" }),
      });
      expect([form.status, form.headers.get("location")]).toEqual([303, link]);
      const page = await fetch(`${stage.server.baseUrl}${link}?lang=ru`);
      expect(await page.text()).toContain("Ring twice");
      const last = [];
      for (let count = 0; count < 25; count += 1)
        last.push((await post(`${link}/note`, { text: "" })).status);
      expect(last.at(-1)).toBe(429);
    });
  });

  describe("proof and failures", () => {
    const PHOTOS = ["7b1c5a1e-0f3d-4c7b-9a55-3e6f1d2c4b01", "7b1c5a1e-0f3d-4c7b-9a55-3e6f1d2c4b02"] as const;
    /** Of the first dropoff, whose recipient reads who signed and does not get the drawing. */
    const SIGNATURE = "7b1c5a1e-0f3d-4c7b-9a55-3e6f1d2c4b03";
    /** Returns the constant prefix of a photo's URL: its identifier at six bits a character. */
    const formatAddress = (id: string) =>
      Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url").slice(0, 21);

    /** The first of three dropoffs was signed for, the second failed, and the third is to come. */
    const leadToOutcomes = async () => {
      const { links, body, orderId, courierId } = await lead("second");
      const { db } = stage;
      await execute(
        db,
      )`UPDATE order_stops SET proof_code = true, proof_photo = true WHERE order_id = ${orderId}`;
      await execute(db)`
        UPDATE order_stops SET signer_name = 'MARK-signer-1', code_check = 'matched', handed_latitude = 59.9876543,
          handed_longitude = 30.9876543 WHERE order_id = ${orderId} AND position = 1`;
      await execute(db)`
        UPDATE order_stops SET arrived_at = now(), failed_at = now(), failure_code = 'refused', attempts = 1,
          failure_comment = 'MARK-failure-2', resolution = 'return' WHERE order_id = ${orderId} AND position = 2`;
      for (const [id, position, kind] of [
        [PHOTOS[0], 1, "photo"],
        [PHOTOS[1], 2, "photo"],
        [SIGNATURE, 1, "signature"],
      ] as const) {
        await execute(db)`
          INSERT INTO proof_files (id, order_id, position, account_id, mode, courier_id, kind, object_key, bytes,
                                   taken_at, received_at)
          SELECT ${id}::uuid, o.id, ${position}, o.account_id, o.mode, o.courier_id, ${kind}::proof_kind,
                 ${`MARK-key-${kind}-${position}`}, 1, now(), now() FROM orders o WHERE o.id = ${orderId}
          ON CONFLICT (id) DO UPDATE SET order_id = excluded.order_id`;
      }
      const codes = links.map((link) => proofCode(link.slice("/t/".length)));
      return { links, body, courierId, codes };
    };

    it("are visible only on their own dropoff's page (TRK-8)", async () => {
      const { links, codes } = await leadToOutcomes();
      // The reader of each link, and what only they may see.
      const own: readonly (readonly string[])[] = [
        [],
        ["MARK-signer-1", formatAddress(PHOTOS[0])],
        [formatAddress(PHOTOS[1])],
        [codes[3] ?? ""],
      ];
      const secrets = [
        ...codes,
        "MARK-signer-1",
        "MARK-failure-2",
        "MARK-key",
        "59.98765",
        "30.98765",
        ...[...PHOTOS, SIGNATURE].flatMap((id) => [id, formatAddress(id)]),
      ];
      for (const [viewer, path] of links.entries()) {
        const read: Record<string, string> = await everything(path);
        for (const [where, text] of Object.entries(read)) {
          const plain = text.replace(/(\d{3})<!-- --> <!-- -->(\d{3})/g, "$1$2");
          const found = secrets.filter((secret) => plain.includes(secret));
          // A photo's identifier is allowed, because its URL contains it anyway.
          const allowed = [
            ...(own[viewer] ?? []),
            ...(viewer === 1 || viewer === 2 ? [PHOTOS[viewer - 1] ?? ""] : []),
          ];
          expect([viewer, where, found.filter((secret) => !allowed.includes(secret))]).toEqual([
            viewer,
            where,
            [],
          ]);
          expect([viewer, where, (own[viewer] ?? []).filter((secret) => !plain.includes(secret))]).toEqual([
            viewer,
            where,
            [],
          ]);
        }
        const html = read.page ?? "";
        const meta = (html.match(/<(meta|title)[^>]*>([^<]*<\/title>)?/g) ?? []).join(" ");
        expect(secrets.filter((secret) => meta.includes(secret))).toEqual([]);
        const preview = Buffer.from(
          await (await fetch(`${stage.server.baseUrl}${path}/preview.png`)).arrayBuffer(),
        ).toString("latin1");
        expect(secrets.filter((secret) => preview.includes(secret))).toEqual([]);
      }
    });

    it("appear in the shop's response for one order and in no list, journal, webhook or courier response", async () => {
      const { body, courierId, codes, links } = await leadToOutcomes();
      const { api, db } = stage;
      const courier = JSON.stringify(await listCourierTasks(db, courierId, DEFAULT_DISPATCH));
      const path = `/v1/partner/orders/${body.external_order_id}`;
      await api.post(`${path}/cancel`, { reason: "MARK-reason" });
      const addresses = [...PHOTOS, SIGNATURE].map(formatAddress);
      const notified = async (address: string) => (await api.get(address)).text;
      const events = await db.models.event.findMany();
      const shown = {
        order: await notified(path),
        list: await notified("/v1/partner/orders"),
        journal: await notified("/v1/partner/events"),
        events: events.map((event) => readBody(event)).join(),
        courier,
      };
      for (const [where, said] of Object.entries(shown)) {
        expect([where, said.length > 100]).toEqual([where, true]);
        expect([
          where,
          codes.filter((code) => said.includes(`"${code}"`) || said.includes(`:${code}`)),
        ]).toEqual([where, []]);
        const isAsked = where === "order";
        expect([where, isAsked ? [] : addresses.filter((address) => said.includes(address))]).toEqual([
          where,
          [],
        ]);
        if (where === "list" || where === "courier") {
          expect([where, ["MARK-signer-1", "MARK-failure-2"].filter((mark) => said.includes(mark))]).toEqual([
            where,
            [],
          ]);
        }
      }
      expect(links).toHaveLength(4);
    });
  });
});
