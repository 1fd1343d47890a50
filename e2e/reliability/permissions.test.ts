import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasPermission, type Permission, ROLES } from "@/lib/accounts/permissions";
import type { Role } from "@/lib/db/generated/enums";
import { type AccountFixture, makeAccountFixture, makeMember } from "@/testing/account-fixture";
import { builtActions, builtPages, builtRoutes, callAction } from "@/testing/actions";
import { isLongRun } from "@/testing/amount";
import { AUTH } from "@/testing/sign-in";
import { takeSnapshot } from "@/testing/snapshot";
import { startTestServer, type TestServer } from "@/testing/stage";

type Doors = Readonly<Partial<Record<Permission, string>>>;

/** Permissions of the server actions. An action of the build that is missing here fails the test. */
const ACTIONS: Readonly<Record<string, Doors>> = {
  "app/dashboard/addresses/actions.ts": { "account.manage_orders": "keepAddress removeAddress" },
  "app/dashboard/import/[id]/actions.ts": { "account.manage_orders": "stop" },
  "app/dashboard/keys/actions.ts": {
    "account.manage_integrations": "create rotate restrict replaceLeaked revoke",
  },
  "app/dashboard/new/actions.ts": { "account.manage_orders": "createOrder" },
  "app/dashboard/new/template-actions.ts": { "account.manage_orders": "keepTemplate removeTemplate" },
  "app/dashboard/orders/[code]/actions.ts": {
    "account.manage_orders": "cancel answer settle revokeLinks issueLinks",
    "account.use_sandbox": "simulate",
    "account.erase_orders": "erase",
  },
  "app/dashboard/orders/[code]/edit/actions.ts": { "account.manage_orders": "saveOrder" },
  "app/dashboard/reports/actions.ts": { "account.manage_settings": "saveTarget" },
  "app/dashboard/requests/actions.ts": { "account.use_sandbox": "replay" },
  "app/dashboard/sandbox/actions.ts": { "account.use_sandbox": "run" },
  "app/dashboard/settings/actions.ts": {
    "account.view": "saveName chooseTheme",
    "account.manage_settings": "saveAccount saveDelivery saveIdentity",
  },
  "app/dashboard/settings/messages/actions.ts": { "account.manage_settings": "saveMessages" },
  "app/dashboard/settings/people/actions.ts": {
    "account.manage_people": "invite renewInvite revokeInvite setRoles switchPerson",
  },
  "app/dashboard/settings/security/actions.ts": {
    "account.view": "changePassword endSession endOtherSessions beginPasskey finishPasskey deletePasskey",
  },
  "app/dashboard/webhooks/actions.ts": {
    "account.manage_integrations":
      "add edit switchEndpoint remove reveal rotate sendTest replay replaySelected replayMissed",
    "account.view_integrations": "check",
  },
  "app/ops/accounts/actions.ts": {
    "service.manage_accounts":
      "openAccount inviteAccountOwner issuePasswordLink switchAccount changeAccount approve reject",
    "service.manage_money": "addPayment",
    "service.manage_privacy": "changeRetention changeAccountRetention",
  },
  "app/ops/actions.ts": { "service.dispatch_orders": "handle reopen claim releaseClaim" },
  "app/ops/area/actions.ts": {
    "service.manage_area": "switchArea limitTrips saveZone deleteZone importZones",
    "service.dispatch_orders": "pause resume putOff",
  },
  "app/ops/couriers/actions.ts": {
    "service.manage_couriers": "hire renewLink switchCourier",
    "service.dispatch_orders": "moveStops pinCourierRoute",
    "service.message_couriers": "tell",
    "service.manage_cash": "issueCourierCash takeCourierCash",
  },
  "app/ops/operators/actions.ts": {
    "service.manage_operators": "invite renewInvite revokeInvite setRoles switchPerson",
  },
  "app/ops/orders/[code]/actions.ts": {
    "service.dispatch_orders":
      "assign confirm takeOff start deliver deliverOne takeBack cancel answer override",
    "service.manage_money": "adjust",
    "service.manage_privacy": "erase hold release",
  },
  "app/ops/orders/actions.ts": {
    "service.dispatch_orders": "assignEach assignTogether cancelEach",
    "service.message_couriers": "tellEach",
  },
  "app/ops/settings/actions.ts": {
    "service.manage_settings": "changeUnusualTrips changeIdleSuggestions changeOrdersPerRoute",
    "service.view": "changePassword endSession endOtherSessions beginPasskey finishPasskey deletePasskey",
  },
  "app/ops/tariff/actions.ts": {
    "service.change_prices": "changeTariff",
    "service.manage_settings": "changeTravelFactors",
  },
};

