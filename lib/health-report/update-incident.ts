import type * as z from "zod";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import type { incidentUpdate } from "@/lib/health-report/incident";

/** @throws DomainError INVALID_PAYLOAD if it is resolved already, or unknown */
export async function updateIncident(
  { db, clock }: Pick<Context, "db" | "clock">,
  { id, state, text_en: textEn, text_ru: textRu }: z.infer<typeof incidentUpdate>,
): Promise<void> {
  const at = clock.now();
  await db.transaction(async (tx) => {
    const { count } = await tx.models.incident.updateMany({
      where: { id, resolvedAt: null },
      data: { state, updatedAt: at, resolvedAt: state === "resolved" ? at : null },
    });
    if (count === 0) throw new DomainError("INVALID_PAYLOAD", [{ field: "state", message: "resolved" }]);
    await tx.models.incidentUpdate.create({ data: { incidentId: id, state, textEn, textRu, at } });
  });
}
