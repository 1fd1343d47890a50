import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealChallenge } from "@/lib/accounts/passkey";
import { listRoute } from "@/lib/couriers/list-route";
import { toRouteVersion } from "@/lib/couriers/route-sequence";
import { assignOrReassign } from "@/lib/dispatch/assign-or-reassign";
import { createOrder } from "@/lib/orders/create-order";
import { requestHash } from "@/lib/orders/request-hash";
import { detailsFromBody } from "@/lib/orders/schema";
import { tariffValues } from "@/lib/pricing/schema";
import { reviewTariff, type TariffReview } from "@/lib/pricing/tariff-review";
import { DAY_KINDS, factorField, HOURS } from "@/lib/routing/travel-factors";
import {
  type AccountFixture,
  type Member,
  makeAccountFixture,
  makeCookie,
  makeMember,
  makeOperatorInvitation,
  storePasskey,
} from "@/testing/account-fixture";
import { builtActions, builtRoutes, callAction } from "@/testing/actions";
import { allowSeveralOrders } from "@/testing/allow-several-orders";
import { ApiClient, address, orderBody, orderBodyWith } from "@/testing/api-client";
import { Authenticator } from "@/testing/authenticator";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { addKey, makeClient } from "@/testing/shop";
import { AUTH, PASSWORD } from "@/testing/sign-in";
import { takeSnapshot } from "@/testing/snapshot";
import { startTestServer, type TestServer } from "@/testing/stage";

const CONSOLE = "app/ops/actions.ts";
const ACCOUNTS = "app/ops/accounts/actions.ts";
const AREA = "app/ops/area/actions.ts";
const COURIERS = "app/ops/couriers/actions.ts";
const EACH = "app/ops/orders/actions.ts";
const OPERATORS = "app/ops/operators/actions.ts";
const SETTINGS = "app/ops/settings/actions.ts";
const ORDER = "app/ops/orders/[code]/actions.ts";
const TARIFF = "app/ops/tariff/actions.ts";
const PICKUP = { latitude: 59.9343, longitude: 30.3351 };
const CHALLENGE = Buffer.from("a challenge").toString("base64url");

/** The rows that the forms refer to. */
interface World {
  readonly home: AccountFixture;
  readonly other: AccountFixture;
  readonly third: AccountFixture;
  readonly courierId: string;
  /** A courier with two orders, one of them, and the version of their route. */
  readonly route: { readonly courierId: string; readonly code: string; readonly seen: string };
  /** A held order, and the version of it that an operator has seen. */
  readonly held: { readonly code: string; readonly seen: string };
  /** Another operator. */
  readonly colleagueId: string;
  /** Invitations of operators: one to renew, one to revoke. */
  readonly invitationIds: readonly [string, string];
  /** Shops that wait for approval. */
  readonly waiting: readonly [string, string];
  /** The operator's passkey, and their session other than the one that sends the forms. */
  readonly passkeyId: string;
  readonly sessionId: string;
}

interface OpsRow {
  readonly file: string;
  readonly name: string;
  readonly form: (of: World, baseUrl: string) => Record<string, string>;
  /** Cookies that the form needs in addition to the session's. */
  readonly cookies?: string;
  /** Whether its result is only in the response, not in the database. */
  readonly isWithoutWrites?: boolean;
}

const row = (file: string, name: string, form: OpsRow["form"]): OpsRow => ({ file, name, form });
const orderRow = (name: string, form: OpsRow["form"]): OpsRow => row(ORDER, name, form);
const accountRow = (name: string, form: OpsRow["form"]): OpsRow => row(ACCOUNTS, name, form);
const areaRow = (name: string, form: Record<string, string>): OpsRow => ({
  file: AREA,
  name,
  form: () => form,
});
const ofOrder = (name: string, fields: Record<string, string> = {}): OpsRow =>
  orderRow(name, ({ home }) => ({ code: home.order.code, ...fields }));
const ofAsked = (name: string, fields: Record<string, string> = {}): OpsRow =>
  orderRow(name, ({ home }) => ({ code: home.asked.code, ...fields }));
const ofCourier = (name: string, fields: Record<string, string> = {}): OpsRow =>
  row(COURIERS, name, ({ courierId }) => ({ id: courierId, ...fields }));

