import { describe, expect, it } from "vitest";
import { acceptInvitation } from "@/lib/accounts/accept-invitation";
import { changePassword } from "@/lib/accounts/change-password";
import { changeRoles } from "@/lib/accounts/change-roles";
import { type AccountMember, asAccountMember, asOperator, checkSession } from "@/lib/accounts/check-session";
import { createAccount } from "@/lib/accounts/create-account";
import { createUser } from "@/lib/accounts/create-user";
import { disablePerson } from "@/lib/accounts/disable-person";
import { disableUser } from "@/lib/accounts/disable-user";
import { findEmailLink } from "@/lib/accounts/find-email-link";
import { invitePerson, renewInvitation, revokeInvitation } from "@/lib/accounts/invite-person";
import { issueResetLink } from "@/lib/accounts/issue-reset-link";
import { listPeople } from "@/lib/accounts/list-people";
import { requestReset } from "@/lib/accounts/request-reset";
import { resetPassword } from "@/lib/accounts/reset-password";
import type { Session } from "@/lib/accounts/session";
import { signIn } from "@/lib/accounts/sign-in";
import { updateAccount } from "@/lib/accounts/update-account";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/db/client";
import type { Role } from "@/lib/db/generated/enums";
import { openFileStore } from "@/lib/files/open-file-store";
import { deleteExpiredData } from "@/lib/process/delete-expired-data";
import { newEmail, LINK_SETTINGS as SETTINGS, toSecret, withAccountSide } from "@/testing/account-side";
import { TEST_FILES } from "@/testing/files";
import { readSession } from "@/testing/session";
import { type FixedClock, HOME } from "@/testing/shop";
import { PASSWORD } from "@/testing/sign-in";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

