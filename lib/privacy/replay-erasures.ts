import type { Context } from "@/lib/context";
import type { FileStore } from "@/lib/files/stored-file";
import { applyErasure } from "@/lib/privacy/apply-erasure";
import { ERASURES_FOLDER, readErasureFile, readErasureId } from "@/lib/privacy/erasure";

/** Applies the erasures of the file store that the database does not know, or that wait for orders. Idempotent. */
export async function replayErasures({
  db,
  files,
  clock,
}: Pick<Context, "db" | "clock"> & { readonly files: FileStore }) {
  const known = await db.models.erasure.findMany({
    where: { completedAt: { not: null } },
    select: { id: true },
  });
  const completed = new Set(known.map(({ id }) => id));
  // Orders that are active or on legal hold, which the next replay erases once they no longer are.
  const left: string[] = [];
  let count = 0;
  for (const key of await files.list(ERASURES_FOLDER)) {
    const id = readErasureId(key);
    if (id === null || completed.has(id)) continue;
    const file = await files.get(key);
    if (file === null) continue;
    const { requestedAt, targets } = readErasureFile(file.bytes);
    const spared = await applyErasure(db, targets);
    left.push(...spared);
    const completedAt = spared.length === 0 ? clock.now() : null;
    const { count: isKnown } = await db.models.erasure.updateMany({ where: { id }, data: { completedAt } });
    if (isKnown === 0) await db.models.erasure.create({ data: { id, targets, requestedAt, completedAt } });
    if (completedAt !== null) count += 1;
  }
  return { completed: count, left };
}