const SHAPE = {
  type: "Polygon",
  coordinates: [
    [
      [29.5, 59.5],
      [31, 59.5],
      [31, 60.5],
      [29.5, 60.5],
      [29.5, 59.5],
    ],
  ],
};
const ZONE = { type: "Feature", properties: { name: "Region" }, geometry: SHAPE };

const TARIFF_VALUES = tariffValues({ id: 0, ...HIGHER_TARIFF });
const NEW_TARIFF = {
  ...Object.fromEntries(Object.entries(TARIFF_VALUES).map(([name, value]) => [name, String(value)])),
  // The tariff of a new database.
  base: "1",
};
const REVIEWED = reviewTariff({ id: 1, ...HIGHER_TARIFF }, HIGHER_TARIFF).reviewed;

/** One row for each action of the operators, in an order in which each can go through. */
const ACTIONS: readonly OpsRow[] = [
  orderRow("assign", ({ home, courierId }) => ({ code: home.order.code, courier: courierId, anyway: "on" })),
  ofOrder("override", { position: "1", reason: "The shop has confirmed" }),
  ofOrder("start"),
  ofOrder("deliverOne", { position: "1" }),
  ofOrder("adjust", { amount: "-10", why: "It came late" }),
  ofAsked("answer", { index: "1", action: "return" }),
  ofAsked("takeBack"),
  orderRow("confirm", ({ held }) => ({ ...held })),
  orderRow("deliver", ({ other }) => ({ code: other.asked.code })),
  orderRow("cancel", ({ other }) => ({ code: other.order.code, reason: "changed_mind", comment: "" })),
  {
    file: EACH,
    name: "tellEach",
    form: ({ third }) => ({ codes: third.asked.code, text: "Hello" }),
  },
  {
    file: EACH,
    name: "assignEach",
    form: ({ third }) => ({ codes: third.order.code, courier: "" }),
  },
  row(COURIERS, "moveStops", ({ route: { courierId: id, seen } }) => ({
    id,
    seen,
    from: "2",
    count: "1",
    to: "3",
  })),
  row(COURIERS, "pinCourierRoute", ({ route: { courierId: id } }) => ({ id, pin: "false" })),
  orderRow("takeOff", ({ route: { code } }) => ({ code })),
  {
    file: EACH,
    name: "assignTogether",
    form: ({ route: { code, courierId } }) => ({ codes: code, courier: courierId }),
  },
  {
    file: EACH,
    name: "cancelEach",
    form: ({ third }) => ({ codes: third.order.code, reason: "Storm", comment: "" }),
  },
  orderRow("hold", ({ other }) => ({ code: other.order.code, reason: "Court case" })),
  orderRow("release", ({ other }) => ({ code: other.order.code })),
  orderRow("erase", ({ other }) => ({ code: other.order.code })),
  accountRow("changeRetention", () => ({ days: "90" })),
  accountRow("changeAccountRetention", ({ home }) => ({ id: home.accountId, days: "30" })),
  row(CONSOLE, "handle", ({ home }) => ({
    mode: "live",
    kind: "late",
    subject: home.order.code,
    handling: "noted",
  })),
  row(CONSOLE, "reopen", ({ home }) => ({ mode: "live", kind: "late", subject: home.order.code })),
  row(CONSOLE, "claim", ({ home }) => ({ mode: "live", kind: "late", subject: home.order.code })),
  row(CONSOLE, "releaseClaim", ({ home }) => ({ mode: "live", kind: "late", subject: home.order.code })),
  ofCourier("issueCourierCash", { amount: "500" }),
  ofCourier("takeCourierCash", { amount: "200,50" }),
  ofCourier("tell", { mode: "live", text: "Hello" }),
  ofCourier("renewLink"),
  ofCourier("switchCourier", { disable: "true" }),
  row(COURIERS, "hire", () => ({
    name: "Pavel Orlov",
    phone: "+79115550009",
    transport: "foot",
    mode: "live",
  })),
  accountRow("openAccount", ({ home }) => ({ name: "Another shop", email: `shop-of-${home.owner.email}` })),
  accountRow("inviteAccountOwner", ({ home }) => ({
    id: home.accountId,
    email: `owner-of-${home.owner.email}`,
  })),
  accountRow("issuePasswordLink", ({ other }) => ({ id: other.accountId, person: other.staff.id })),
  accountRow("changeAccount", ({ home }) => ({ id: home.accountId, rate_limit: "60" })),
  accountRow("approve", ({ waiting: [id] }) => ({ id, seen: "waiting" })),
  accountRow("reject", ({ waiting: [, id] }) => ({ id, reason: "We know no such shop" })),
  accountRow("addPayment", ({ home }) => ({
    id: randomUUID(),
    account: home.accountId,
    amount: "1000",
    paid_on: "2026-12-01",
    note: "",
  })),
  accountRow("switchAccount", ({ other }) => ({ id: other.accountId, disable: "true" })),
  row(TARIFF, "changeTariff", () => ({ ...NEW_TARIFF, act: "save", reviewed: REVIEWED })),
  row(TARIFF, "changeTravelFactors", () =>
    Object.fromEntries(
      DAY_KINDS.flatMap((kind) =>
        Array.from({ length: HOURS }, (_, hour) => [factorField(kind, hour), "1.5"] as const),
      ),
    ),
  ),
  areaRow("limitTrips", { longest_trip: "50" }),
  areaRow("saveZone", { name: "City", was: "", mon: "09:00-22:00", shape: JSON.stringify(SHAPE) }),
  areaRow("pause", { zone: "", for: "until", until: "14:30" }),
  areaRow("putOff", { zone: "" }),
  areaRow("resume", { zone: "" }),
  areaRow("importZones", { file: JSON.stringify({ type: "FeatureCollection", features: [ZONE] }) }),
  areaRow("deleteZone", { name: "City" }),
  areaRow("switchArea", { on: "true" }),
  {
    file: SETTINGS,
    name: "beginPasskey",
    form: () => ({ name: "Laptop", present_password: PASSWORD }),
    isWithoutWrites: true,
  },
  {
    file: SETTINGS,
    name: "finishPasskey",
    form: (_, baseUrl) => ({
      name: "Laptop",
      response: JSON.stringify(
        new Authenticator().register({
          challenge: CHALLENGE,
          origin: baseUrl.replace("127.0.0.1", "localhost"),
          rpId: "localhost",
        }),
      ),
    }),
    cookies: `; dropline-passkey-add=${sealChallenge(AUTH.AUTH_SECRET, { purpose: "add", challenge: CHALLENGE, now: new Date() })}`,
  },
  { file: SETTINGS, name: "changeUnusualTrips", form: () => ({ action: "refuse", max_leg_km: "250" }) },
  { file: SETTINGS, name: "changeIdleSuggestions", form: () => ({ is_on: "on" }) },
  {
    file: SETTINGS,
    name: "changeOrdersPerRoute",
    form: () => ({
      scope: "none",
      max_orders_foot: "2",
      max_orders_bike: "3",
      max_orders_car: "6",
      max_orders_van: "12",
      max_added_minutes: "15",
    }),
  },
  row(OPERATORS, "invite", ({ home }) => ({
    email: `operator-of-${home.owner.email}`,
    locale: "ru",
    role_dispatcher: "on",
  })),
  row(OPERATORS, "renewInvite", ({ invitationIds: [id] }) => ({ id })),
  row(OPERATORS, "revokeInvite", ({ invitationIds: [, id] }) => ({ id })),
  row(OPERATORS, "setRoles", ({ colleagueId }) => ({ id: colleagueId, role_support: "on" })),
  row(OPERATORS, "switchPerson", ({ colleagueId }) => ({ id: colleagueId, disable: "true" })),
  { file: SETTINGS, name: "deletePasskey", form: ({ passkeyId }) => ({ id: passkeyId }) },
  { file: SETTINGS, name: "endSession", form: ({ sessionId }) => ({ id: sessionId }) },
  { file: SETTINGS, name: "endOtherSessions", form: () => ({}) },
  // The session in which the forms are sent ends with it.
  {
    file: SETTINGS,
    name: "changePassword",
    form: () => ({ present_password: PASSWORD, new_password: "another one entirely" }),
  },
];

