import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assignCourier } from "@/lib/orders/carrying/assign-courier";
import { takeStep } from "@/lib/orders/carrying/take-step";
import type { OrderBody } from "@/lib/orders/schema";
import { address, newId } from "@/testing/api-client";
import { firstEvent } from "@/testing/first-event";
import { openStage, type Stage } from "@/testing/stage";

const STATES = ["new", "assigned", "in_progress", "second", "delivered", "cancelled"] as const;
type State = (typeof STATES)[number];

/** Numbers that appear nowhere by chance. */
const APARTMENT = 48_151_623;
const ENTRANCE = 90_417_733;
const FLOOR = 71_904_266;
const AMOUNT = 31_337.77;

describe("what a tracking page never shows", () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage({ pages: true, env: { LOG_LEVEL: "info" } });
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

  const secretBody = (): OrderBody => ({
    external_order_id: `MARK-external-${newId()}`,
    pickup: { address: secretAddress(0), contact: { value: "+70000011000", name: "MARK-contact-0" } },
    dropoffs: [1, 2, 3].map((index) => ({
      address: secretAddress(index),
      contact: { value: `+7000001100${index}`, name: `MARK-contact-${index}`, type: "whatsapp" as const },
      payment_amount: AMOUNT + index,
      payment_type: "card" as const,
    })),
    comment: "MARK-comment",
  });

  /** Brings an order to a state; returns its links, for the whole order and for each dropoff. */
  const lead = async (state: State) => {
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
      await couriers.place(courierId);
      const last = { assigned: 0, in_progress: 1, second: 3, delivered: 9, cancelled: 1 }[state];
      const steps = [
        { type: "pick_up" } as const,
        ...[0, 1, 2].flatMap((dropoff) => [
          { type: "arrive", dropoff } as const,
          { type: "hand_over", dropoff } as const,
        ]),
      ];
      for (const step of steps.slice(0, last)) await takeStep(context, courierId, { orderId: id, step });
    }
    if (state === "cancelled") {
      await api.post(`/v1/partner/orders/${body.external_order_id}/cancel`, {
        reason: "MARK-reason",
        comment: "MARK-cancel-comment",
      });
    }
    return { body, links };
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

  it.each(STATES)(
    "no mark of an order that is %s is in its pages, their data or their streams (TRK-3)",
    async (state) => {
      const { body, links } = await lead(state);
      const shown: string[] = [];
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
          // The pickup is the shop's own; a dropoff's reader may see the building of their own door.
          const allowed = new Set(["MARK-building-0", ...(viewer > 0 ? [`MARK-building-${viewer}`] : [])]);
          const leaks = marks.filter((mark) => !allowed.has(mark));
          expect([state, viewer, where, leaks]).toEqual([state, viewer, where, []]);
          shown.push(...marks);
          for (const index of [0, 1, 2, 3]) {
            for (const secret of [APARTMENT + index, ENTRANCE + index, FLOOR + index, AMOUNT + index]) {
              hides(String(secret));
            }
            hides(`000001100${index}`);
            // Anybody else's door, to the metre.
            if (index > 0 && index !== viewer) {
              hides(String(secretAddress(index).latitude));
              if (viewer > 0) hides(`Улица-${index}`);
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
      // Proves that the test reads pages that show what they may.
      expect(shown).toContain("MARK-building-1");
      expect(stage.server.output()).not.toMatch(/MARK-|\/t\/[A-Za-z0-9_-]{22}/);
    },
  );
});
