/** A problem with an extract, in one plain line for whoever chose the file. */
export class ExtractError extends Error {
  override readonly name = "ExtractError";
}