/** The audit record of each action; the log leaves out the others. */
const AUDITED: Readonly<Record<string, string>> = {
  assign: "order.assign",
  override: "order.override_code",
  start: "order.start",
  confirm: "order.confirm",
  deliverOne: "order.deliver",
  adjust: "order.adjust",
  answer: "order.answer",
  takeBack: "order.complete_return",
  deliver: "order.deliver",
  cancel: "order.cancel",
  assignEach: "order.assign",
  takeOff: "order.unassign",
  assignTogether: "order.assign",
  cancelEach: "order.cancel",
  hold: "order.hold",
  release: "order.release",
  erase: "order.erase",
  changeRetention: "retention.change",
  changeAccountRetention: "account.change",
  issueCourierCash: "cash.create",
  takeCourierCash: "cash.create",
  renewLink: "courier.renew_link",
  switchCourier: "courier.disable",
  hire: "courier.create",
  openAccount: "account.create",
  inviteAccountOwner: "invitation.create",
  issuePasswordLink: "user.reset_link",
  approve: "account.approve",
  reject: "account.reject",
  addPayment: "payment.create",
  changeAccount: "account.change",
  switchAccount: "account.disable",
  changeTariff: "tariff.change",
  changeTravelFactors: "travel_factors.change",
  limitTrips: "service_area.change",
  saveZone: "service_area.change",
  pause: "service_area.change",
  putOff: "order.change",
  resume: "service_area.change",
  importZones: "service_area.change",
  deleteZone: "service_area.change",
  switchArea: "service_area.change",
  changeUnusualTrips: "trip_check.change",
  changeIdleSuggestions: "idle_suggestions.change",
  changeOrdersPerRoute: "stacking.change",
  invite: "invitation.create",
  renewInvite: "invitation.renew",
  revokeInvite: "invitation.delete",
  setRoles: "user.change_role",
  switchPerson: "user.disable",
  finishPasskey: "passkey.create",
  deletePasskey: "passkey.delete",
  endSession: "session.end",
  endOtherSessions: "session.end_others",
  changePassword: "user.change_password",
};

