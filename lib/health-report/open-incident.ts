import type * as z from "zod";
import type { Context } from "@/lib/context";
import type { newIncident } from "@/lib/health-report/incident";

/** Opening an incident again under its id changes nothing. */
export async function openIncident(
  { db, clock }: Pick<Context, "db" | "clock">,
  input: z.infer<typeof newIncident>,
): Promise<void> {
  const { id, state, title_en: titleEn, title_ru: titleRu, text_en: textEn, text_ru: textRu, parts } = input;
  const at = clock.now();
  const resolvedAt = state === "resolved" ? at : null;
  await db.transaction(async (tx) => {
    const incident = {
      id,
      state,
      titleEn,
      titleRu,
      parts,
      startedAt: at,
      updatedAt: at,
      resolvedAt,
    };
    const { count } = await tx.models.incident.createMany({ data: [incident], skipDuplicates: true });
    if (count === 0) return;
    await tx.models.incidentUpdate.create({ data: { incidentId: id, state, textEn, textRu, at } });
  });
}
