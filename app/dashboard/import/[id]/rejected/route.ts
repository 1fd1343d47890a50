import { getLocale, getTranslations } from "next-intl/server";
import { staffRoute } from "@/app/dashboard/staff-route";
import { csvResponse } from "@/app/file-response";
import { requestMode } from "@/lib/http/mode";
import { toRejectedCsv } from "@/lib/imports/csv";
import { findRejected } from "@/lib/imports/find-import";
import { toLanguage } from "@/lib/locale/locale";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute<{ id: string }>("account.manage_orders", async (staff, request, { id }) => {
  const found = await findRejected(runtime().db, staff.scope(requestMode(request)), id);
  if (found === null) return null;
  const [t, refusals] = await Promise.all([getTranslations("import"), getTranslations("ui.refusals")]);
  const rows = found.rejected.flatMap(({ rows: cells, error }) => {
    const code = error?.code ?? "INTERNAL_ERROR";
    const isExplained = code !== "INVALID_PAYLOAD" && refusals.has(code);
    const message = isExplained ? refusals(code as "INTERNAL_ERROR") : (error?.message ?? code);
    const reason = t("problems.rejected", { message });
    return cells.map((one) => ({ cells: one, reason }));
  });
  const locale = toLanguage(await getLocale());
  const csv = toRejectedCsv(found.header, rows, { reason: t("reason"), locale });
  return csvResponse(csv, `rejected-${id.slice(0, 8)}.csv`);
});
