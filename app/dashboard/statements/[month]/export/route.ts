import { getLocale } from "next-intl/server";
import { staffRoute } from "@/app/dashboard/staff-route";
import { fileStream } from "@/app/file-response";
import { exportStatement } from "@/lib/billing/export-statement";
import { DomainError } from "@/lib/domain-error";
import { parseMode } from "@/lib/http/mode";
import type { Locale } from "@/lib/locale/locale";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { runtime } from "@/lib/process/runtime";

const MEDIA_TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

export const GET = staffRoute<{ month: string }>(
  "account.view_reports",
  async (staff, request, { month }) => {
    const { searchParams } = new URL(request.url);
    const mode = parseMode(searchParams.get("mode") ?? "");
    const type = searchParams.get("type") === "xlsx" ? "xlsx" : "csv";
    const format = csvFormat((await getLocale()) as Locale);
    const pieces = await exportStatement(runtime(), staff.scope(mode), month, { type, format }).catch(
      (error) => {
        if (error instanceof DomainError) return null;
        throw error;
      },
    );
    if (pieces === null) return null;
    const name = `dropline-statement-${mode === "test" ? "test-" : ""}${month}.${type}`;
    return fileStream(request, pieces, name, MEDIA_TYPES[type]);
  },
);