/** Permissions of the pages, route handlers and streams under `/dashboard` and `/ops`; `GET` unless it starts with a method. */
const URLS: Doors = {
  "account.view": `/dashboard /dashboard/[...rest] /dashboard/find /dashboard/map /dashboard/map/events
    /dashboard/map/marks /dashboard/map/state /dashboard/map/way /dashboard/messages /dashboard/open/events
    /dashboard/open/state /dashboard/orders /dashboard/orders/[code] /dashboard/orders/[code]/events
    /dashboard/orders/[code]/proof/[file] /dashboard/orders/[code]/qr/[token] /dashboard/orders/[code]/state
    /dashboard/orders/counts /dashboard/orders/couriers /dashboard/orders/events /dashboard/orders/export
    /dashboard/orders/state /dashboard/settings /dashboard/settings/delivery /dashboard/settings/messages
    /dashboard/settings/people /dashboard/settings/security /dashboard/settings/shop
    /dashboard/settings/shop/preview /dashboard/tariff`,
  "account.manage_orders": `/dashboard/addresses /dashboard/addresses/search /dashboard/import /dashboard/import/[id]
    /dashboard/import/[id]/rejected /dashboard/import/[id]/state /dashboard/import/template /dashboard/new
    /dashboard/orders/[code]/edit POST:/dashboard/import/check POST:/dashboard/import/orders
    POST:/dashboard/new/quote`,
  "account.view_reports": `/dashboard/reports /dashboard/reports/export /dashboard/statements
    /dashboard/statements/[month] /dashboard/statements/[month]/export`,
  "account.view_integrations": `/dashboard/events /dashboard/events/[id] /dashboard/keys /dashboard/requests
    /dashboard/requests/[id] /dashboard/webhooks /dashboard/webhooks/[id] /dashboard/webhooks/[id]/check
    /dashboard/webhooks/[id]/deliveries/[delivery]`,
  "account.manage_integrations": "/dashboard/webhooks/new",
  "account.use_sandbox": "/dashboard/sandbox",
  "account.view_audit": "/dashboard/settings/audit /dashboard/settings/audit/export",
  "service.view": `/ops /ops/[...rest] /ops/accounts /ops/accounts/[id] /ops/area /ops/area/zones /ops/couriers
    /ops/couriers/[id] /ops/couriers/performance /ops/couriers/performance/export /ops/events /ops/facts /ops/find
    /ops/health /ops/operators /ops/orders /ops/orders/[code] /ops/orders/[code]/candidates
    /ops/orders/[code]/events /ops/orders/[code]/proof/[file] /ops/orders/[code]/state /ops/orders/schedule
    /ops/settings /ops/state /ops/tariff /ops/way`,
  "service.manage_accounts": "/ops/accounts/new",
  "service.manage_couriers": "/ops/couriers/new",
  "service.manage_area": "/ops/area/zone",
  "service.view_audit": "/ops/audit /ops/audit/export",
};

const listDoors = (doors: Doors): { name: string; permission: Permission }[] =>
  Object.entries(doors).flatMap(([permission, names]) =>
    names.split(/\s+/).map((name) => ({ name, permission: permission as Permission })),
  );

const EXPECTED_ACTIONS = Object.entries(ACTIONS).flatMap(([file, doors]) =>
  listDoors(doors).map((door) => ({ ...door, file })),
);
const EXPECTED_URLS = listDoors(URLS).map(({ name, permission }) => {
  const [method, path = name] = name.includes(":") ? name.split(":") : ["GET", name];
  return { method, path, permission };
});
const isConsole = (path: string) => /^\/(dashboard|ops)(\/|$)/.test(path);

