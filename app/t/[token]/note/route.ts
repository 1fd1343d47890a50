import { textIn, wordsRoute } from "@/app/t/take-words";
import { writeNote } from "@/lib/orders/recipient/write-note";

export const POST = wordsRoute((served, token, values) => writeNote(served, token, textIn(values, "text")));
