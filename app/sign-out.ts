"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { sessionCookie } from "@/app/auth";
import { currentUser } from "@/app/session";
import { endSessions } from "@/lib/accounts/end-sessions";
import { runtime } from "@/lib/api/runtime";

/** Ends the session here and on every other device. */
export async function signOut(): Promise<void> {
  const user = await currentUser();
  if (user !== null) await endSessions(runtime().db, user.userId);
  const { name, options } = sessionCookie();
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
  redirect("/sign-in");
}
