import * as z from "zod";
import { importInput, importRoute } from "@/app/dashboard/import/import-request";
import { MAX_ROWS } from "@/lib/imports/read-table";
import { submitImport } from "@/lib/imports/submit-import";

const MAX_NAME_LENGTH = 255;

const submission = importInput.extend({
  id: z.guid(),
  fileName: z.string().transform((name) => name.slice(0, MAX_NAME_LENGTH) || "file"),
  header: z.array(z.string()).max(100),
  groups: importInput.shape.groups.max(MAX_ROWS),
});

export const POST = importRoute(submission, async ({ staff, context, scope, input, terms }) => ({
  id: await submitImport(context, scope, { ...input, userId: staff.userId }, terms),
}));
