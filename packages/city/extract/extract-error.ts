export class ExtractError extends Error {
  override readonly name = "ExtractError";
}
