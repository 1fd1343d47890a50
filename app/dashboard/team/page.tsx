import { permanentRedirect } from "next/navigation";
import { requireStaff } from "@/app/session";

/** Where people stood before they moved to the settings. */
export default async function TeamPage(): Promise<never> {
  await requireStaff("/dashboard/settings/people");
  permanentRedirect("/dashboard/settings/people");
}
