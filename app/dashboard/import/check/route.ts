import { importRoute } from "@/app/dashboard/import/import-route";
import { checkRows } from "@/lib/imports/check-rows";
import { MAX_CHECK_BYTES } from "@/lib/imports/limits";
import { checkInput } from "@/lib/imports/schema";

/** A file of 5,000 rows is checked in 50 requests. */
const CHECKS_PER_MINUTE = 600;

export const POST = importRoute(
  {
    permission: "account.manage_orders",
    name: "dashboard-import",
    perMinute: CHECKS_PER_MINUTE,
    schema: checkInput,
    maxBytes: MAX_CHECK_BYTES,
  },
  ({ context, scope, input, terms }) => checkRows(context, scope, input, terms),
);
