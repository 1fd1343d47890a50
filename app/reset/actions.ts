"use server";

import * as z from "zod";
import { action } from "@/app/action";
import { rememberDevice } from "@/app/auth";
import { resetPassword } from "@/lib/accounts/reset-password";
import { newPassword } from "@/lib/accounts/schema";

/** The link is the only credential; the user signs in afterwards. */
export const reset = action({
  permission: null,
  audit: "user.reset_password",
  input: z.object({ token: z.string().default(""), password: newPassword }),
  async work({ context, input: { token, password } }) {
    // Failed attempts with the old password must not delay the next sign-in.
    await rememberDevice(await resetPassword(context, { secret: token, password }));
    return { redirectTo: "/sign-in?changed" };
  },
});
