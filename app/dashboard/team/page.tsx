import { permanentRedirect } from "next/navigation";
import { requireStaff } from "@/app/session";

/** The former address of the people page. */
export default async function TeamPage(): Promise<never> {
  await requireStaff("/dashboard/settings/people");
  permanentRedirect("/dashboard/settings/people");
}
