import * as z from "zod";
import { createUser } from "@/lib/accounts/create-user";
import { disableUser } from "@/lib/accounts/disable-user";
import { issueResetLink } from "@/lib/accounts/issue-reset-link";
import { listUsers } from "@/lib/accounts/list-people";
import { newPassword } from "@/lib/accounts/schema";
import { systemClock } from "@/lib/clock";
import { config } from "@/lib/config";
import type { User } from "@/lib/db/generated/client";
import { accountId, type Command, command } from "@/scripts/command";

const email = z.email({ error: "must be an email address" });

const showUser = (user: Omit<User, "oidcIdentity">) => ({
  id: user.id,
  account_id: user.accountId,
  email: user.email,
  role: user.role,
  disabled_at: user.disabledAt?.toISOString() ?? null,
  created_at: user.createdAt.toISOString(),
});

export const USER_COMMANDS: Readonly<Record<string, Command<unknown>>> = {
  "user create": command({
    usage: "--account ID --email E --password P --role owner|staff|operator",
    options: z
      .object({
        account: accountId.optional(),
        email,
        password: z
          .string()
          .refine((text) => newPassword.safeParse(text).success, { error: "must have 10 to 256 characters" }),
        role: z.enum(["owner", "staff", "operator"]),
      })
      .refine((options) => (options.account === undefined) === (options.role === "operator"), {
        error: "owners and staff need --account; operators must not have one",
      }),
    run: async (db, { account, ...person }) =>
      showUser(await createUser(db, { accountId: account ?? null, ...person })),
  }),
  "user list": command({
    usage: "[--account ID]",
    options: z.object({ account: accountId.optional() }),
    run: async (db, { account }) => ({ users: (await listUsers(db, account ?? null)).map(showUser) }),
  }),
  "user disable": disableCommand(true),
  "user enable": disableCommand(false),
  "user reset-link": command({
    usage: "EMAIL",
    options: z.object({ email }),
    run: async (db, options) => {
      const context = { db, clock: systemClock, publicUrl: config().publicUrl };
      const { email: address, link, expiresAt } = await issueResetLink(context, options.email);
      return { email: address, link, expires_at: expiresAt.toISOString() };
    },
  }),
};

function disableCommand(isDisabled: boolean): Command<unknown> {
  return command({
    usage: "EMAIL",
    options: z.object({ email }),
    run: async (db, options) =>
      showUser(await disableUser({ db, clock: systemClock }, options.email, isDisabled)),
  });
}
