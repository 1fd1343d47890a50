import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptInvitation } from "@/lib/accounts/accept-invitation";
import { getApprovalState } from "@/lib/accounts/approval";
import { approveAccount, rejectAccount } from "@/lib/accounts/approve-account";
import { getAccount } from "@/lib/accounts/get-account";
import { listAccounts } from "@/lib/accounts/list-accounts";
import { listWaitingAccounts } from "@/lib/accounts/list-waiting-accounts";
import { mailApproval } from "@/lib/accounts/mail-approval";
import { findWaitingAccounts, mailWaitingAccounts } from "@/lib/accounts/mail-waiting-accounts";
import { invitationSecret } from "@/lib/accounts/person-token";
import { signUp } from "@/lib/accounts/sign-up";
import { updateAccount } from "@/lib/accounts/update-account";
import { type AuditAction, withAudit } from "@/lib/audit/call";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import { MINUTE_MS } from "@/lib/duration";
import { openFileStore } from "@/lib/files/open-file-store";
import type { JobKind } from "@/lib/jobs/job";
import type { Locale } from "@/lib/locale/locale";
import { deleteExpiredData } from "@/lib/process/delete-expired-data";
import { LINK_SETTINGS, newEmail, withAccountSide } from "@/testing/account-side";
import { TEST_FILES } from "@/testing/files";
import { type MailReceiver, openMailReceiver, toText } from "@/testing/mail-receiver";
import { type FixedClock, HOME } from "@/testing/shop";
import { makePerson, PASSWORD } from "@/testing/sign-in";

const DAY_MS = 24 * 60 * MINUTE_MS;

let db: Database;
let clock: FixedClock;
let context: Context;
withAccountSide((side) => {
  ({ db, clock, context } = side);
});

let networks = 0;

/** From another network each time unless one is given. */
async function request(
  email: string,
  {
    locale = "en",
    isCustomer = false,
    maxPending = 1_000,
    network,
  }: Partial<Parameters<typeof signUp>[1]> = {},
): Promise<void> {
  networks += 1;
  const from = network ?? `198.51.100.${networks}`;
  const place = { home: HOME, network: from, locale, settings: LINK_SETTINGS };
  await signUp(context, { name: "Flori", email, isCustomer, maxPending, ...place });
}

async function verify(email: string): Promise<string> {
  const token = await db.models.personToken.findFirstOrThrow({ where: { email } });
  const secret = invitationSecret(LINK_SETTINGS.authSecret, token);
  await acceptInvitation(context, { secret, password: PASSWORD });
  return String(token.accountId);
}

async function makeWaiting(locale: Locale = "en"): Promise<{ accountId: string; email: string }> {
  const email = newEmail();
  await request(email, { locale });
  return { accountId: await verify(email), email };
}

const audited = (action: AuditAction, actorId: string): Context =>
  withAudit(context, {
    id: randomUUID(),
    action,
    actorType: "operator",
    actorId,
    sessionId: null,
    network: null,
    agent: null,
    requestId: null,
  });

const listRecords = (accountId: string) =>
  db.models.auditRecord.findMany({
    where: { accountId, action: { in: ["account.approve", "account.reject"] } },
    include: { details: true },
    orderBy: { id: "asc" },
  });
const findState = async (accountId: string) => getApprovalState(await getAccount(db, accountId));
const listJobs = (kind: JobKind, key: string) =>
  db.models.job.findMany({ where: { kind, key: { startsWith: key } } });

async function findOutcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: Error) => error.message,
  );
}

