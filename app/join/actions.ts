"use server";

import * as z from "zod";
import { action } from "@/app/action";
import { openSession } from "@/app/auth";
import { acceptInvitation } from "@/lib/accounts/accept-invitation";
import { newPassword, personName } from "@/lib/accounts/schema";

/** The link is the only credential. */
export const join = action({
  permission: null,
  audit: "user.join",
  input: z.object({
    token: z.string().default(""),
    password: newPassword,
    name: z.string().default("").pipe(personName),
  }),
  async work({ context, input: { token, password, name } }) {
    const { accountId, ...entrant } = await acceptInvitation(context, { secret: token, password, name });
    await openSession(entrant, "link", context.db);
    return { redirectTo: accountId === null ? "/ops" : "/dashboard" };
  },
});
