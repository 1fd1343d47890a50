import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintScope } from "@/lib/account-scope";
import { type AccountMember, asAccountMember } from "@/lib/accounts/check-session";
import { updateAccount } from "@/lib/accounts/update-account";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { draftFromDetails } from "@/lib/orders/form/draft";
import { listRecentStops } from "@/lib/orders/form/list-recent-stops";
import { findTemplate, listTemplates } from "@/lib/orders/form/list-templates";
import { placeOrder } from "@/lib/orders/form/place-order";
import { deleteTemplate, saveTemplate } from "@/lib/orders/form/save-template";
import { MAX_TEMPLATES } from "@/lib/orders/form/template";
import { judgeOrder } from "@/lib/orders/judge-order";
import { getOrder, loadOrder } from "@/lib/orders/load-order";
import { requestHash } from "@/lib/orders/request-hash";
import { MAX_SAVED_ADDRESSES } from "@/lib/orders/saved-addresses/address";
import { deleteAddress } from "@/lib/orders/saved-addresses/delete-address";
import { listAddresses } from "@/lib/orders/saved-addresses/list-addresses";
import { saveAddress } from "@/lib/orders/saved-addresses/save-address";
import { type CreateOrderBody, detailsFromBody } from "@/lib/orders/schema";
import { replaceOrder } from "@/lib/orders/update/replace-order";
import { toRubles } from "@/lib/pricing/money";
import { createContext } from "@/lib/process/runtime";
import { type ApiClient, address, newId, orderBody, orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";

let local: LocalApi;
let shop: Client;
let api: ApiClient;
let context: Context;

beforeAll(async () => {
  local = await openLocalApi();
});

afterAll(() => local?.close());

beforeEach(async () => {
  ({ shop, api } = await local.newShop());
  context = createContext(local.runtime, { type: "user", id: "member" });
});

function getStaff(accountId: string): AccountMember {
  const staff = asAccountMember({
    userId: "member",
    email: "s@example.com",
    name: null,
    roles: ["dispatcher"],
    accountId,
  });
  if (staff === null) throw new Error("The user is not staff of the account");
  return staff;
}

/** Returns what a promise was rejected with. */
async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "nothing";
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

async function opened(code: string) {
  const order = await getOrder(local.db, { member: getStaff(shop.accountId), code }, ["request"]);
  return { ...order, version: requestHash(order.details) };
}

async function quoteFor(body: CreateOrderBody): Promise<{ quote_id: string; price: number }> {
  const toPoint = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
    latitude,
    longitude,
  });
  const answer = await api.post<{ quote_id: string; price: number }>("/v1/partner/quotes", {
    pickup: toPoint(body.pickup.address),
    dropoffs: body.dropoffs.map((dropoff) => toPoint(dropoff.address)),
  });
  return answer.data;
}

const LATER_MS = 5 * 60 * 1000 + 1;

const place = async (body: CreateOrderBody) =>
  placeOrder(context, shop.scope, await judgeOrder(context, shop.scope, body, { isQuoteBinding: true }));

