import { staffRoute } from "@/app/dashboard/staff-route";
import { fileToken, getFileUrlExpiry } from "@/lib/files/file-url";
import { loadOrder } from "@/lib/orders/load-order";
import { listProofFiles } from "@/lib/orders/proof/find-proof-file";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute<{ code: string; file: string }>(
  "account.view",
  async (staff, _, { code, file }) => {
    const { db, clock, fileSecret } = runtime();
    const order = await loadOrder(db, { member: staff, code });
    const known = order === null ? [] : await listProofFiles(db, [order]);
    if (!known.some(({ id }) => id === file)) return null;
    const Location = `/files/${fileToken(fileSecret, file, getFileUrlExpiry(clock.now()))}`;
    return new Response(null, { status: 302, headers: { Location, "Cache-Control": "no-store" } });
  },
);
