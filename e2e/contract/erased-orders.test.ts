import { expect, it } from "vitest";
import { systemClock } from "@/lib/clock";
import { openFileStore } from "@/lib/files/open-file-store";
import type { EventResource } from "@/lib/orders/event";
import { eraseOrder } from "@/lib/privacy/request-erasure";
import { describeOnServer } from "@/testing/adapters";
import { address, orderBody } from "@/testing/api-client";
import { TEST_FILES } from "@/testing/files";

describeOnServer("an erased order", (stage) => {
  it("stays readable, as do its events, without what was erased (READ-5, JRN-6)", async () => {
    const { api, couriers, db, shop } = stage();
    const metadata = { customer: "Анна" };
    const dropoff = { address: address(59.9287, 30.3607), contact: { value: "+79161234567" }, metadata };
    const { data } = await api.create(orderBody({ metadata, comment: "Анна", dropoffs: [dropoff] }));
    const path = `/v1/partner/orders/${data.external_order_id}`;
    await couriers.lead(shop.scope, data.external_order_id, "delivered");
    const readEvents = async () => {
      const answer = await api.get<{ events: EventResource[] }>("/v1/partner/events?limit=100");
      return answer.data.events.filter(({ order_code }) => order_code === data.order_code);
    };
    const [before, events] = [(await api.get<EventResource["order"]>(path)).data, await readEvents()];
    const erased = await eraseOrder(
      { db, clock: systemClock, files: openFileStore(TEST_FILES) },
      data.order_code,
    );
    expect(erased).toMatchObject({ type: "erased", orders: 1 });
    // The client checks each response against the published document.
    const after = await api.get<EventResource["order"]>(path);
    expect(after.text).not.toContain("Анна");
    const { price, total, status, delivered_at } = before;
    const links = { tracking_url: null, tracking_urls: null };
    expect(after.data).toMatchObject({ price, total, status, delivered_at, metadata: {}, ...links });
    const rewritten = await readEvents();
    expect(JSON.stringify(rewritten)).not.toContain("Анна");
    expect(rewritten).toEqual(
      events.map((event) => {
        const order = { ...event.order, ...links, driver_location: null, metadata: {} };
        const { proof } = event.stop ?? {};
        const bare = proof && { ...proof, signer_name: null, location: null, distance_m: null };
        return { ...event, order, stop: event.stop && { ...event.stop, metadata: {}, proof: bare ?? null } };
      }),
    );
  });
});
