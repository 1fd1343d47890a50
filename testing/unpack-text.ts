import { getReader } from "@/lib/db/get-reader";
import { readBody } from "@/lib/events/event-body";

/** Returns the body of an event whose packed form is PostgreSQL's text of a bytea, as in JSON. */
export function unpackText(packed: string): string {
  return readBody({ body: null, packed: getReader("bytea")(packed) as Uint8Array });
}
