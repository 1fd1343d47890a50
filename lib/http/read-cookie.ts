/** @param header the Cookie header */
export function readCookie(header: string | null, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([found]) => found === name)?.[1];
}