describe("a shop that waits for approval", () => {
  it("is approved once, with the operator in the audit log and a letter in the same transaction", async () => {
    const { accountId } = await makeWaiting();
    expect(await findState(accountId)).toBe("waiting");
    const operator = randomUUID();
    await approveAccount(audited("account.approve", operator), { accountId, seen: "waiting" });
    expect(await findState(accountId)).toBe("approved");
    expect(await listRecords(accountId)).toMatchObject([
      {
        action: "account.approve",
        actorId: operator,
        details: { changes: [{ after: { is_customer: true, approval: null } }] },
      },
    ]);
    expect(await listJobs("mail_approval", accountId)).toHaveLength(1);
    const again = approveAccount(context, { accountId, seen: "waiting" });
    expect(await findOutcome(again)).toBe("ACCOUNT_DECIDED");
    expect(await findOutcome(rejectAccount(context, { accountId, reason: "No" }))).toBe("ACCOUNT_DECIDED");
    expect(await listJobs("mail_approval", accountId)).toHaveLength(1);
  });

  it("is rejected with a reason, and can be approved later", async () => {
    const { accountId } = await makeWaiting();
    const reason = "We deliver only in Porto.";
    await rejectAccount(audited("account.reject", "o-1"), { accountId, reason });
    expect(await getAccount(db, accountId)).toMatchObject({
      isCustomer: false,
      approval: "rejected",
      rejectionReason: reason,
    });
    expect(await listRecords(accountId)).toMatchObject([{ action: "account.reject", actorId: "o-1" }]);
    // An operator whose page still shows that it waits.
    expect(await findOutcome(approveAccount(context, { accountId, seen: "waiting" }))).toBe(
      "ACCOUNT_DECIDED",
    );
    await approveAccount(context, { accountId, seen: "rejected" });
    expect(await getAccount(db, accountId)).toMatchObject({ isCustomer: true, rejectionReason: null });
  });

  it("is decided by one of two operators, and the other gets an error", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { accountId } = await makeWaiting();
      const outcomes = await Promise.all([
        findOutcome(approveAccount(audited("account.approve", "o-1"), { accountId, seen: "waiting" })),
        findOutcome(rejectAccount(audited("account.reject", "o-2"), { accountId, reason: "No" })),
      ]);
      expect([...outcomes].sort()).toEqual(["ACCOUNT_DECIDED", "done"]);
      const isApproved = outcomes[0] === "done";
      expect(await findState(accountId)).toBe(isApproved ? "approved" : "rejected");
      expect((await listRecords(accountId)).map(({ action }) => action)).toEqual([
        isApproved ? "account.approve" : "account.reject",
      ]);
    }
  });

  it("is barred, not waiting again, when an approved shop loses its orders", async () => {
    const { accountId } = await makeWaiting();
    await approveAccount(context, { accountId, seen: "waiting" });
    await updateAccount(db, accountId, { isCustomer: false });
    expect(await findState(accountId)).toBe("barred");
    expect(await findOutcome(approveAccount(context, { accountId, seen: "waiting" }))).toBe(
      "ACCOUNT_DECIDED",
    );
  });

  it("is listed to operators once its email is verified, and not while it is disabled", async () => {
    const before = (await listWaitingAccounts(db)).count;
    const email = newEmail();
    await request(email);
    expect((await listWaitingAccounts(db)).count).toBe(before);
    const accountId = await verify(email);
    expect((await listWaitingAccounts(db)).count).toBe(before + 1);
    const waiting = await listAccounts(db, email, { isWaitingOnly: true });
    expect(waiting.map(({ id }) => id)).toEqual([accountId]);
    await updateAccount(db, accountId, { disabledAt: clock.now() });
    expect((await listWaitingAccounts(db)).count).toBe(before);
    expect(await listAccounts(db, email, { isWaitingOnly: true })).toEqual([]);
  });

  it("waits and is approved by a process of the former release, which knows only is_customer", async () => {
    const id = randomUUID();
    await execute(db)`INSERT INTO accounts (id, name, is_customer) VALUES (${id}::uuid, 'Flori', false)`;
    expect(await findState(id)).toBe("waiting");
    await execute(db)`UPDATE accounts SET is_customer = true WHERE id = ${id}::uuid`;
    expect(await findState(id)).toBe("approved");
    await execute(db)`UPDATE accounts SET is_customer = false WHERE id = ${id}::uuid`;
    expect(await findState(id)).toBe("barred");
  });
});

