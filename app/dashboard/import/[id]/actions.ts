"use server";

import { staffAction } from "@/app/dashboard/submission";
import { stopImport } from "@/lib/imports/stop-import";
import { parseMode } from "@/lib/web/mode";

export const stop = staffAction("staff", null, async (staff, context, values) => {
  await stopImport(context, staff.scope(parseMode(values.mode ?? null)), values.id ?? "");
});
