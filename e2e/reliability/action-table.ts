import { randomUUID } from "node:crypto";
import { sealChallenge } from "@/lib/accounts/passkey";
import { toMonth } from "@/lib/billing/statement";
import type { ErrorCode } from "@/lib/http/errors";
import type { AccountFixture } from "@/testing/account-fixture";
import { Authenticator } from "@/testing/authenticator";
import { AUTH, PASSWORD } from "@/testing/sign-in";

/** An action of the dashboard, and its access rules. */
export interface ActionRow {
  readonly file: string;
  readonly name: string;
  /** Permitted callers: owners alone, or also a dispatcher who is a viewer, as the staff of earlier releases. */
  readonly role: "owner" | "staff";
  /** A form that succeeds for anyone allowed, about this account's things. */
  readonly form: (of: AccountFixture, baseUrl: string) => Record<string, string>;
  /** The error for another account's rows; absent when the form refers to no account's row. */
  readonly foreign?: ErrorCode;
  /** Cookies that the form needs in addition to the session's. */
  readonly cookies?: (of: AccountFixture) => string;
  /** The audit record of a call, done or refused; absent for actions that the log leaves out. */
  readonly audit?: string;
  /** Whether the actions below it need another account once it has succeeded. */
  readonly isDestructive?: true;
  /** The page it is called on, when that page's URL names something. */
  readonly page?: (of: AccountFixture) => string;
}

const ORDER = "app/dashboard/orders/[code]/actions.ts";
const KEYS = "app/dashboard/keys/actions.ts";
const ADDRESSES = "app/dashboard/addresses/actions.ts";
const TEMPLATES = "app/dashboard/new/template-actions.ts";
const IMPORT = "app/dashboard/import/[id]/actions.ts";
const PEOPLE = "app/dashboard/settings/people/actions.ts";
const SECURITY = "app/dashboard/settings/security/actions.ts";
const SETTINGS = "app/dashboard/settings/actions.ts";
const WEBHOOKS = "app/dashboard/webhooks/actions.ts";
const REQUESTS = "app/dashboard/requests/actions.ts";
const SANDBOX = "app/dashboard/sandbox/actions.ts";

const getChallenge = (accountId: string) => Buffer.from(accountId).toString("base64url");