describe("the letters", () => {
  let receiver: MailReceiver;
  beforeAll(async () => {
    receiver = await openMailReceiver();
  });
  afterAll(() => receiver?.close());

  const settings = () => ({
    mail: { url: receiver.url, from: "mail@example.com" },
    publicUrl: "https://drop.example",
    supportEmail: "help@drop.example",
  });
  const textsTo = (email: string) => receiver.received.filter(({ to }) => to === email).map(toText);

  async function runJobs(kind: "mail_approval" | "mail_waiting_accounts", key = ""): Promise<void> {
    const run = kind === "mail_approval" ? mailApproval(settings()) : mailWaitingAccounts(settings());
    for (const job of await listJobs(kind, key)) {
      await run(context, job.key);
      await db.models.job.deleteMany({ where: { id: job.id } });
    }
  }

  it.each([
    ["en", "is approved. You can order couriers now", "Теперь можно заказывать"],
    ["ru", "Теперь можно заказывать", "is approved"],
  ] as const)("tell a shop that signed up in %s that it is approved", async (locale, text, other) => {
    const { accountId, email } = await makeWaiting(locale);
    await approveAccount(context, { accountId, seen: "waiting" });
    await runJobs("mail_approval", accountId);
    const [letter = "", ...more] = textsTo(email);
    expect(more).toEqual([]);
    expect(letter).toContain(text);
    expect(letter).not.toContain(other);
  });

  it("contain the reason of a rejection and the operators' contact", async () => {
    const { accountId, email } = await makeWaiting("ru");
    await rejectAccount(context, { accountId, reason: "Мы возим только в Порту." });
    await runJobs("mail_approval", accountId);
    const [letter = ""] = textsTo(email);
    expect(letter).toContain("Причина: Мы возим только в Порту.");
    expect(letter).toContain("help@drop.example");
  });

  it("tell what holds when they are sent: a shop that was approved after a rejection gets no rejection", async () => {
    const { accountId, email } = await makeWaiting();
    await rejectAccount(context, { accountId, reason: "A mistake" });
    await approveAccount(context, { accountId, seen: "rejected" });
    await runJobs("mail_approval", accountId);
    expect(textsTo(email)).toHaveLength(1);
    expect(textsTo(email)[0]).toContain("is approved");
  });

  it("tell each operator in their language, once an hour whatever the number of shops", async () => {
    // Shops of earlier tests.
    await db.models.account.updateMany({ where: {}, data: { waitingMailedAt: new Date(0) } });
    const [english, russian, former] = await Promise.all(
      ["en", "ru", "en"].map(async (locale) => {
        const { id, email } = await makePerson(db, null, "owner");
        await db.models.user.update({ where: { id }, data: { locale } });
        return { id, email };
      }),
    );
    await db.models.user.update({ where: { id: former?.id ?? "" }, data: { disabledAt: clock.now() } });
    const tell = async () => {
      await findWaitingAccounts(context, "");
      await runJobs("mail_waiting_accounts");
    };
    const unverified = newEmail();
    await request(unverified);
    await tell();
    expect(textsTo(english?.email ?? "")).toEqual([]);
    await makeWaiting();
    await Promise.all([findWaitingAccounts(context, ""), findWaitingAccounts(context, "")]);
    await tell();
    expect(textsTo(english?.email ?? "")).toHaveLength(1);
    expect(textsTo(english?.email ?? "")[0]).toMatch(/Shops waiting for approval: \d+/);
    expect(textsTo(english?.email ?? "")[0]).toContain("https://drop.example/ops/accounts?state=waiting");
    expect(textsTo(russian?.email ?? "")[0]).toContain("Ждут подтверждения");
    expect(textsTo(russian?.email ?? "")[0]).not.toContain("Shops waiting");
    expect(textsTo(former?.email ?? "")).toEqual([]);
    for (let more = 0; more < 3; more += 1) await makeWaiting();
    clock.advance(59 * MINUTE_MS);
    await tell();
    expect(textsTo(english?.email ?? "")).toHaveLength(1);
    clock.advance(2 * MINUTE_MS);
    await tell();
    await tell();
    expect(textsTo(english?.email ?? "")).toHaveLength(2);
    clock.advance(DAY_MS);
    await tell();
    expect(textsTo(english?.email ?? "")).toHaveLength(2);
  });
});

describe("sign-up", () => {
  it("is closed while too many accounts have an unverified email or wait, also to concurrent visitors", async () => {
    const limit = 3;
    await deleteAll();
    const attempts = Array.from({ length: 6 }, () => findOutcome(request(newEmail(), { maxPending: limit })));
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(limit);
    expect(outcomes.filter((outcome) => outcome === "SIGN_UP_FULL")).toHaveLength(limit);
    const [first] = await db.models.personToken.findMany({ where: { createdById: null } });
    const accountId = await verify(first?.email ?? "");
    // A verified shop still waits.
    expect(await findOutcome(request(newEmail(), { maxPending: limit }))).toBe("SIGN_UP_FULL");
    await approveAccount(context, { accountId, seen: "waiting" });
    expect(await findOutcome(request(newEmail(), { maxPending: limit }))).toBe("done");
  });

  it("counts unverified accounts where no approval is required", async () => {
    await deleteAll();
    const terms = { maxPending: 1, isCustomer: true };
    const email = newEmail();
    await request(email, terms);
    expect(await findOutcome(request(newEmail(), terms))).toBe("SIGN_UP_FULL");
    await verify(email);
    expect(await findOutcome(request(newEmail(), terms))).toBe("done");
  });

  it("is open again after the unverified accounts have expired", async () => {
    await deleteAll();
    await request(newEmail(), { maxPending: 1 });
    clock.advance(9 * DAY_MS);
    await deleteExpiredData(openFileStore(TEST_FILES), { requestLogDays: 30 })(context, "clean_up");
    expect(await findOutcome(request(newEmail(), { maxPending: 1 }))).toBe("done");
  });

  it("takes 20 accounts from one network, then one more each 15 minutes", async () => {
    const network = "203.0.113.99";
    const emails = Array.from({ length: 22 }, newEmail);
    for (const email of emails) await request(email, { network });
    const count = () => db.models.account.count({ where: { email: { in: emails } } });
    expect(await count()).toBe(20);
    clock.advance(15 * MINUTE_MS);
    for (const email of emails.slice(20)) await request(email, { network });
    expect(await count()).toBe(21);
  });

  async function deleteAll(): Promise<void> {
    await db.models.personToken.deleteMany({ where: {} });
    await db.models.account.updateMany({ where: {}, data: { isCustomer: true, approval: null } });
  }
});
