import { getText, recipientFormRoute } from "@/app/t/handle-recipient-form";
import { writeNote } from "@/lib/orders/feedback/write-note";

export const POST = recipientFormRoute((served, token, values) =>
  writeNote(served, token, getText(values, "text")),
);
