import { importRoute } from "@/app/dashboard/import/import-route";
import { MAX_FILE_BYTES, MAX_FILE_VALUES } from "@/lib/imports/limits";
import { submissionInput } from "@/lib/imports/schema";
import { submitImport } from "@/lib/imports/submit-import";

const SUBMISSIONS_PER_MINUTE = 30;

export const POST = importRoute(
  {
    permission: "account.manage_orders",
    name: "dashboard-import-orders",
    perMinute: SUBMISSIONS_PER_MINUTE,
    schema: submissionInput,
    maxBytes: MAX_FILE_BYTES,
    maxValues: MAX_FILE_VALUES,
  },
  async ({ staff, context, scope, input, terms }) => ({
    id: await submitImport(context, scope, { ...input, userId: staff.userId }, terms),
  }),
);
