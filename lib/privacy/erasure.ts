import * as z from "zod";
import { FOUND_TABLES } from "@/lib/privacy/erase-people";

/** Keys of the rows to erase, never their content. Codes and UUIDs are never given twice. */
export const erasureTargets = z.object({
  orders: z.array(z.object({ code: z.string(), positions: z.array(z.int()).readonly().nullable() })),
  rows: z.array(z.object({ table: z.enum(FOUND_TABLES), id: z.string() })).readonly(),
});

export type ErasureTargets = z.infer<typeof erasureTargets>;

const erasureFile = z.object({
  version: z.literal(1),
  requestedAt: z.coerce.date(),
  targets: erasureTargets,
});

export const ERASURES_FOLDER = "erasures";

export const erasureKey = (id: string): string => `${ERASURES_FOLDER}/${id}.json`;

export function readErasureId(key: string): string | null {
  return /^erasures\/([0-9a-f-]{36})\.json$/.exec(key)?.[1] ?? null;
}

export function writeErasureFile(requestedAt: Date, targets: ErasureTargets): Uint8Array<ArrayBuffer> {
  const file: z.input<typeof erasureFile> = { version: 1, requestedAt, targets };
  return new Uint8Array(Buffer.from(`${JSON.stringify(file)}\n`));
}

export function readErasureFile(bytes: Uint8Array): z.output<typeof erasureFile> {
  return erasureFile.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
}
