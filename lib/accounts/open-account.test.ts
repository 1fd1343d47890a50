import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { acceptInvitation } from "@/lib/accounts/accept-invitation";
import { getAccount } from "@/lib/accounts/get-account";
import { inviteUser } from "@/lib/accounts/invite-user";
import { listPeople } from "@/lib/accounts/list-people";
import { openAccount } from "@/lib/accounts/open-account";
import { findInvitationById } from "@/lib/accounts/people-store";
import { signUp } from "@/lib/accounts/sign-up";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/db/client";
import { openFileStore } from "@/lib/files/open-file-store";
import { deleteExpiredData } from "@/lib/process/delete-expired-data";
import { LINK_SETTINGS, newEmail, toSecret, withAccountSide } from "@/testing/account-side";
import { TEST_FILES } from "@/testing/files";
import type { FixedClock } from "@/testing/shop";
import { PASSWORD } from "@/testing/sign-in";

const SETTINGS = { ...LINK_SETTINGS, isMailed: true };
const LISBON = { timeZone: "Europe/Lisbon", phoneCountry: "PT" } as const;
const HOME = { ...LISBON, locale: "en" } as const;
/** The columns of an account that is opened there. */
const OPENED = { ...LISBON, messageLocale: "en" };
const OPERATOR = randomUUID();
const DAY_MS = 24 * 60 * 60_000;

let db: Database;
let clock: FixedClock;
let context: Context;
withAccountSide((side) => {
  ({ db, clock, context } = side);
});

const open = (email = newEmail()) =>
  openAccount(context, OPERATOR, { name: "Flori", email, home: HOME, settings: SETTINGS });
const findAccount = (email: string) => db.models.account.findFirst({ where: { email } });

describe("an account that an operator opens", () => {
  it("lets its owner sign up with the invitation link", async () => {
    const { accountId, invitation } = await open();
    const { userId } = await acceptInvitation(context, {
      secret: toSecret(invitation.link),
      password: PASSWORD,
    });
    const { people, invitations } = await listPeople(db, { accountId });
    expect([people, invitations]).toMatchObject([
      [{ id: userId, roles: ["owner"], email: invitation.email }],
      [],
    ]);
    expect(await getAccount(db, accountId)).toMatchObject({ isCustomer: true, ...OPENED });
  });

  it("is not created for the email of an existing user", async () => {
    const { invitation } = await open();
    await acceptInvitation(context, { secret: toSecret(invitation.link), password: PASSWORD });
    const before = await db.models.account.count();
    await expect(open(invitation.email.toUpperCase())).rejects.toThrow("EMAIL_TAKEN");
    expect(await db.models.account.count()).toBe(before);
  });

  it("gets a renewed invitation for 7 more days, which invalidates the earlier link", async () => {
    const { accountId, invitation } = await open();
    clock.advance(8 * DAY_MS);
    const first = { secret: toSecret(invitation.link), password: PASSWORD };
    await expect(acceptInvitation(context, first)).rejects.toThrow("LINK_NOT_FOUND");
    const owner = { roles: ["owner"], invitedById: OPERATOR, settings: SETTINGS } as const;
    const input = { ...owner, accountId, email: invitation.email };
    const renewed = await inviteUser(context, input);
    await expect(acceptInvitation(context, first)).rejects.toThrow("LINK_NOT_FOUND");
    await acceptInvitation(context, { ...first, secret: toSecret(renewed.link) });
    await expect(inviteUser(context, input)).rejects.toThrow("EMAIL_TAKEN");
    await expect(inviteUser(context, { ...input, accountId: randomUUID() })).rejects.toThrow(
      "ACCOUNT_NOT_FOUND",
    );
  });
});

describe("a shop that signs itself up", () => {
  const request = (email: string, isCustomer = true, network = "203.0.113.7") =>
    signUp(context, {
      name: "Flori",
      email,
      isCustomer,
      home: HOME,
      network,
      locale: "en",
      settings: SETTINGS,
      maxPending: 100,
    });

  it("gets a letter in the language of the page on which it signed up", async () => {
    const [email, invited] = [newEmail(), newEmail()];
    await request(email);
    await open(invited);
    const findInvitation = async (address: string) => {
      const token = await db.models.personToken.findFirst({ where: { email: address } });
      return findInvitationById(db, token?.id ?? "", clock.now());
    };
    expect(await findInvitation(email)).toMatchObject({ locale: "en", inviter: null });
    expect(await findInvitation(invited)).toMatchObject({ locale: null });
  });

  it("gets one account and one emailed link for repeated requests", async () => {
    const email = newEmail();
    await request(email);
    await request(email);
    expect(await db.models.account.count({ where: { email } })).toBe(1);
    const account = await findAccount(email);
    expect(account).toMatchObject(OPENED);
    const { invitations } = await listPeople(db, { accountId: account?.id ?? "" });
    expect(invitations).toMatchObject([{ email, roles: ["owner"] }]);
    const jobs = await db.models.job.findMany({
      where: { kind: "mail_invitation", key: invitations[0]?.id ?? "" },
    });
    expect(jobs).toHaveLength(1);
  });

  it("cannot place orders before approval where approval is required", async () => {
    const email = newEmail();
    await request(email, false);
    expect(await findAccount(email)).toMatchObject({ isCustomer: false });
  });

  it("creates no account for the email of an existing user", async () => {
    const { invitation } = await open();
    await acceptInvitation(context, { secret: toSecret(invitation.link), password: PASSWORD });
    const before = await db.models.account.count();
    await request(invitation.email);
    expect(await db.models.account.count()).toBe(before);
  });

  it("gets no further invitation after 7 requests for one email from one network", async () => {
    const email = newEmail();
    for (let index = 0; index < 7; index += 1) await request(email);
    const mailed = await db.models.personToken.findFirst({ where: { email } });
    clock.advance(1_000);
    await request(email);
    expect(await db.models.personToken.findFirst({ where: { email } })).toEqual(mailed);
  });

  it("loses an account with an unverified email, unlike one opened by an operator", async () => {
    const [signedUp, opened] = [newEmail(), newEmail()];
    await request(signedUp);
    await open(opened);
    clock.advance(60 * DAY_MS);
    await deleteExpiredData(openFileStore(TEST_FILES), { requestLogDays: 30 })(context, "clean_up");
    expect(await findAccount(signedUp)).toBeNull();
    expect(await findAccount(opened)).not.toBeNull();
  });
});
