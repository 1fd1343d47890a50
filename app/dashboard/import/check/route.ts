import { importRoute } from "@/app/dashboard/import/import-request";
import { checkRows } from "@/lib/imports/check-rows";
import { MAX_CHECK_BYTES } from "@/lib/imports/limits";
import { checkInput } from "@/lib/imports/schema";

export const POST = importRoute(
  { schema: checkInput, maxBytes: MAX_CHECK_BYTES },
  ({ context, scope, input, terms }) => checkRows(context, scope, input, terms),
);
