import { textIn, wordsRoute } from "@/app/t/handle-recipient-form";
import { writeNote } from "@/lib/orders/feedback/write-note";

export const POST = wordsRoute((served, token, values) => writeNote(served, token, textIn(values, "text")));