describe("an account's people", () => {
  let db: Database;
  let clock: FixedClock;
  let context: Context;
  const sessions = new Map<string, Session>();

  withAccountSide((side) => {
    ({ db, clock, context } = side);
  });

  const newAccount = async () => {
    return (await createAccount(db, { email: newEmail(), name: "Shop", home: HOME })).id;
  };
  const join = async (accountId: string, role: Role): Promise<AccountMember> => {
    const email = newEmail();
    const user = await createUser(db, { accountId, email, password: PASSWORD, roles: [role] });
    const session = await readSession(context, { userId: user.id, passwordHash: user.passwordHash });
    const staff = asAccountMember(await checkSession(db, session));
    if (staff === null) throw new Error("not of an account");
    sessions.set(staff.userId, session);
    return staff;
  };
  const firstSession = (staff: AccountMember) => sessions.get(staff.userId) ?? null;
  const newOwner = async () => join(await newAccount(), "owner");
  const enter = async (email: string, password: string) =>
    (await signIn(context, { email, password, network: "192.0.2.1" })).entrant;
  const readRoles = async (staff: AccountMember) =>
    (await db.models.user.findUniqueOrThrow({ where: { id: staff.userId } })).roles;

  describe("an invitation", () => {
    it("works once, with the invited address and role", async () => {
      const owner = await newOwner();
      const email = newEmail();
      const { link } = await invitePerson(context, owner, {
        email: ` ${email.toUpperCase()} `,
        roles: ["dispatcher"],
        settings: SETTINGS,
      });
      expect(link).toMatch(/^http:\/\/localhost:3000\/join\/[A-Za-z0-9_-]{43}$/);
      expect(await findEmailLink(context, "invitation", toSecret(link))).toMatchObject({
        email,
        roles: ["dispatcher"],
      });
      expect(await findEmailLink(context, "password_reset", toSecret(link))).toBeNull();
      const input = { secret: toSecret(link), password: "my own password" };
      const entrant = await acceptInvitation(context, input);
      expect(await checkSession(db, await readSession(context, entrant))).toMatchObject({
        email,
        roles: ["dispatcher"],
        accountId: owner.accountId,
      });
      expect(await enter(email, "my own password")).toMatchObject({ userId: entrant.userId });
      await expect(acceptInvitation(context, input)).rejects.toThrow("LINK_NOT_FOUND");
      expect((await listPeople(db, owner)).invitations).toEqual([]);
    });

    it("is accepted for only one of ten concurrent uses", async () => {
      const owner = await newOwner();
      const { link } = await invitePerson(context, owner, {
        email: newEmail(),
        roles: ["owner"],
        settings: SETTINGS,
      });
      const tries = await Promise.allSettled(
        Array.from({ length: 10 }, (_, index) =>
          acceptInvitation(context, { secret: toSecret(link), password: `password number ${index}` }),
        ),
      );
      expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect((await listPeople(db, owner)).people).toHaveLength(2);
    });

    it("does not store its secret", async () => {
      const owner = await newOwner();
      const { link } = await invitePerson(context, owner, {
        email: newEmail(),
        roles: ["dispatcher"],
        settings: {
          ...SETTINGS,
          isMailed: true,
        },
      });
      const { invitations } = await listPeople(db, owner);
      const rows = JSON.stringify([
        await db.models.personToken.findMany({ where: { accountId: owner.accountId } }),
        (await db.models.job.findMany()).map(({ kind, key }) => ({ kind, key })),
      ]);
      expect(rows).toContain(String(invitations[0]?.id));
      expect(rows).not.toContain(toSecret(link));
    });

    it("ends when it expires, is revoked, is renewed, is repeated or its account is disabled", async () => {
      const owner = await newOwner();
      const email = newEmail();
      const invite = () => invitePerson(context, owner, { email, roles: ["dispatcher"], settings: SETTINGS });
      const works = async (link: string) =>
        (await findEmailLink(context, "invitation", toSecret(link))) !== null;
      const [first] = [await invite()];
      clock.advance(7 * DAY_MS - 1);
      expect(await works(first.link)).toBe(true);
      clock.advance(1);
      expect(await works(first.link)).toBe(false);
      await expect(
        acceptInvitation(context, { secret: toSecret(first.link), password: PASSWORD }),
      ).rejects.toThrow("LINK_NOT_FOUND");

      const [open] = (await listPeople(db, owner)).invitations;
      const second = await renewInvitation(context, owner, {
        invitationId: String(open?.id),
        settings: SETTINGS,
      });
      expect([await works(first.link), await works(second.link)]).toEqual([false, true]);
      clock.advance(1);
      const third = await invite();
      expect([await works(second.link), await works(third.link)]).toEqual([false, true]);
      expect((await listPeople(db, owner)).invitations).toHaveLength(1);

      await updateAccount(db, owner.accountId, { disabledAt: clock.now() });
      expect(await works(third.link)).toBe(false);
      await updateAccount(db, owner.accountId, { disabledAt: null });
      const [last] = (await listPeople(db, owner)).invitations;
      await revokeInvitation(context, owner, String(last?.id));
      expect(await works(third.link)).toBe(false);
    });

    it("does not change an existing user with the same email", async () => {
      const owner = await newOwner();
      const [stranger, colleague] = [await newOwner(), await join(owner.accountId, "dispatcher")];
      await expect(
        invitePerson(context, owner, { email: colleague.email, roles: ["owner"], settings: SETTINGS }),
      ).rejects.toThrow("EMAIL_TAKEN");
      const before = await db.models.user.findUniqueOrThrow({ where: { id: stranger.userId } });
      const { link } = await invitePerson(context, owner, {
        email: stranger.email,
        roles: ["dispatcher"],
        settings: SETTINGS,
      });
      await expect(
        acceptInvitation(context, { secret: toSecret(link), password: "a stolen account" }),
      ).rejects.toThrow("EMAIL_TAKEN");
      expect(await db.models.user.findUniqueOrThrow({ where: { id: stranger.userId } })).toEqual(before);
    });

    it("is rejected when the account already has 50 open invitations", async () => {
      const owner = await newOwner();
      const invite = (email: string) =>
        invitePerson(context, owner, { email, roles: ["dispatcher"], settings: SETTINGS });
      const first = newEmail();
      await invite(first);
      for (let made = 1; made < 50; made += 1) await invite(newEmail());
      await expect(invite(newEmail())).rejects.toThrow("TOO_MANY_INVITATIONS");
      await expect(invite(first)).resolves.toMatchObject({ email: first });
    });

    it("stops working when its issuer is no longer an owner", async () => {
      const owner = await newOwner();
      const [leaving, demoted] = [await join(owner.accountId, "owner"), await join(owner.accountId, "owner")];
      const links = [
        await invitePerson(context, leaving, { email: newEmail(), roles: ["owner"], settings: SETTINGS }),
        await invitePerson(context, demoted, { email: newEmail(), roles: ["owner"], settings: SETTINGS }),
      ];
      await disablePerson(context, owner, { personId: leaving.userId, isDisabled: true });
      await changeRoles(context, owner, { personId: demoted.userId, roles: ["dispatcher"] });
      for (const { link } of links)
        expect(await findEmailLink(context, "invitation", toSecret(link))).toBeNull();
      await expect(
        invitePerson(context, leaving, { email: newEmail(), roles: ["owner"], settings: SETTINGS }),
      ).rejects.toThrow("PERMISSION_DENIED");
    });
  });

  describe("an owner", () => {
    it("cannot be demoted as the last owner and cannot disable themselves", async () => {
      const owner = await newOwner();
      await expect(
        changeRoles(context, owner, { personId: owner.userId, roles: ["dispatcher"] }),
      ).rejects.toThrow("LAST_OWNER");
      await expect(
        disablePerson(context, owner, { personId: owner.userId, isDisabled: true }),
      ).rejects.toThrow("OWN_ACCESS");
      const disabled = await join(owner.accountId, "owner");
      await disablePerson(context, owner, { personId: disabled.userId, isDisabled: true });
      await expect(
        changeRoles(context, owner, { personId: owner.userId, roles: ["dispatcher"] }),
      ).rejects.toThrow("LAST_OWNER");
      const second = await join(owner.accountId, "owner");
      await changeRoles(context, owner, { personId: owner.userId, roles: ["dispatcher"] });
      expect(await readRoles(owner)).toEqual(["dispatcher"]);
      await expect(
        changeRoles(context, second, { personId: second.userId, roles: ["dispatcher"] }),
      ).rejects.toThrow("LAST_OWNER");
    });

    it("remains when two owners demote or disable each other concurrently", async () => {
      for (let round = 0; round < 8; round += 1) {
        const first = await newOwner();
        const second = await join(first.accountId, "owner");
        const tries = await Promise.allSettled(
          round % 2 === 0
            ? [
                changeRoles(context, first, { personId: second.userId, roles: ["dispatcher"] }),
                changeRoles(context, second, { personId: first.userId, roles: ["dispatcher"] }),
              ]
            : [
                disablePerson(context, first, { personId: second.userId, isDisabled: true }),
                disablePerson(context, second, { personId: first.userId, isDisabled: true }),
              ],
        );
        expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        const active = { accountId: first.accountId, roles: { has: "owner" }, disabledAt: null } as const;
        expect(await db.models.user.count({ where: active })).toBe(1);
      }
    });

    it("cannot change people or invitations of another account", async () => {
      const [owner, stranger] = [await newOwner(), await newOwner()];
      await expect(
        changeRoles(context, owner, { personId: stranger.userId, roles: ["dispatcher"] }),
      ).rejects.toThrow("PERSON_NOT_FOUND");
      await expect(
        disablePerson(context, owner, { personId: stranger.userId, isDisabled: true }),
      ).rejects.toThrow("PERSON_NOT_FOUND");
      await invitePerson(context, stranger, { email: newEmail(), roles: ["dispatcher"], settings: SETTINGS });
      const [theirs] = (await listPeople(db, stranger)).invitations;
      const id = String(theirs?.id);
      await expect(revokeInvitation(context, owner, id)).rejects.toThrow("INVITATION_NOT_FOUND");
      await expect(renewInvitation(context, owner, { invitationId: id, settings: SETTINGS })).rejects.toThrow(
        "INVITATION_NOT_FOUND",
      );
      expect((await listPeople(db, stranger)).invitations).toHaveLength(1);
    });

    it("has permissions that staff do not have", async () => {
      const owner = await newOwner();
      const staff = await join(owner.accountId, "dispatcher");
      for (const attempt of [
        () => changeRoles(context, staff, { personId: staff.userId, roles: ["owner"] }),
        () => disablePerson(context, staff, { personId: owner.userId, isDisabled: true }),
        () => invitePerson(context, staff, { email: newEmail(), roles: ["owner"], settings: SETTINGS }),
      ]) {
        await expect(attempt()).rejects.toThrow("PERMISSION_DENIED");
      }
    });
  });

  describe("roles", () => {
    it("are granted, changed and taken only by people with all permissions of theirs", async () => {
      const owner = await newOwner();
      const { accountId } = owner;
      const manager = await join(accountId, "manager");
      const developer = await join(accountId, "developer");
      const viewer = await join(accountId, "viewer");
      const change = (personId: string, ...roles: Role[]) =>
        changeRoles(context, manager, { personId, roles });
      for (const attempt of [
        () => change(owner.userId, "viewer"),
        () => change(developer.userId, "viewer"),
        () => change(viewer.userId, "owner"),
        () => change(manager.userId, "manager", "developer"),
        () => disablePerson(context, manager, { personId: owner.userId, isDisabled: true }),
        () => disablePerson(context, manager, { personId: developer.userId, isDisabled: true }),
        () =>
          invitePerson(context, manager, {
            email: newEmail(),
            roles: ["viewer", "owner"],
            settings: SETTINGS,
          }),
      ]) {
        await expect(attempt()).rejects.toThrow("PERMISSION_DENIED");
      }
      await change(viewer.userId, "dispatcher", "finance");
      expect(await readRoles(viewer)).toEqual(["dispatcher", "finance"]);
      await disablePerson(context, manager, { personId: viewer.userId, isDisabled: true });
      await invitePerson(context, manager, { email: newEmail(), roles: ["manager"], settings: SETTINGS });
      expect((await listPeople(db, owner)).invitations).toHaveLength(1);
      // The invitations of a person who loses a permission end.
      await changeRoles(context, owner, { personId: manager.userId, roles: ["dispatcher"] });
      expect((await listPeople(db, owner)).invitations).toEqual([]);
    });

    it("apply to sessions at once", async () => {
      const owner = await newOwner();
      const finance = await join(owner.accountId, "finance");
      await changeRoles(context, owner, { personId: finance.userId, roles: ["viewer", "developer"] });
      expect(await checkSession(db, firstSession(finance))).toMatchObject({ roles: ["viewer", "developer"] });
    });

    it("keep one owner of an account, and one of the service", async () => {
      const operators = () => db.models.user.count({ where: { accountId: null } });
      expect(await operators()).toBe(0);
      const joinService = async (role: Role) => {
        const email = newEmail();
        const user = await createUser(db, { accountId: null, email, password: PASSWORD, roles: [role] });
        const session = await readSession(context, { userId: user.id, passwordHash: user.passwordHash });
        const operator = asOperator(await checkSession(db, session));
        if (operator === null) throw new Error("not an operator");
        return operator;
      };
      const [first, dispatcher] = [await joinService("owner"), await joinService("dispatcher")];
      const leave = () => changeRoles(context, first, { personId: first.userId, roles: ["support"] });
      await expect(leave()).rejects.toThrow("LAST_OWNER");
      await expect(
        invitePerson(context, dispatcher, { email: newEmail(), roles: ["dispatcher"], settings: SETTINGS }),
      ).rejects.toThrow("PERMISSION_DENIED");
      const email = newEmail();
      const invite = (locale: "en" | "ru") =>
        invitePerson(context, first, { email, roles: ["owner"], locale, settings: SETTINGS });
      await invite("en");
      const { link } = await invite("ru");
      expect((await listPeople(db, first)).invitations).toHaveLength(1);
      await acceptInvitation(context, { secret: toSecret(link), password: PASSWORD });
      await leave();
      expect((await listPeople(db, first)).people.map(({ roles }) => roles)).toEqual([
        ["support"],
        ["dispatcher"],
        ["owner"],
      ]);
      // An account's owner is no operator, and an operator no person of an account.
      const owner = await newOwner();
      for (const personId of [first.userId, dispatcher.userId]) {
        const change = changeRoles(context, owner, { personId, roles: ["viewer"] });
        await expect(change).rejects.toThrow("PERSON_NOT_FOUND");
      }
    });

    it("are kept in step with those that processes of the former release read and write", async () => {
      const owner = await newOwner();
      const { accountId } = owner;
      const former = (await db.models.user.create({
        data: { accountId, email: newEmail(), passwordHash: "x", role: "staff" },
      })) satisfies { roles: Role[] };
      expect(former.roles).toEqual(["dispatcher", "viewer"]);
      const write = async (data: { role?: "owner" | "staff"; roles?: Role[] }) => {
        const { role, roles } = await db.models.user.update({ where: { id: former.id }, data });
        return [role, roles];
      };
      expect(await write({ role: "owner" })).toEqual(["owner", ["owner"]]);
      expect(await write({ role: "staff" })).toEqual(["staff", ["dispatcher", "viewer"]]);
      expect(await write({ roles: ["finance"] })).toEqual(["staff", ["finance"]]);
      expect(await write({ roles: ["owner", "finance"] })).toEqual(["owner", ["owner", "finance"]]);
      await expect(write({ roles: ["support"] })).rejects.toThrow("roles_fit_account");
      const tokens = () =>
        db.models.personToken.findMany({ where: { accountId }, select: { role: true, roles: true } });
      await invitePerson(context, owner, { email: newEmail(), roles: ["viewer"], settings: SETTINGS });
      // Unknown to the former release, whose page would make them staff.
      expect(await tokens()).toEqual([{ role: null, roles: ["viewer"] }]);
      await db.models.personToken.updateMany({ where: { accountId }, data: { role: "staff", roles: [] } });
      expect(await tokens()).toEqual([{ role: "staff", roles: ["dispatcher", "viewer"] }]);
    });
  });

  it("includes a disabled person again only after enabling and a new sign-in", async () => {
    const owner = await newOwner();
    const staff = await join(owner.accountId, "dispatcher");
    const session = firstSession(staff);
    expect(await checkSession(db, session)).not.toBeNull();
    await disablePerson(context, owner, { personId: staff.userId, isDisabled: true });
    expect(await checkSession(db, session)).toBeNull();
    expect(await enter(staff.email, PASSWORD)).toBeNull();
    await disablePerson(context, owner, { personId: staff.userId, isDisabled: false });
    // An earlier session does not come back to life.
    expect(await checkSession(db, session)).toBeNull();
    expect(await enter(staff.email, PASSWORD)).not.toBeNull();
  });

  describe("a password", () => {
    it("can be changed with the current password, which ends all other sessions", async () => {
      const staff = await newOwner();
      await expect(
        changePassword(context, staff, { present: "a wrong password", next: "another one entirely" }),
      ).rejects.toThrow("PASSWORD_WRONG");
      const entrant = await changePassword(context, staff, {
        present: PASSWORD,
        next: "another one entirely",
      });
      expect(await checkSession(db, firstSession(staff))).toBeNull();
      expect(await checkSession(db, await readSession(context, entrant))).not.toBeNull();
      expect(await enter(staff.email, "another one entirely")).not.toBeNull();
    });

    it("has limited guesses during a change, separate from the attempts at sign-in", async () => {
      const [staff, robbed] = [await newOwner(), await newOwner()];
      for (let round = 0; round < 9; round += 1) expect(await enter(staff.email, "wrong")).toBeNull();
      const right = { present: PASSWORD, next: "another one entirely" };
      await expect(changePassword(context, staff, right)).resolves.toMatchObject({ userId: staff.userId });
      const guess = () =>
        changePassword(context, robbed, { present: "a wrong password", next: "mine from now on" });
      for (let round = 0; round < 5; round += 1) await expect(guess()).rejects.toThrow("PASSWORD_WRONG");
      // The sixth must wait, right or wrong, and reads the same.
      await expect(changePassword(context, robbed, right)).rejects.toThrow("PASSWORD_WRONG");
      clock.advance(30_000);
      await expect(changePassword(context, robbed, right)).resolves.toMatchObject({ userId: robbed.userId });
    });

    it("accepts only one of two concurrent changes", async () => {
      const staff = await newOwner();
      const tries = await Promise.allSettled(
        ["first new password", "second new password"].map((next) =>
          changePassword(context, staff, { present: PASSWORD, next }),
        ),
      );
      expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });
  });

  describe("a password reset link", () => {
    it("works once within an hour and ends all sessions", async () => {
      const staff = await newOwner();
      const { link, expiresAt } = await issueResetLink(context, staff.email.toUpperCase());
      expect(expiresAt.getTime() - clock.now().getTime()).toBe(HOUR_MS);
      clock.advance(HOUR_MS - 1);
      const input = { secret: toSecret(link), password: "another one entirely" };
      const tries = await Promise.allSettled(Array.from({ length: 5 }, () => resetPassword(context, input)));
      expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await checkSession(db, firstSession(staff))).toBeNull();
      expect(await enter(staff.email, "another one entirely")).not.toBeNull();
      await expect(resetPassword(context, input)).rejects.toThrow("LINK_NOT_FOUND");
    });

    it("ends after an hour, with the next link, with a password change or when the user is disabled", async () => {
      const owner = await newOwner();
      const staff = await join(owner.accountId, "dispatcher");
      const works = async (link: string) =>
        (await findEmailLink(context, "password_reset", toSecret(link))) !== null;
      const issue = async () => (await issueResetLink(context, staff.email)).link;
      const first = await issue();
      const second = await issue();
      expect([await works(first), await works(second)]).toEqual([false, true]);
      clock.advance(HOUR_MS);
      expect(await works(second)).toBe(false);
      const third = await issue();
      await changePassword(context, staff, { present: PASSWORD, next: "another one entirely" });
      expect(await works(third)).toBe(false);
      const fourth = await issue();
      await disablePerson(context, owner, { personId: staff.userId, isDisabled: true });
      await disablePerson(context, owner, { personId: staff.userId, isDisabled: false });
      expect(await works(fourth)).toBe(false);
      await disableUser(context, staff.email, true);
      await expect(issueResetLink(context, staff.email)).rejects.toThrow("PERSON_NOT_FOUND");
    });

    it("can be requested for any email without revealing users, a limited number of times per network", async () => {
      const staff = await newOwner();
      const kinds = () => db.models.job.count({ where: { kind: "mail_reset", finishedAt: null } });
      const before = await kinds();
      await requestReset(context, staff.email, "192.0.2.1");
      expect(await db.models.job.count({ where: { kind: "mail_reset", key: staff.userId } })).toBe(1);
      const unknown = newEmail();
      await requestReset(context, unknown, "192.0.2.1");
      expect(await kinds()).toBe(before + 2);
      expect(JSON.stringify((await db.models.job.findMany()).map(({ key }) => key))).not.toContain(unknown);
      await db.models.job.deleteMany({ where: { kind: "mail_reset" } });
      for (let more = 0; more < 8; more += 1) {
        await requestReset(context, staff.email, "192.0.2.1");
        await db.models.job.deleteMany({ where: { kind: "mail_reset" } });
      }
      await requestReset(context, staff.email, "192.0.2.1");
      expect(await kinds()).toBe(0);
      // One network's requests do not block another's.
      await requestReset(context, staff.email, "192.0.2.2");
      expect(await kinds()).toBe(1);
    });
  });

  it("lose expired links and sign-in attempts a day later, but nothing that is still valid", async () => {
    const owner = await newOwner();
    await db.models.personToken.deleteMany();
    await invitePerson(context, owner, { email: newEmail(), roles: ["dispatcher"], settings: SETTINGS });
    await issueResetLink(context, owner.email);
    await enter(newEmail(), "wrong");
    clock.advance(DAY_MS + HOUR_MS);
    const deleteExpired = deleteExpiredData(openFileStore(TEST_FILES), { requestLogDays: 30 });
    await deleteExpired(context, "");
    expect(await db.models.personToken.count()).toBe(2);
    clock.advance(1);
    await deleteExpired(context, "");
    expect(await db.models.personToken.findMany({ select: { kind: true } })).toEqual([
      { kind: "invitation" },
    ]);
    expect(await db.models.signInAttempt.count()).toBe(0);
    expect(await db.models.userSession.count()).toBeGreaterThan(0);
    clock.advance(8 * DAY_MS);
    await deleteExpired(context, "");
    expect(await db.models.personToken.count()).toBe(0);
    clock.advance(22 * DAY_MS);
    await deleteExpired(context, "");
    expect(await db.models.userSession.count()).toBe(0);
  });
});
