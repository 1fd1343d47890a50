import type { Queryable } from "@/lib/db/client";
import type { Locale } from "@/lib/locale/locale";

export async function changePerson(
  db: Queryable,
  userId: string,
  data: { name?: string | null; locale?: Locale },
): Promise<void> {
  await db.models.user.updateMany({ where: { id: userId }, data });
}
