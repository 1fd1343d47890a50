"use server";

import * as z from "zod";
import { action } from "@/app/action";
import { invitationSettings } from "@/app/invitation-settings";
import { approveAccount, rejectAccount } from "@/lib/accounts/approve-account";
import { getAccount } from "@/lib/accounts/get-account";
import { readHome } from "@/lib/accounts/home";
import { inviteUser } from "@/lib/accounts/invite-user";
import { issueResetLink } from "@/lib/accounts/issue-reset-link";
import { listPeople } from "@/lib/accounts/list-people";
import { openAccount as openNewAccount } from "@/lib/accounts/open-account";
import { forgotPasswordForm, newAccount, rateLimit, rejectionReason } from "@/lib/accounts/schema";
import { updateAccount } from "@/lib/accounts/update-account";
import { enterPayment, paymentInput } from "@/lib/billing/balance";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { chooseRetention } from "@/lib/privacy/retention";
import { accountRetention, retentionChoice } from "@/lib/privacy/retention-choice";

const accountForm = z.object({ id: z.guid({ error: "ACCOUNT_NOT_FOUND" }) });

export const openAccount = action({
  permission: "service.manage_accounts",
  audit: "account.create",
  input: newAccount,
  async work({ user, context, input }) {
    const terms = { home: readHome(config().dataDir), settings: invitationSettings() };
    const opened = await openNewAccount(context, user.userId, { ...input, ...terms });
    return { subject: input.name, result: opened };
  },
});

export const inviteAccountOwner = action({
  permission: "service.manage_accounts",
  audit: "invitation.create",
  input: accountForm.extend(forgotPasswordForm.shape),
  async work({ user, context, input: { id: accountId, email } }) {
    const owner = { accountId, email, roles: ["owner"], invitedById: user.userId } as const;
    const invited = await inviteUser(context, { ...owner, settings: invitationSettings() });
    return { subject: invited.email, result: invited };
  },
});

export const issuePasswordLink = action({
  permission: "service.manage_accounts",
  audit: "user.reset_link",
  input: accountForm.extend({ person: z.string({ error: "PERSON_NOT_FOUND" }) }),
  async work({ context, input: { id: accountId, person: personId } }) {
    const { people } = await listPeople(context.db, { accountId });
    const person = people.find(({ id }) => id === personId);
    if (person === undefined) throw new DomainError("PERSON_NOT_FOUND");
    return { subject: person.email, result: await issueResetLink(context, person.email) };
  },
});

export const switchAccount = action({
  permission: "service.manage_accounts",
  audit: "account.switch",
  input: accountForm.extend({ disable: z.string().optional() }),
  async work({ context: { db, clock }, input }) {
    const disabledAt = input.disable === "true" ? clock.now() : null;
    await updateAccount(db, input.id, { disabledAt });
  },
});

export const approve = action({
  permission: "service.manage_accounts",
  audit: "account.approve",
  input: accountForm.extend({ seen: z.enum(["waiting", "rejected"], { error: "ACCOUNT_DECIDED" }) }),
  async work({ context, input: { id: accountId, seen } }) {
    await approveAccount(context, { accountId, seen });
  },
});

export const reject = action({
  permission: "service.manage_accounts",
  audit: "account.reject",
  input: accountForm.extend({ reason: rejectionReason }),
  async work({ context, input: { id: accountId, reason } }) {
    await rejectAccount(context, { accountId, reason });
  },
});

export const changeAccount = action({
  permission: "service.manage_accounts",
  audit: "account.change",
  input: accountForm.extend({
    /** Only forms of accounts that an operator has approved have the checkbox. */
    has_customer: z.string().optional(),
    customer: z.string().optional(),
    rate_limit: z.string().default("").pipe(rateLimit),
  }),
  async work({ context, input: { id, has_customer, customer, rate_limit: rateLimitPerMinute } }) {
    const isCustomer = customer === "on";
    await updateAccount(context.db, id, {
      rateLimitPerMinute,
      ...(has_customer === undefined ? {} : { isCustomer }),
    });
  },
});

export const addPayment = action({
  permission: "service.manage_money",
  audit: "payment.create",
  input: paymentInput,
  async work({ context, input }) {
    await getAccount(context.db, input.account);
    await enterPayment(context, input);
  },
});

export const changeRetention = action({
  permission: "service.manage_privacy",
  audit: "retention.change",
  input: retentionChoice,
  async work({ context, input }) {
    await chooseRetention(context, input.days);
  },
});

export const changeAccountRetention = action({
  permission: "service.manage_privacy",
  audit: "account.change",
  input: accountForm.extend(accountRetention.shape),
  async work({ context, input: { id, days: retentionDays } }) {
    await updateAccount(context.db, id, { retentionDays });
  },
});