describe("a delivery ordered by a user", () => {
  it("is created at the quoted price and records its author", async () => {
    const body = orderBody();
    const { quote_id, price } = await quoteFor(body);
    const order = await place({ ...body, quote_id });
    expect(order.price === null ? null : toRubles(order.price)).toBe(price);
    const row = await local.db.models.order.findFirstOrThrow({
      where: { orderCode: order.orderCode },
      include: { statusChanges: true },
    });
    expect([row.quoteId, row.statusChanges[0]?.actorType, row.statusChanges[0]?.actorId]).toEqual([
      quote_id,
      "user",
      "member",
    ]);
  });

  it("is not created at a price other than the quoted one", async () => {
    const body = orderBody();
    const { quote_id } = await quoteFor(body);
    local.clock.advance(LATER_MS);
    expect(await refusal(place({ ...body, quote_id }))).toBe("QUOTE_EXPIRED");
    const moved = orderBody({ dropoffs: [{ address: address(59.8, 30.2), contact: { value: "1" } }] });
    const fresh = await quoteFor(body);
    expect(await refusal(place({ ...moved, quote_id: fresh.quote_id }))).toBe("QUOTE_EXPIRED");
    expect(await local.db.models.order.count({ where: { accountId: shop.accountId } })).toBe(0);
  });

  it("is created once however often it is sent, with any quote", async () => {
    const body = orderBody();
    const first = await quoteFor(body);
    const second = await quoteFor(body);
    const quotes = [first, first, second, first, second];
    const made = await Promise.all(quotes.map(({ quote_id }) => place({ ...body, quote_id })));
    expect(new Set(made.map(({ orderCode }) => orderCode)).size).toBe(1);
    local.clock.advance(LATER_MS);
    const again = await place({ ...body, quote_id: first.quote_id });
    expect(again.orderCode).toBe(made[0]?.orderCode);
    expect(await local.db.models.order.count({ where: { accountId: shop.accountId } })).toBe(1);
  });

  it("never replaces another order with the same identifier", async () => {
    const id = newId();
    await place(orderBody({ external_order_id: id }));
    const other = orderBody({ external_order_id: id, comment: "another" });
    expect(await refusal(place(other))).toBe("EXTERNAL_ID_TAKEN");
  });

  it("is rejected once the account's owner is no longer a customer", async () => {
    await updateAccount(local.db, shop.accountId, { isCustomer: false });
    expect(await refusal(place(orderBody()))).toBe("ORDERING_NOT_ALLOWED");
  });

  it("is created in test mode alone while the account waits for approval", async () => {
    await local.db.models.account.update({
      where: { id: shop.accountId },
      data: { isCustomer: false, approval: "waiting" },
    });
    expect(await refusal(place(orderBody()))).toBe("ACCOUNT_WAITING");
    const test = mintScope(shop.accountId, "test");
    const body = orderBody();
    const judgment = await judgeOrder(context, test, body, { isQuoteBinding: true });
    await placeOrder(context, test, judgment);
    const orders = await local.db.models.order.findMany({ where: { accountId: shop.accountId } });
    expect(orders.map(({ mode, externalOrderId }) => [mode, externalOrderId])).toEqual([
      ["test", body.external_order_id],
    ]);
  });
});

describe("an edit with an expected version", () => {
  it("succeeds while the details are unchanged, with or without a courier", async () => {
    const body = orderBody();
    const { data } = await api.create(body);
    const { version } = await opened(data.order_code);
    // The order emits events; its details do not change.
    await local.couriers.lead(shop.scope, body.external_order_id, "assigned");
    const terms = { seenVersion: version };
    const id = body.external_order_id;
    await replaceOrder(context, shop.scope, {
      externalOrderId: id,
      body: { ...body, comment: "mine" },
      ...terms,
    });
    expect((await opened(data.order_code)).details.comment).toBe("mine");
  });

  it("is rejected after a concurrent edit, and overwrites only what its author has seen", async () => {
    const body = orderBody();
    const { data } = await api.create(body);
    const { version } = await opened(data.order_code);
    const path = `/v1/partner/orders/${body.external_order_id}`;
    await api.send("PATCH", path, { comment: "theirs" });
    const mine = (seenVersion: string) =>
      replaceOrder(context, shop.scope, {
        externalOrderId: body.external_order_id,
        body: { ...body, comment: "mine" },
        seenVersion,
      });
    expect(await refusal(mine(version))).toBe("ORDER_CHANGED");
    const now = await opened(data.order_code);
    expect(now.details.comment).toBe("theirs");
    await mine(now.version);
    expect((await opened(data.order_code)).details.comment).toBe("mine");
  });

  it("succeeds for one of many concurrent editors who have seen the same version", async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = orderBodyWith(2);
      const { data } = await api.create(body);
      const { version } = await opened(data.order_code);
      const edits = Array.from({ length: 6 }, (_, index) =>
        refusal(
          replaceOrder(context, shop.scope, {
            externalOrderId: body.external_order_id,
            body: { ...body, comment: `editor ${index}` },
            seenVersion: version,
          }),
        ),
      );
      const answers = await Promise.all(edits);
      expect(answers.filter((answer) => answer === "nothing")).toHaveLength(1);
      expect(answers.filter((answer) => answer === "ORDER_CHANGED")).toHaveLength(5);
      const { details } = await opened(data.order_code);
      expect(details.comment).toBe(`editor ${answers.indexOf("nothing")}`);
    }
  });

  it("keeps the quoted price of its new trip, or fails", async () => {
    const body = orderBody();
    const { data } = await api.create(body);
    const { version } = await opened(data.order_code);
    const moved: CreateOrderBody = {
      ...body,
      dropoffs: [{ address: address(59.85, 30.4), contact: { value: "+79161234567" } }],
    };
    const { quote_id, price } = await quoteFor(moved);
    const edit = (quoteId: string) =>
      replaceOrder(context, shop.scope, {
        externalOrderId: body.external_order_id,
        body: { ...moved, quote_id: quoteId },
        seenVersion: version,
        isQuoteBinding: true,
      });
    expect(await refusal(edit((await quoteFor(body)).quote_id))).toBe("QUOTE_EXPIRED");
    expect((await opened(data.order_code)).version).toBe(version);
    const order = await edit(quote_id);
    expect(order.price === null ? null : toRubles(order.price)).toBe(price);
  });

  it("reports an order that can no longer be edited before a version conflict", async () => {
    const body = orderBody();
    const { data } = await api.create(body);
    const { version } = await opened(data.order_code);
    await api.send("PATCH", `/v1/partner/orders/${body.external_order_id}`, { comment: "theirs" });
    await local.couriers.lead(shop.scope, body.external_order_id, "in_progress");
    const edit = replaceOrder(context, shop.scope, {
      externalOrderId: body.external_order_id,
      body,
      seenVersion: version,
    });
    expect(await refusal(edit)).toBe("ORDER_NOT_EDITABLE");
  });

  it("does not find another account's order", async () => {
    const { data } = await api.create(orderBody());
    const other = await local.newShop();
    const selector = { member: getStaff(other.shop.accountId), code: data.order_code };
    expect(await loadOrder(local.db, selector)).toBeNull();
  });
});

