/** A problem with an extract, in one plain line. */
export class ExtractError extends Error {
  override readonly name = "ExtractError";
}
