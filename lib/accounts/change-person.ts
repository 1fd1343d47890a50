import { writeLocale, writeName } from "@/lib/accounts/people-store";
import type { Queryable } from "@/lib/db/client";
import type { Locale } from "@/lib/locale/locale";

export async function changePerson(
  db: Queryable,
  userId: string,
  change: { name?: string | null; locale?: Locale },
): Promise<void> {
  if (change.name !== undefined) await writeName(db, userId, change.name);
  if (change.locale !== undefined) await writeLocale(db, userId, change.locale);
}
