import { importInput, importRoute } from "@/app/dashboard/import/import-request";
import { checkRows } from "@/lib/imports/check-rows";

export const POST = importRoute(importInput, ({ context, scope, input, terms }) =>
  checkRows(context, scope, input, terms),
);