/** The path of each of the operators' route handlers. */
const ROUTES: Readonly<Record<string, (of: World) => string>> = {
  "/ops/state": () => "/ops/state",
  "/ops/events": () => "/ops/events",
  "/ops/audit/export": () => "/ops/audit/export",
  "/ops/find": ({ home }) => `/ops/find?q=${home.order.code}`,
  "/ops/facts": ({ home }) => `/ops/facts?code=${home.order.code}`,
  "/ops/way": ({ home }) => `/ops/way?code=${home.order.code}`,
  "/ops/couriers/performance/export": ({ courierId }) =>
    `/ops/couriers/performance/export?courier=${courierId}`,
  "/ops/area/zones": () => "/ops/area/zones",
  "/ops/orders/[code]/candidates": ({ home }) => `/ops/orders/${home.order.code}/candidates`,
  "/ops/orders/[code]/events": ({ home }) => `/ops/orders/${home.order.code}/events`,
  "/ops/orders/[code]/state": ({ home }) => `/ops/orders/${home.order.code}/state`,
  "/ops/orders/[code]/proof/[file]": ({ home }) =>
    `/ops/orders/${home.order.code}/proof/${home.order.photoId}`,
};

const getKey = ({ file, name }: { file: string; name: string }): string => `${file} ${name}`;

