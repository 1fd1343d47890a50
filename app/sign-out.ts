"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cookieSession, currentUser } from "@/app/session";
import { sessionCookie } from "@/app/session-cookie";
import { endSessions } from "@/lib/accounts/end-sessions";
import { runtime } from "@/lib/process/runtime";

export async function signOut(): Promise<void> {
  const [user, session] = [await currentUser(), await cookieSession()];
  if (user !== null && session !== null) await endSessions(runtime().db, user.userId, { only: session.id });
  const { name, options } = sessionCookie();
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
  // The page clears this tab's drafts.
  redirect("/sign-in?left");
}
