import type { Contact } from "@/lib/orders/order";

/** Replaces an erased text that cannot be null: valid wherever the API and the pages expect a text. */
export const ERASED_TEXT = "***";

export function isErased({ contact }: { readonly contact: Pick<Contact, "value"> }): boolean {
  return contact.value === ERASED_TEXT;
}