describe("the operators' actions", () => {
  const built = builtActions().filter(({ file }) => file.startsWith("app/ops/"));
  let stage: TestServer;
  let world: World;
  let operator: Member;

  beforeAll(async () => {
    stage = await startTestServer({ pages: true, env: AUTH });
    const home = await makeAccountFixture(stage.db, stage.couriers);
    const other = await makeAccountFixture(stage.db, stage.couriers);
    const third = await makeAccountFixture(stage.db, stage.couriers);
    await stage.couriers.makeFreeCourier(PICKUP);
    operator = await makeMember(stage.db, null, "owner");
    const { id: userId } = operator;
    // The oldest is ended by itself, the other with all others.
    await Promise.all([makeCookie(stage.db, userId, { signedInAgo: 60_000 }), makeCookie(stage.db, userId)]);
    const session = await stage.db.models.userSession.findFirstOrThrow({
      where: { userId },
      orderBy: { signedInAt: "asc" },
    });
    const shop = await makeClient(stage.db);
    const swapped = { address: address(30.36, 59.93), contact: { value: "+79161234567" } };
    const body = orderBody({ dropoffs: [swapped] });
    const { order } = await createOrder(stage.couriers.context, shop.scope, { body });
    await allowSeveralOrders(stage.db);
    const routed = await stage.couriers.makeFreeCourier(PICKUP);
    const places = [orderBody(), orderBody()];
    for (const each of places) {
      await createOrder(stage.couriers.context, shop.scope, { body: each });
      const input = { externalOrderId: each.external_order_id, courierId: routed };
      await assignOrReassign(stage.couriers.context, shop.scope, input);
    }
    const [member] = await stage.db.models.order.findMany({ where: { courierId: routed } });
    const seen = toRouteVersion(await listRoute(stage.db, routed));
    const waiting = [(await makeClient(stage.db)).accountId, (await makeClient(stage.db)).accountId] as const;
    await stage.db.models.account.updateMany({
      where: { id: { in: [...waiting] } },
      data: { isCustomer: false, approval: "waiting" },
    });
    world = {
      waiting,
      route: { courierId: routed, code: member?.orderCode ?? "", seen },
      held: { code: order.orderCode, seen: requestHash(detailsFromBody(body)) },
      home,
      other,
      third,
      courierId: await stage.couriers.makeCourier(),
      colleagueId: (await makeMember(stage.db, null, "dispatcher")).id,
      invitationIds: [await makeOperatorInvitation(stage.db), await makeOperatorInvitation(stage.db)],
      passkeyId: await storePasskey(stage.db, userId),
      sessionId: session.id,
    };
  });

  afterAll(() => stage?.close());

  it("are exactly the ones in the test table", () => {
    expect(ACTIONS.map(getKey).sort()).toEqual(built.map(getKey).sort());
  });

  it("include exactly the route handlers in the test table", () => {
    const routes = builtRoutes().filter((route) => route.startsWith("/ops/"));
    expect(Object.keys(ROUTES).sort()).toEqual(routes.sort());
  });

  it.each(Object.keys(ROUTES))("%s is readable by operators alone", async (route) => {
    const path = ROUTES[route]?.(world) ?? "";
    const ask = async (cookie?: string, method = "GET") => {
      const answer = await fetch(stage.server.baseUrl + path, {
        method,
        headers: cookie === undefined ? {} : { Cookie: cookie },
        redirect: "manual",
      });
      // A stream would go on for ever.
      await answer.body?.cancel();
      return [answer.status, answer.headers.get("cache-control")];
    };
    for (const cookie of [undefined, world.home.owner.cookie, world.home.staff.cookie]) {
      expect((await ask(cookie))[0]).toBe(404);
    }
    expect((await ask(operator.cookie, "POST"))[0]).toBe(405);
    expect(await ask(operator.cookie)).toEqual([
      route.includes("proof") ? 302 : 200,
      expect.stringMatching(/no-store/),
    ]);
  });

  it("return 404 for an order that does not exist", async () => {
    const headers = { Cookie: operator.cookie };
    for (const path of ["candidates", "state", "events", `proof/${world.home.order.photoId}`]) {
      const { status } = await fetch(`${stage.server.baseUrl}/ops/orders/AAAA-AAAA/${path}`, { headers });
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it.each(["deliverOne", "override", "answer"])(
    "%s reports an invalid stop as a problem of the form",
    async (name) => {
      const action = built.find((each) => getKey(each) === getKey({ file: ORDER, name }));
      if (action === undefined) throw new Error("The build does not contain the action");
      for (const stop of ["x", "-1", "1.5", "11", "1e12", "NaN"]) {
        const form = {
          code: world.home.order.code,
          position: stop,
          index: stop,
          reason: "r",
          action: "return",
        };
        const { value } = await callAction(stage.server.baseUrl, action, { form, cookie: operator.cookie });
        const field = name === "answer" ? "index" : "position";
        expect([stop, value]).toMatchObject([stop, { isDone: false, refusal: null, problems: [{ field }] }]);
      }
    },
  );

  it("a preview of a tariff writes nothing, and reports the problems of the form", async () => {
    const action = built.find((each) => getKey(each) === getKey({ file: TARIFF, name: "changeTariff" }));
    if (action === undefined) throw new Error("The build does not contain the action");
    const values = tariffValues({ id: 0, ...HIGHER_TARIFF });
    const preview = async (change: object) => {
      const texts = Object.entries({ ...values, ...change, mode: "live", act: "preview" });
      const form = Object.fromEntries(texts.map(([name, value]) => [name, String(value)]));
      return (await callAction(stage.server.baseUrl, action, { form, cookie: operator.cookie })).value;
    };
    const before = await takeSnapshot(stage.db);
    const newest = await stage.db.models.auditRecord.count();
    expect(await preview({})).toMatchObject({
      isDone: true,
      result: { preview: { cheaper: 0 }, review: null },
      values: { act: "preview" },
    });
    expect(await preview({ band_width_km: 0 })).toMatchObject({ problems: [{ field: "band_width_km" }] });
    expect(await takeSnapshot(stage.db)).toEqual(before);
    expect(await stage.db.models.auditRecord.count()).toBe(newest);
  });

  it.each(ACTIONS)("$name succeeds for an operator, and returns 404 to a shop", async (one) => {
    const serverAction = built.find((each) => getKey(each) === getKey(one));
    if (serverAction === undefined) throw new Error("The build does not contain the action");
    const send = (cookie?: string) =>
      callAction(stage.server.baseUrl, serverAction, {
        form: one.form(world, stage.server.baseUrl),
        cookie: `${cookie ?? ""}${one.cookies ?? ""}`,
      });
    const before = await takeSnapshot(stage.db);
    const newest = await stage.db.models.auditRecord.findFirst({ orderBy: { id: "desc" } });
    expect((await send()).redirect).toMatch(/^\/sign-in\?next=/);
    for (const { cookie } of [world.home.owner, world.home.staff]) {
      const answer = await send(cookie);
      expect([answer.status, answer.value]).toEqual([404, null]);
    }
    expect(await takeSnapshot(stage.db)).toEqual(before);
    // Without this, the refusals above would prove nothing.
    expect((await send(operator.cookie)).value).toMatchObject({ isDone: true });
    if (one.isWithoutWrites !== true) expect(await takeSnapshot(stage.db)).not.toEqual(before);
    const records = await stage.db.models.auditRecord.findMany({
      where: { id: { gt: newest?.id ?? 0n } },
      orderBy: { id: "asc" },
    });
    const action = AUDITED[one.name];
    const tried = action?.replace("disable", "switch");
    const expected = [
      [tried, world.home.owner.id, "ACCESS_DENIED"],
      [tried, world.home.staff.id, "ACCESS_DENIED"],
      [action, operator.id, null],
    ];
    expect(records.map(({ action, actorId, refusal }) => [action, actorId, refusal])).toEqual(
      action === undefined ? [] : expected,
    );
  });

  it("a tariff is put into force only as reviewed, and in place of the one that was shown", async () => {
    const action = built.find((each) => getKey(each) === getKey({ file: TARIFF, name: "changeTariff" }));
    if (action === undefined) throw new Error("The build does not contain the action");
    // The actions above end the sessions of the other operator.
    const { cookie } = await makeMember(stage.db, null, "owner");
    const base = String((await stage.db.models.tariff.findFirstOrThrow({ orderBy: { id: "desc" } })).id);
    const form = { ...NEW_TARIFF, base, base_price: "4,50" };
    const send = async (change: Record<string, string>) =>
      (
        await callAction(stage.server.baseUrl, action, {
          form: { ...form, ...change },
          cookie,
        })
      ).value as { isDone: boolean; refusal: string | null; result: { review: TariffReview | null } | null };
    const before = await stage.db.models.tariff.count();
    const { result } = await send({ act: "save" });
    const reviewed = result?.review?.reviewed ?? "";
    expect(result?.review?.changes).toContainEqual(
      expect.objectContaining({ field: "base_price", after: 4.5 }),
    );
    expect((await send({ act: "save", reviewed, base_price: "4,60" })).result?.review).not.toBeNull();
    expect(await send({ act: "save", reviewed, base: "0" })).toMatchObject({ refusal: "TARIFF_CHANGED" });
    expect(await stage.db.models.tariff.count()).toBe(before);
    expect(await send({ act: "save", reviewed })).toMatchObject({ isDone: true, refusal: null });
    expect(await stage.db.models.tariff.count()).toBe(before + 1);
    // A second tab still shows the former tariff.
    expect(await send({ act: "save", reviewed })).toMatchObject({ refusal: "TARIFF_CHANGED" });
  });

  describe("on several orders", () => {
    let member: Member;
    let place: (size?: "S" | "XL") => Promise<{ code: string; externalOrderId: string }>;

    beforeAll(async () => {
      member = await makeMember(stage.db, null, "owner");
      // Any courier still on shift would be the best one.
      await stage.db.models.courier.updateMany({ data: { onShiftSince: null } });
      place = async (size = "S") => {
        const { data } = await stage.api.create(orderBodyWith(1, { cargo_size: size }));
        return { code: data.order_code, externalOrderId: data.external_order_id };
      };
    });

    const send = async (name: string, form: Record<string, string>) => {
      const action = built.find((one) => getKey(one) === getKey({ file: EACH, name }));
      if (action === undefined) throw new Error("The build does not contain the action");
      const { value } = await callAction(stage.server.baseUrl, action, { form, cookie: member.cookie });
      const result = (value?.result ?? []) as { code: string; refusal: string | null; subject: string }[];
      return { value, refusals: result.map(({ code, refusal }) => [code, refusal]) };
    };
    const readRow = (code: string) =>
      stage.db.models.order.findUniqueOrThrow({ where: { orderCode: code }, include: { events: true } });

    it("assign each order its best courier or report why not, and require a second confirmation if the vehicle is too small", async () => {
      const [small, large, over] = [await place(), await place("XL"), await place()];
      await stage.couriers.lead(stage.shop.scope, over.externalOrderId, "delivered");
      const [first, second] = [
        await stage.couriers.makeFreeCourier(PICKUP),
        await stage.couriers.makeFreeCourier({ ...PICKUP, latitude: PICKUP.latitude + 0.02 }),
      ];
      const codes = [small.code, large.code, over.code, "AAAA-AAAA", small.code].join(",");
      expect((await send("assignEach", { codes, courier: "" })).refusals).toEqual([
        [small.code, null],
        [large.code, "VEHICLE_TOO_SMALL"],
        [over.code, "ORDER_NOT_ASSIGNABLE"],
        ["AAAA-AAAA", "ORDER_NOT_FOUND"],
      ]);
      expect(await readRow(small.code)).toMatchObject({ courierId: first, status: "assigned" });
      expect(await readRow(large.code)).toMatchObject({ courierId: null, status: "new" });
      const again = { codes: large.code, courier: "", anyway: "on" };
      expect((await send("assignEach", again)).refusals).toEqual([[large.code, null]]);
      expect(await readRow(large.code)).toMatchObject({ courierId: second, status: "assigned" });
      const late = await place();
      const assignLate = async () => (await send("assignEach", { codes: late.code, courier: "" })).refusals;
      expect(await assignLate()).toEqual([[late.code, "COURIER_BUSY"]]);
      await stage.db.models.courier.updateMany({ data: { onShiftSince: null } });
      expect(await assignLate()).toEqual([[late.code, "COURIER_NOT_FOUND"]]);
    });

    it("assign a courier chosen for all orders to the first one, and report for the others that the courier is busy", async () => {
      const [first, second] = [await place(), await place()];
      const courier = await stage.couriers.makeFreeCourier(PICKUP);
      const codes = [first.code, second.code].join(",");
      expect((await send("assignEach", { codes, courier })).refusals).toEqual([
        [first.code, null],
        [second.code, "COURIER_BUSY"],
      ]);
      expect(await readRow(second.code)).toMatchObject({ courierId: null, status: "new" });
    });

    it("assign live and test orders only to couriers of their mode", async () => {
      const { key } = await addKey(stage.db, stage.shop.accountId, "test");
      const sandboxOrder = (await new ApiClient(stage.server.baseUrl, key).create(orderBody())).data;
      const live = await place();
      const courier = await stage.couriers.makeFreeCourier(PICKUP);
      const codes = [sandboxOrder.order_code, live.code].join(",");
      expect((await send("assignEach", { codes, courier })).refusals).toEqual([
        [sandboxOrder.order_code, "COURIER_NOT_FOUND"],
        [live.code, null],
      ]);
      expect((await readRow(sandboxOrder.order_code)).courierId).not.toBe(courier);
    });

    it("cancel every cancellable order with one reason and one event each, and cancel none without a reason", async () => {
      const [first, over, last] = [await place(), await place(), await place()];
      await stage.couriers.lead(stage.shop.scope, over.externalOrderId, "delivered");
      const codes = [first.code, over.code, last.code].join(",");
      const bare = await send("cancelEach", { codes, reason: " ", comment: "" });
      expect(bare.value).toMatchObject({ isDone: false, problems: [{ field: "reason" }] });
      expect(await readRow(first.code)).toMatchObject({ status: "new" });
      const twice = [
        await send("cancelEach", { codes, reason: "Storm", comment: "" }),
        await send("cancelEach", { codes, reason: "Storm", comment: "" }),
      ];
      for (const { refusals } of twice) {
        expect(refusals).toEqual([
          [first.code, null],
          [over.code, "ORDER_NOT_CANCELLABLE"],
          [last.code, null],
        ]);
      }
      for (const { code } of [first, last]) {
        const { status, cancelReason, events } = await readRow(code);
        const notified = events.filter(({ type }) => type === "order.cancelled");
        expect([status, cancelReason, notified.length]).toEqual(["cancelled", "Storm", 1]);
      }
    });

    it("record the exceptions of those that succeed as handled, and end their claims", async () => {
      const [waiting, over] = [await place(), await place()];
      await stage.couriers.lead(stage.shop.scope, over.externalOrderId, "delivered");
      const codes = [waiting.code, over.code];
      const { id } = await stage.db.models.user.findFirstOrThrow({ where: { role: "operator" } });
      await stage.db.models.exceptionClaim.createMany({
        data: codes.map((subject) => ({
          mode: "live",
          kind: "late",
          subject,
          claimedById: id,
          claimedUntil: new Date(Date.now() + 60_000),
        })),
      });
      const form = { codes: codes.join(","), reason: "Storm", comment: "", mode: "live", kind: "late" };
      expect((await send("cancelEach", form)).refusals).toEqual([
        [waiting.code, null],
        [over.code, "ORDER_NOT_CANCELLABLE"],
      ]);
      const where = { subject: { in: codes } };
      expect(await stage.db.models.handledException.findMany({ where })).toMatchObject([
        { subject: waiting.code, kind: "late", action: "cancelled" },
      ]);
      expect(await stage.db.models.exceptionClaim.findMany({ where })).toMatchObject([
        { subject: over.code },
      ]);
      // A held order has its own history.
      const held = { ...form, codes: (await place()).code, kind: "unusual_trip" };
      expect((await send("cancelEach", held)).refusals).toEqual([[held.codes, null]]);
    });

    it("notify the couriers of open orders only", async () => {
      const [carried, waiting, over] = [await place(), await place(), await place()];
      const courier = await stage.couriers.lead(stage.shop.scope, carried.externalOrderId, "in_progress");
      const former = await stage.couriers.lead(stage.shop.scope, over.externalOrderId, "delivered");
      const codes = [carried.code, waiting.code, over.code].join(",");
      expect((await send("tellEach", { codes, text: "Wait for the storm to pass" })).refusals).toEqual([
        [carried.code, null],
        [waiting.code, "COURIER_NOT_FOUND"],
        [over.code, "COURIER_NOT_FOUND"],
      ]);
      const notified = await stage.db.models.courierMessage.findMany({
        where: { courierId: { in: [courier, former] } },
      });
      expect(notified.map(({ courierId, text }) => [courierId, text])).toEqual([
        [courier, "Wait for the storm to pass"],
      ]);
    });
  });
});
