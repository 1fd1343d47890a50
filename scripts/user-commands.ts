import * as z from "zod";
import { createUser } from "@/lib/accounts/create-user";
import { disableUser } from "@/lib/accounts/disable-user";
import { inviteUser } from "@/lib/accounts/invite-user";
import { issueResetLink } from "@/lib/accounts/issue-reset-link";
import { listUsers } from "@/lib/accounts/list-people";
import { ROLES } from "@/lib/accounts/permissions";
import { newPassword } from "@/lib/accounts/schema";
import { systemClock } from "@/lib/clock";
import { config } from "@/lib/config";
import type { User } from "@/lib/db/generated/client";
import type { Role } from "@/lib/db/generated/enums";
import { accountId, type Command, command } from "@/scripts/command";

const email = z.email({ error: "must be an email address" });

const ROLE_USAGE = `${[...new Set([...ROLES.account, ...ROLES.service])].join("|")}[,…]`;

/** Names of roles in version 1.1.0. */
const FORMER_ROLES: Readonly<Record<string, string>> = { operator: "owner", staff: "dispatcher,viewer" };

const newUser = z.object({ account: accountId.optional(), email, role: z.string() });

/** Without an account, an operator. `role` has one or several roles, separated by commas. */
function toNewUser<Options extends z.infer<typeof newUser>>(
  { account, role, ...person }: Options,
  check: z.RefinementCtx,
) {
  const owner = account ?? null;
  const known: readonly string[] = ROLES[owner === null ? "service" : "account"];
  const roles = (FORMER_ROLES[role] ?? role).split(",");
  if (!roles.every((one) => known.includes(one))) {
    const who = owner === null ? "of an operator (no --account)" : "in an account";
    check.addIssue({ code: "custom", path: ["role"], message: `${who} must be one of ${known.join(", ")}` });
  }
  return { ...person, accountId: owner, roles: roles as Role[] };
}

const showUser = (user: Omit<User, "oidcIdentity">) => ({
  id: user.id,
  account_id: user.accountId,
  email: user.email,
  roles: user.roles,
  disabled_at: user.disabledAt?.toISOString() ?? null,
  created_at: user.createdAt.toISOString(),
});

export const USER_COMMANDS: Readonly<Record<string, Command<unknown>>> = {
  "user create": command({
    usage: `[--account ID] --email E --password P --role ${ROLE_USAGE}`,
    options: newUser
      .extend({
        password: z
          .string()
          .refine((text) => newPassword.safeParse(text).success, { error: "must have 10 to 256 characters" }),
      })
      .transform(toNewUser),
    run: async (db, person) => showUser(await createUser(db, person)),
  }),
  "user invite": command({
    usage: `[--account ID] --email E --role ${ROLE_USAGE}`,
    options: newUser.transform(toNewUser),
    run: async (db, person) => {
      const { publicUrl, authSecret } = config();
      if (authSecret === null) throw new Error("Set AUTH_SECRET, with which the service signs links.");
      const context = { db, clock: systemClock, publicUrl };
      const invited = await inviteUser(context, {
        ...person,
        invitedById: null,
        settings: { authSecret, isMailed: false },
      });
      return { email: invited.email, link: invited.link };
    },
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
