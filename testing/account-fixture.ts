import { randomBytes, randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { type AccountScope, mintScope } from "@/lib/account-scope";
import { hashPassword } from "@/lib/accounts/password";
import type { Database } from "@/lib/db/client";
import type { Role } from "@/lib/db/generated/enums";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { createOrder } from "@/lib/orders/create-order";
import { draftFromDetails, type OrderDraft } from "@/lib/orders/form/draft";
import { saveTemplate } from "@/lib/orders/form/save-template";
import { requestHash } from "@/lib/orders/request-hash";
import { saveAddress } from "@/lib/orders/saved-addresses/save-address";
import { detailsFromBody } from "@/lib/orders/schema";
import { sendTestEvent } from "@/lib/webhooks/send-test-event";
import { orderBody } from "@/testing/api-client";
import { loggedCalls, writeCalls } from "@/testing/request-log";
import { addKey, type CourierSide, makeClient } from "@/testing/shop";
import { AUTH, PASSWORD, type SessionCookie, type TestRole, toRoles } from "@/testing/sign-in";
import type { TestContext } from "@/testing/stage";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

/** A user with a session. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
}

/** An account with one of everything that a form or a URL can name. */
export interface AccountFixture {
  readonly accountId: string;
  readonly scope: AccountScope;
  readonly owner: Member;
  readonly staff: Member;
  /** The staff user's session in another browser. */
  readonly otherSessionId: string;
  readonly keyId: string;
  /** A logged call of the live key; the account also has a test key. */
  readonly callId: string;
  readonly invitationId: string;
  /** A passkey of the account's staff user. */
  readonly passkeyId: string;
  readonly addressId: string;
  readonly templateId: string;
  readonly importId: string;
  /** A webhook endpoint, with a test delivery. */
  readonly endpoint: { readonly id: string; readonly deliveryId: string };
  readonly order: {
    readonly id: string;
    readonly code: string;
    readonly trackingToken: string;
    /** A photo without stored bytes. */
    readonly photoId: string;
    /** The version with which a form opens it for an edit. */
    readonly version: string;
    readonly draft: OrderDraft;
  };
  /** An order that a courier could not hand over, so that the account must decide. */
  readonly asked: { readonly code: string };
  /** A cancelled order. */
  readonly ended: { readonly code: string };
  /** A test mode order. */
  readonly sandboxOrder: { readonly code: string };
}

let members = 0;
let passwordHash: Promise<string> | undefined;

/** Creates a user who can sign in with `PASSWORD`, and a session. */
export async function makeMember(db: Database, accountId: string | null, role: TestRole): Promise<Member> {
  members += 1;
  passwordHash ??= hashPassword(PASSWORD);
  const email = `member-${process.pid}-${members}@example.com`;
  const { id } = await db.models.user.create({
    data: { accountId, email, roles: toRoles(role), passwordHash: await passwordHash },
  });
  return { id, email, cookie: await makeCookie(db, id) };
}

/** Creates a user of an account, with a session in the form that a browser context takes. */
export async function createSignedInContext(
  { db, server, shop }: TestContext,
  role: TestRole,
  accountId: string | null = shop.accountId,
): Promise<{ id: string; email: string; session: SessionCookie }> {
  const { id, email, cookie } = await makeMember(db, accountId, role);
  const [name = "", value = ""] = cookie.split("=");
  return { id, email, session: { name, value, domain: new URL(server.baseUrl).hostname, path: "/" } };
}

/** Begins a session that began, and was last used, this many milliseconds ago, and returns its cookie. */
export async function makeCookie(
  db: Database,
  userId: string,
  { signedInAgo = 0, usedAgo = 0, secret = AUTH.AUTH_SECRET as string, maxAge = 3_600 } = {},
): Promise<string> {
  const now = Date.now();
  const token = { sessionId: randomUUID(), signedInAt: now - signedInAgo, usedAt: now - usedAgo };
  await db.models.userSession.create({
    data: {
      id: token.sessionId,
      userId,
      signedInAt: new Date(token.signedInAt),
      usedAt: new Date(token.usedAt),
      network: "127.0.0.1",
      agent: "",
      wayIn: "password",
    },
  });
  return `dropline-session=${await encode({ token, secret, maxAge })}`;
}

/** Stores a passkey that no device has for a user, and returns its identifier. */
export async function storePasskey(db: Database, userId: string): Promise<string> {
  const { id } = await db.models.passkey.create({
    data: {
      userId,
      credentialId: new Uint8Array(randomBytes(16)),
      publicKey: new Uint8Array(randomBytes(77)),
      counter: 0,
      transports: [],
      name: "Phone",
      createdAt: new Date(),
    },
  });
  return id;
}

/** Creates the account without the API, whose requests write to the database with a delay. */
export async function makeAccountFixture(db: Database, couriers: CourierSide): Promise<AccountFixture> {
  const client = await makeClient(db);
  const { accountId, scope, keyId } = client;
  await addKey(db, accountId, "test");
  await writeCalls(db, client, [{ path: "/v1/partner/ping" }]);
  const [logged] = await loggedCalls(db, { accountId });
  const owner = await makeMember(db, accountId, "owner");
  const staff = await makeMember(db, accountId, "staff");
  await makeCookie(db, staff.id, { signedInAgo: 60_000 });
  const other = await db.models.userSession.findFirstOrThrow({
    where: { userId: staff.id },
    orderBy: { signedInAt: "asc" },
  });
  const body = orderBody();
  const { order } = await createOrder(couriers.context, scope, { body });
  const details = detailsFromBody(body);
  const photoId = await addPhoto(db, scope, order.orderCode);
  const requested = await makeAsked(db, couriers, scope);
  const test = { body: orderBody() };
  const ended = await createOrder(couriers.context, scope, { body: orderBody() });
  await cancelOrder(couriers.context, scope, { externalOrderId: ended.order.externalOrderId });
  const sandboxOrder = await createOrder(couriers.context, mintScope(accountId, "test"), test);
  const address = await saveAddress(
    couriers.context,
    { accountId },
    { name: "The shop", stop: details.pickup },
  );
  const draft = draftFromDetails(details, order.externalOrderId);
  const template = await saveTemplate(couriers.context, { accountId }, { name: "Fridays", draft });
  const invitation = await db.models.personToken.create({
    data: { ...buildInvitation(), accountId, createdById: owner.id },
  });
  const passkeyId = await storePasskey(db, staff.id);
  const importId = randomUUID();
  const createdAt = new Date();
  const file = { fileName: "orders.csv", header: ["Address"], total: 1, groups: [[["Secret street 1"]]] };
  await db.models.import.create({ data: { id: importId, accountId, mode: "live", ...file, createdAt } });
  const webhooks = testWebhooks(db);
  const { endpoint } = await addEndpoint(webhooks, scope, "https://localhost:4000/");
  const deliveryId = await sendTestEvent(webhooks, scope, { endpointId: endpoint.id, type: "webhook.test" });
  return {
    accountId,
    scope,
    owner,
    staff,
    otherSessionId: other.id,
    keyId,
    callId: String(logged?.id),
    invitationId: invitation.id,
    passkeyId,
    addressId: address.id,
    templateId: template.id,
    importId,
    endpoint: { id: endpoint.id, deliveryId: String(deliveryId) },
    order: {
      id: order.externalOrderId,
      code: order.orderCode,
      trackingToken: order.trackingToken ?? "",
      photoId,
      version: requestHash(details),
      draft,
    },
    asked: requested,
    ended: { code: ended.order.orderCode },
    sandboxOrder: { code: sandboxOrder.order.orderCode },
  };
}

function buildInvitation() {
  const createdAt = new Date();
  return {
    kind: "invitation",
    tokenHash: new Uint8Array(Buffer.from(randomUUID().replaceAll("-", "").repeat(2), "hex")),
    email: `invited-${randomUUID()}@example.com`,
    roles: ["dispatcher"] as Role[],
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 86_400_000),
  } as const;
}

