/** Largest body of a page's form in bytes: a logo of 1 MB, with its other fields. */
export const MAX_FORM_BYTES = 2 * 1024 * 1024;
