import { getLocale } from "next-intl/server";
import { currentStaff } from "@/app/session";
import { DomainError } from "@/lib/domain-error";
import type { Locale } from "@/lib/locale/locale";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { runtime } from "@/lib/process/runtime";
import { exportStatement } from "@/lib/statements/export-statement";
import { parseMode } from "@/lib/web/mode";

const MEDIA_TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

export async function GET(
  request: Request,
  { params }: { params: Promise<{ month: string }> },
): Promise<Response> {
  const staff = await currentStaff();
  if (staff === null) return new Response(null, { status: 404 });
  const { month } = await params;
  const { searchParams } = new URL(request.url);
  const mode = parseMode(searchParams.get("mode") ?? "");
  const type = searchParams.get("type") === "xlsx" ? "xlsx" : "csv";
  const format = csvFormat((await getLocale()) as Locale);
  try {
    const body = await exportStatement(runtime(), staff.scope(mode), month, { type, format });
    const name = `dropline-statement-${mode === "test" ? "test-" : ""}${month}.${type}`;
    return new Response(body, {
      headers: {
        "Content-Type": MEDIA_TYPES[type],
        "Content-Disposition": `attachment; filename="${name}"`,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    });
  } catch (error) {
    if (error instanceof DomainError) return new Response(null, { status: 404 });
    throw error;
  }
}