const HOLDERS = (["account", "service"] as const).flatMap((audience) =>
  ROLES[audience].map((role) => ({ audience, role: role as Role })),
);

describe("what needs a permission", () => {
  const built = builtActions().filter(({ file }) => /^app\/(dashboard|ops)\//.test(file));
  let stage: TestServer;
  let home: AccountFixture;

  beforeAll(async () => {
    stage = await startTestServer({ pages: true, env: AUTH });
    home = await makeAccountFixture(stage.db, stage.couriers);
  });

  afterAll(() => stage?.close());

  it("is every server action, page, route handler and stream of the dashboard and the console", () => {
    const keys = (actions: readonly { file: string; name: string }[]) =>
      actions.map(({ file, name }) => `${file} ${name}`).sort();
    expect(keys(EXPECTED_ACTIONS)).toEqual(keys(built));
    const urls = [...builtPages(), ...builtRoutes()].filter(isConsole);
    expect(EXPECTED_URLS.map(({ path }) => path).sort()).toEqual(urls.sort());
  });

  describe.each(HOLDERS)("for the role $role of $audience", ({ audience, role }) => {
    const accountId = () => (audience === "account" ? home.accountId : null);
    const permits = (one: Role, permission: Permission) =>
      hasPermission({ accountId: audience === "account" ? "17" : null, roles: [one] }, permission);
    const isPermitted = (permission: Permission) => permits(role, permission);
    // An owner has every permission, so an action that checks a wrong one refuses others.
    const isCalled = (permission: Permission) =>
      role !== "owner" ||
      isLongRun ||
      ROLES[audience].every((one) => one === role || !permits(one, permission));
    const isOwn = ({ permission }: { permission: Permission }) => permission.startsWith(`${audience}.`);
    let cookie: string;

    beforeAll(async () => {
      ({ cookie } = await makeMember(stage.db, accountId(), role));
    });

    const call = async ({ file, name }: { file: string; name: string }) => {
      const action = built.find((one) => one.file === file && one.name === name);
      if (action === undefined) throw new Error("The build does not contain the action");
      // No form of the action sends this: a permitted caller gets an error about it.
      const form = { id: "none", code: "none", scenario: "none", theme: "none", days: "none" };
      return callAction(stage.server.baseUrl, action, { form, cookie });
    };

    it("refuses the actions that it does not permit and changes nothing, and none of the others", async () => {
      const own = EXPECTED_ACTIONS.filter(isOwn);
      const before = await takeSnapshot(stage.db);
      for (const one of own.filter(({ permission }) => !isPermitted(permission))) {
        const { value } = await call(one);
        expect([one, value?.refusal]).toEqual([one, "PERMISSION_DENIED"]);
      }
      expect(await takeSnapshot(stage.db)).toEqual(before);
      for (const one of own.filter(({ permission }) => isPermitted(permission) && isCalled(permission))) {
        const { status, value } = await call(one);
        const isReached = status === 200 && value !== null && value.refusal !== "PERMISSION_DENIED";
        expect([one, isReached]).toEqual([one, true]);
      }
    });

    it("returns 404 for the pages, routes and streams that it does not permit", async () => {
      const texts: Readonly<Record<string, string>> = {
        code: home.order.code,
        file: home.order.photoId,
        token: home.order.trackingToken,
      };
      const refused = EXPECTED_URLS.filter(isOwn).filter(({ permission }) => !isPermitted(permission));
      for (const { method, path } of refused) {
        const url = path.replace(/\[+\.*(\w+)\]+/g, (_, name) => texts[name] ?? "none");
        const answer = await fetch(stage.server.baseUrl + url, {
          ...(method === "POST" ? { method, body: "{}" } : {}),
          headers: { Cookie: cookie, "Content-Type": "application/json", Origin: stage.server.baseUrl },
          redirect: "manual",
        });
        await answer.body?.cancel();
        expect([path, answer.status]).toEqual([path, 404]);
      }
    });
  });
});