describe("saved addresses", () => {
  const stop = (change: object = {}) => {
    const { pickup } = detailsFromBody(
      orderBody({
        pickup: { address: { ...address(), ...change }, contact: { value: "+78125550100", name: "Склад" } },
      }),
    );
    return { address: pickup.address, contact: pickup.contact };
  };

  it("belong to one account, as they were saved", async () => {
    const staff = getStaff(shop.accountId);
    const input = stop({ apartment: 7, intercom: "7#", instructions: "Со двора" });
    const saved = await saveAddress(local.runtime, staff, { name: "Склад", stop: input });
    expect(saved).toEqual({ id: saved.id, name: "Склад", ...input });
    expect(await listAddresses(local.db, staff)).toEqual([saved]);
    const other = await local.newShop();
    expect(await listAddresses(local.db, getStaff(other.shop.accountId))).toEqual([]);
  });

  it("have unique names within an account", async () => {
    const staff = getStaff(shop.accountId);
    const saves = Array.from({ length: 5 }, () =>
      refusal(saveAddress(local.runtime, staff, { name: "Склад", stop: stop() })),
    );
    const answers = await Promise.all(saves);
    expect(answers.filter((answer) => answer === "nothing")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "ADDRESS_NAME_TAKEN")).toHaveLength(4);
    const other = await local.newShop();
    await saveAddress(local.runtime, getStaff(other.shop.accountId), { name: "Склад", stop: stop() });
  });

  it("never exceed their maximum number, even when saved concurrently", async () => {
    const staff = getStaff(shop.accountId);
    const { address: place, contact } = stop();
    await local.db.models.savedAddress.createMany({
      data: Array.from({ length: MAX_SAVED_ADDRESSES - 1 }, (_, index) => ({
        accountId: shop.accountId,
        name: `Address ${index}`,
        ...place,
        contactValue: contact.value,
        contactType: contact.type,
      })),
    });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        refusal(saveAddress(local.runtime, staff, { name: `One more ${index}`, stop: stop() })),
      ),
    );
    expect(answers.filter((answer) => answer === "nothing")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "TOO_MANY_ADDRESSES")).toHaveLength(5);
  });

  it("are deleted by their own account alone, and another account's are not found", async () => {
    const staff = getStaff(shop.accountId);
    const { id } = await saveAddress(local.runtime, staff, { name: "Склад", stop: stop() });
    const other = await local.newShop();
    const stranger = getStaff(other.shop.accountId);
    expect(await refusal(deleteAddress(local.db, stranger, id))).toBe("ADDRESS_NOT_FOUND");
    expect(await refusal(deleteAddress(local.db, staff, crypto.randomUUID()))).toBe("ADDRESS_NOT_FOUND");
    expect(await refusal(deleteAddress(local.db, staff, "nonsense"))).toBe("ADDRESS_NOT_FOUND");
    expect(await listAddresses(local.db, staff)).toHaveLength(1);
    await deleteAddress(local.db, staff, id);
    expect(await listAddresses(local.db, staff)).toEqual([]);
  });
});

