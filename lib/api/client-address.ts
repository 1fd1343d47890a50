/** Where server.ts puts the address of whoever asks; whatever a client sends under this name is overwritten. */
export const CLIENT_ADDRESS_HEADER = "x-dropline-client";

/**
 * The address of whoever asks: the connection's own, or with so many proxies in front, the one that the outermost
 * of them has seen. What stands further left in X-Forwarded-For anybody can write.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  proxyHops: number,
): string {
  const own = socketAddress ?? "unknown";
  if (proxyHops === 0 || forwardedFor === undefined) return own;
  const hops = [forwardedFor].flat().join(",").split(",");
  return hops.at(-Math.min(proxyHops, hops.length))?.trim() || own;
}