/** Invites an operator, and returns the identifier of the invitation. */
export async function makeOperatorInvitation(db: Database): Promise<string> {
  return (await db.models.personToken.create({ data: buildInvitation() })).id;
}

/** Creates an order that a courier has just reported as impossible to hand over. */
async function makeAsked(
  db: Database,
  couriers: CourierSide,
  scope: AccountScope,
): Promise<AccountFixture["asked"]> {
  const { order } = await createOrder(couriers.context, scope, { body: orderBody() });
  await couriers.lead(scope, order.externalOrderId, "in_progress");
  const at = new Date();
  await db.models.orderStop.updateMany({
    where: { order: { orderCode: order.orderCode }, position: 1 },
    data: {
      arrivedAt: at,
      failedAt: at,
      failureCode: "refused",
      attempts: 1,
      resolution: "ask",
      answerUntil: new Date(at.getTime() + 3_600_000),
    },
  });
  return { code: order.orderCode };
}

async function addPhoto(db: Database, { accountId, mode }: AccountScope, orderCode: string): Promise<string> {
  const { id: orderId } = await db.models.order.findUniqueOrThrow({ where: { orderCode } });
  const [id, courierId, at] = [randomUUID(), randomUUID(), new Date()];
  await db.models.proofFile.create({
    data: {
      id,
      orderId,
      position: 1,
      accountId,
      mode,
      courierId,
      kind: "photo",
      objectKey: `proofs/${id}.webp`,
      bytes: 1,
      takenAt: at,
      receivedAt: at,
    },
  });
  return id;
}