describe("templates", () => {
  const draft = () => draftFromDetails(detailsFromBody(orderBodyWith(2, { comment: "Fragile" })), "web-1");

  it("belong to one account and hold all fields of a form but its number and time", async () => {
    const staff = getStaff(shop.accountId);
    const input = {
      ...draft(),
      delivery_time: "2036-11-21T11:00:00.000Z",
      ready_at: "2036-11-21T10:00:00.000Z",
    };
    const saved = await saveTemplate(local.runtime, staff, { name: "Fridays", draft: input });
    expect(await listTemplates(local.db, staff)).toEqual([saved]);
    const held = await findTemplate(local.db, staff, saved.id);
    expect(held).toEqual({ ...input, external_order_id: "", delivery_time: "", ready_at: "" });
    const stranger = getStaff((await local.newShop()).shop.accountId);
    expect(await listTemplates(local.db, stranger)).toEqual([]);
    expect(await findTemplate(local.db, stranger, saved.id)).toBeNull();
    expect(await findTemplate(local.db, staff, "nonsense")).toBeNull();
    expect(await refusal(deleteTemplate(local.db, stranger, saved.id))).toBe("TEMPLATE_NOT_FOUND");
    expect(await refusal(deleteTemplate(local.db, staff, "nonsense"))).toBe("TEMPLATE_NOT_FOUND");
    await deleteTemplate(local.db, staff, saved.id);
    expect(await listTemplates(local.db, staff)).toEqual([]);
  });

  it("are not found once the form has other fields", async () => {
    const staff = getStaff(shop.accountId);
    const { id } = await local.db.models.orderTemplate.create({
      data: {
        accountId: shop.accountId,
        name: "Old",
        draft: { comment: "from before" },
        createdAt: local.runtime.clock.now(),
      },
    });
    expect(await findTemplate(local.db, staff, id)).toBeNull();
  });

  it("have unique names within an account, and never exceed their maximum number", async () => {
    const staff = getStaff(shop.accountId);
    const save = (name: string) => refusal(saveTemplate(local.runtime, staff, { name, draft: draft() }));
    const same = await Promise.all(Array.from({ length: 4 }, () => save("Fridays")));
    expect(same.toSorted()).toEqual([
      "TEMPLATE_NAME_TAKEN",
      "TEMPLATE_NAME_TAKEN",
      "TEMPLATE_NAME_TAKEN",
      "nothing",
    ]);
    await local.db.models.orderTemplate.createMany({
      data: Array.from({ length: MAX_TEMPLATES - 2 }, (_, index) => ({
        accountId: shop.accountId,
        name: `Template ${index}`,
        draft: {},
        createdAt: local.runtime.clock.now(),
      })),
    });
    const more = await Promise.all(Array.from({ length: 4 }, (_, index) => save(`One more ${index}`)));
    expect(more.filter((answer) => answer === "nothing")).toHaveLength(1);
    expect(more.filter((answer) => answer === "TOO_MANY_TEMPLATES")).toHaveLength(3);
  });
});

describe("an account's recent stops", () => {
  it("are the newest order's pickup and each recipient of this mode's orders once", async () => {
    expect(await listRecentStops(local.db, shop.scope)).toEqual({ pickup: null, recipients: [] });
    const to = (name: string, building: string) => {
      const [dropoff] = orderBody().dropoffs;
      if (dropoff === undefined) throw new Error("The order has no dropoff");
      return {
        ...dropoff,
        address: { ...dropoff.address, building },
        contact: { value: `+7916123450${building}`, name },
      };
    };
    await api.create(orderBody({ dropoffs: [to("Anna", "1"), to("Boris", "2")] }));
    await api.create(orderBody({ dropoffs: [to("Anna", "1"), to("Vera", "3")] }));
    const { pickup, recipients } = await listRecentStops(local.db, shop.scope);
    expect(pickup?.address.street).toBe(orderBody().pickup.address.street);
    expect(recipients.map(({ contact }) => contact.name)).toEqual(["Anna", "Vera", "Boris"]);
    expect(await listRecentStops(local.db, (await local.newShop()).shop.scope)).toEqual({
      pickup: null,
      recipients: [],
    });
  });
});