/** One row for each action under app/dashboard; the test fails when one is missing. */
export const ACTIONS: readonly ActionRow[] = [
  {
    file: PEOPLE,
    name: "invite",
    audit: "invitation.create",
    role: "owner",
    form: ({ accountId }) => ({ email: `new-${accountId}@example.com`, locale: "en", role_viewer: "on" }),
  },
  {
    file: PEOPLE,
    name: "renewInvite",
    isDestructive: true,
    audit: "invitation.renew",
    role: "owner",
    form: ({ invitationId }) => ({ id: invitationId }),
    foreign: "INVITATION_NOT_FOUND",
  },
  {
    file: PEOPLE,
    name: "revokeInvite",
    audit: "invitation.delete",
    role: "owner",
    form: ({ invitationId }) => ({ id: invitationId }),
    foreign: "INVITATION_NOT_FOUND",
  },
  {
    file: PEOPLE,
    name: "setRoles",
    isDestructive: true,
    audit: "user.change_role",
    role: "owner",
    form: ({ staff }) => ({ id: staff.id, role_owner: "on" }),
    foreign: "PERSON_NOT_FOUND",
  },
  {
    file: PEOPLE,
    name: "switchPerson",
    isDestructive: true,
    audit: "user.disable",
    role: "owner",
    form: ({ staff }) => ({ id: staff.id, disable: "true" }),
    foreign: "PERSON_NOT_FOUND",
  },
  {
    file: SETTINGS,
    name: "saveAccount",
    isDestructive: true,
    audit: "account.change",
    role: "owner",
    form: () => ({ name: "Another name", time_zone: "Asia/Omsk", phone_country: "KZ" }),
  },
  {
    file: "app/dashboard/reports/actions.ts",
    name: "saveTarget",
    audit: "account.change",
    role: "owner",
    form: () => ({ target: "95" }),
  },
  {
    file: SETTINGS,
    name: "saveDelivery",
    audit: "account.change",
    role: "owner",
    form: () => ({
      proof_photo: "on",
      proof_days: "30",
      waiting_minutes: "5",
      answer_minutes: "20",
      unanswered_action: "leave",
    }),
  },
  {
    file: "app/dashboard/settings/messages/actions.ts",
    name: "saveMessages",
    audit: "account.change",
    role: "owner",
    form: () => ({
      kind_near: "on",
      text_en_near: "{shop}: the courier is at your door.",
      message_locale: "en",
      quiet_from: "22:00",
      quiet_until: "8:00",
      message_cap: "4",
    }),
  },
  {
    file: SETTINGS,
    name: "saveIdentity",
    audit: "account.change",
    role: "owner",
    form: () => ({
      brand_name: "Another shop",
      accent: "#8c2b4a",
      contact_phone: "8 (916) 123-45-67",
      contact_url: "https://shop.example/chat",
    }),
  },
  {
    file: SETTINGS,
    name: "saveName",
    audit: "user.change",
    role: "staff",
    form: () => ({ name: "Anna" }),
  },
  {
    file: SECURITY,
    name: "beginPasskey",
    role: "staff",
    form: () => ({ name: "Laptop", present_password: PASSWORD }),
  },
  {
    file: SECURITY,
    name: "finishPasskey",
    audit: "passkey.create",
    role: "staff",
    form: ({ accountId }, baseUrl) => ({
      name: "Laptop",
      response: JSON.stringify(
        new Authenticator().register({
          challenge: getChallenge(accountId),
          origin: baseUrl.replace("127.0.0.1", "localhost"),
          rpId: "localhost",
        }),
      ),
    }),
    cookies: ({ accountId }) =>
      `dropline-passkey-add=${sealChallenge(AUTH.AUTH_SECRET, {
        purpose: "add",
        challenge: getChallenge(accountId),
        now: new Date(),
      })}`,
  },
  {
    file: SECURITY,
    name: "deletePasskey",
    audit: "passkey.delete",
    role: "staff",
    form: ({ passkeyId }) => ({ id: passkeyId }),
    foreign: "PASSKEY_NOT_FOUND",
  },
  {
    file: SECURITY,
    name: "endSession",
    isDestructive: true,
    audit: "session.end",
    role: "staff",
    form: ({ otherSessionId }) => ({ id: otherSessionId }),
  },
  {
    file: SECURITY,
    name: "endOtherSessions",
    isDestructive: true,
    audit: "session.end_others",
    role: "staff",
    form: () => ({}),
  },
  {
    file: SECURITY,
    name: "changePassword",
    isDestructive: true,
    audit: "user.change_password",
    role: "staff",
    form: () => ({ present_password: PASSWORD, new_password: "another one entirely" }),
  },
  {
    file: ORDER,
    name: "cancel",
    isDestructive: true,
    role: "staff",
    form: ({ order }) => ({ code: order.code, choice: "too_late", reason: "", comment: "", max_fee: "0" }),
    foreign: "ORDER_NOT_FOUND",
  },
  {
    file: ORDER,
    name: "answer",
    role: "staff",
    form: ({ asked }) => ({ code: asked.code, answer: "return", index: "1" }),
    foreign: "ORDER_NOT_FOUND",
  },
  {
    file: ORDER,
    name: "settle",
    isDestructive: true,
    role: "staff",
    form: ({ order }) => ({ code: order.code, index: "1" }),
    foreign: "ORDER_NOT_FOUND",
  },
  {
    file: ORDER,
    name: "simulate",
    role: "staff",
    form: ({ sandboxOrder }) => ({ code: sandboxOrder.code, control: "pause" }),
    foreign: "ORDER_NOT_FOUND",
  },
  {
    file: ORDER,
    name: "erase",
    role: "owner",
    audit: "order.erase",
    form: ({ ended }) => ({ code: ended.code }),
    foreign: "ORDER_NOT_FOUND",
  },
  {
    file: ORDER,
    name: "revokeLinks",
    role: "staff",
    form: ({ order }) => ({ code: order.code }),
    foreign: "ORDER_NOT_FOUND",
  },
  {
    file: ORDER,
    name: "issueLinks",
    role: "staff",
    form: ({ order }) => ({ code: order.code }),
    foreign: "ORDER_NOT_FOUND",
  },
  {
    file: "app/dashboard/orders/[code]/edit/actions.ts",
    name: "saveOrder",
    role: "staff",
    form: ({ order: { code, version, draft } }) => ({
      code,
      version,
      draft: JSON.stringify({ ...draft, comment: "Ring twice" }),
    }),
    foreign: "ORDER_NOT_FOUND",
  },
  {
    file: "app/dashboard/new/actions.ts",
    name: "createOrder",
    role: "staff",
    form: ({ accountId, order: { draft } }) => ({
      mode: "live",
      draft: JSON.stringify({ ...draft, external_order_id: `another-${accountId}` }),
    }),
  },
  {
    file: IMPORT,
    name: "stop",
    role: "staff",
    form: ({ importId }) => ({ id: importId }),
    foreign: "BATCH_NOT_FOUND",
  },
  {
    file: TEMPLATES,
    name: "keepTemplate",
    role: "staff",
    form: ({ order: { draft } }) => ({ name: "Mondays", draft: JSON.stringify(draft) }),
  },
  {
    file: TEMPLATES,
    name: "removeTemplate",
    role: "staff",
    form: ({ templateId }) => ({ id: templateId }),
    foreign: "TEMPLATE_NOT_FOUND",
  },
  {
    file: ADDRESSES,
    name: "keepAddress",
    role: "staff",
    form: ({ order: { draft } }) => ({ name: "Back door", stop: JSON.stringify(draft.pickup) }),
  },
  {
    file: ADDRESSES,
    name: "removeAddress",
    role: "staff",
    form: ({ addressId }) => ({ id: addressId }),
    foreign: "ADDRESS_NOT_FOUND",
  },
  {
    file: KEYS,
    name: "create",
    audit: "key.create",
    role: "owner",
    form: () => ({ mode: "live", name: "Till", lifetime: "" }),
  },
  {
    file: KEYS,
    name: "rotate",
    isDestructive: true,
    audit: "key.rotate",
    role: "owner",
    form: ({ keyId }) => ({ id: keyId, overlap: "24", lifetime: "" }),
    foreign: "KEY_NOT_FOUND",
  },
  {
    file: KEYS,
    name: "restrict",
    isDestructive: true,
    audit: "key.restrict",
    role: "owner",
    form: ({ keyId }) => ({ id: keyId, networks: "0.0.0.0/0", confirmed: "on" }),
    foreign: "KEY_NOT_FOUND",
  },
  {
    file: KEYS,
    name: "replaceLeaked",
    isDestructive: true,
    audit: "key.replace_leaked",
    role: "owner",
    form: ({ keyId }) => ({ id: keyId, lifetime: "" }),
    foreign: "KEY_NOT_FOUND",
  },
  {
    file: KEYS,
    name: "revoke",
    isDestructive: true,
    audit: "key.revoke",
    role: "owner",
    form: ({ keyId }) => ({ id: keyId, confirmation: "Test" }),
    foreign: "KEY_NOT_FOUND",
  },
  { file: SETTINGS, name: "chooseTheme", role: "staff", form: () => ({ theme: "dark" }) },
  {
    file: WEBHOOKS,
    name: "add",
    audit: "webhook.create",
    role: "owner",
    form: () => ({
      mode: "live",
      url: "https://localhost:4000/hook",
      description: "",
      "event:order.created": "on",
    }),
  },
  ofEndpoint(
    "edit",
    {
      url: "https://localhost:4001/hook",
      description: "Moved",
      "event:order.delivered": "on",
    },
    "webhook.change",
  ),
  { ...ofEndpoint("switchEndpoint", { enable: "false" }, "webhook.disable"), isDestructive: true },
  { ...ofEndpoint("remove", {}, "webhook.delete"), isDestructive: true },
  ofEndpoint("reveal", { password: PASSWORD }, "webhook.reveal_secret"),
  ofEndpoint("rotate", {}, "webhook.rotate_secret"),
  ofEndpoint("sendTest", { type: "webhook.test" }),
  ofEndpoint("replayMissed", { hours: "24" }),
  {
    file: REQUESTS,
    name: "replay",
    role: "staff",
    form: ({ callId }) => ({ id: callId }),
    foreign: "CALL_NOT_FOUND",
  },
  { file: SANDBOX, name: "run", role: "staff", form: () => ({ scenario: "happy" }) },
  {
    file: WEBHOOKS,
    name: "replay",
    role: "owner",
    form: ({ endpoint }) => ({ mode: "live", id: endpoint.id, delivery: endpoint.deliveryId }),
    foreign: "ENDPOINT_NOT_FOUND",
  },
  {
    file: WEBHOOKS,
    name: "replaySelected",
    role: "owner",
    form: ({ endpoint }) => ({ mode: "live", id: endpoint.id, deliveries: endpoint.deliveryId }),
    foreign: "ENDPOINT_NOT_FOUND",
  },
  {
    ...ofEndpoint("check", { headers: "webhook-signature: v1,wrong", body: "{}" }),
    role: "staff",
  },
];

