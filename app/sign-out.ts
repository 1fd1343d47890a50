"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { currentUser } from "@/app/session";
import { sessionCookie } from "@/app/session-cookie";
import { endSessions } from "@/lib/accounts/end-sessions";
import { runtime } from "@/lib/process/runtime";

/** Ends the session here and on every other device. */
export async function signOut(): Promise<void> {
  const user = await currentUser();
  if (user !== null) await endSessions(runtime().db, user.userId);
  const { name, options } = sessionCookie();
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
  // The page clears this tab's drafts.
  redirect("/sign-in?left");
}