/** Returns the row of an action on a webhook endpoint. */
function ofEndpoint(name: string, fields: Record<string, string>, audit?: string): ActionRow {
  return {
    file: WEBHOOKS,
    name,
    role: "owner",
    form: ({ endpoint }) => ({ mode: "live", id: endpoint.id, ...fields }),
    foreign: "ENDPOINT_NOT_FOUND",
    ...(audit === undefined ? {} : { audit }),
  };
}

/** A route handler of the dashboard. */
export interface RouteRow {
  /** The address with its parameters in brackets. */
  readonly route: string;
  /** The same URL for this account's things. */
  readonly path: (of: AccountFixture) => string;
  /** Whether the URL names something that belongs to an account. */
  readonly isNaming: boolean;
  /** The body to post; without it the route is read. */
  readonly body?: object;
  /** `owner`: a dispatcher who is a viewer gets a 404. */
  readonly role?: "owner";
  /** The status for an allowed reader: 200 unless the route redirects. */
  readonly status?: number;
}

const PLACE = { latitude: 59.9354, longitude: 30.3254 };
const IMPORTED = { columns: ["phone"], pickup: null, groups: [[["+79161234567"]]], places: {} };

/** One row for each route handler under app/dashboard; the test fails when one is missing. */
export const ROUTES: readonly RouteRow[] = [
  ...["/dashboard/orders/state", "/dashboard/orders/events", "/dashboard/orders/export"].map(anyOnes),
  ...[
    "/dashboard/orders/counts",
    "/dashboard/orders/couriers",
    "/dashboard/open/state",
    "/dashboard/open/events",
  ].map(anyOnes),
  {
    route: "/dashboard/settings/audit/export",
    path: () => "/dashboard/settings/audit/export",
    isNaming: false,
    role: "owner",
  },
  anyOnes("/dashboard/reports/export"),
  {
    route: "/dashboard/statements/[month]/export",
    path: () => `/dashboard/statements/${toMonth(new Date(), "Europe/Moscow")}/export`,
    isNaming: false,
  },
  ...["/dashboard/map/state", "/dashboard/map/events", "/dashboard/map/marks", "/dashboard/find"].map(
    anyOnes,
  ),
  ...["/dashboard/orders/[code]/state", "/dashboard/orders/[code]/events"].map(oneOrders),
  {
    route: "/dashboard/orders/[code]/qr/[token]",
    path: ({ order }) => `/dashboard/orders/${order.code}/qr/${order.trackingToken}`,
    isNaming: true,
  },
  {
    route: "/dashboard/orders/[code]/proof/[file]",
    path: ({ order }) => `/dashboard/orders/${order.code}/proof/${order.photoId}`,
    isNaming: true,
    status: 302,
  },
  {
    route: "/dashboard/map/way",
    path: ({ order }) => `/dashboard/map/way?code=${order.code}`,
    isNaming: true,
  },
  {
    route: "/dashboard/addresses/search",
    path: () => "/dashboard/addresses/search?q=Nevsky",
    isNaming: false,
  },
  {
    route: "/dashboard/new/quote",
    path: () => "/dashboard/new/quote",
    isNaming: false,
    body: { pickup: PLACE, dropoffs: [PLACE] },
  },
  anyOnes("/dashboard/import/template"),
  { ...anyOnes("/dashboard/import/check"), body: IMPORTED },
  {
    ...anyOnes("/dashboard/import/orders"),
    body: { ...IMPORTED, id: randomUUID(), fileName: "orders.csv", header: ["Phone"] },
  },
  ...["/dashboard/import/[id]/state", "/dashboard/import/[id]/rejected"].map(
    (route): RouteRow => ({
      route,
      path: ({ importId }) => route.replace("[id]", importId),
      isNaming: true,
    }),
  ),
];

/** Returns the row of a route with a constant URL and a response about the reader's account. */
function anyOnes(route: string): RouteRow {
  return { route, path: () => route, isNaming: false };
}

function oneOrders(route: string): RouteRow {
  return { route, path: ({ order }) => route.replace("[code]", order.code), isNaming: true };
}
