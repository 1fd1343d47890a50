import { isIP, isIPv4 } from "node:net";

/** Header in which server.ts stores the client's network (`toNetwork`); it overwrites any client value. */
export const CLIENT_ADDRESS_HEADER = "x-dropline-client";

/** Header in which server.ts stores the client's IP address; it overwrites any client value. */
export const CLIENT_IP_HEADER = "x-dropline-client-ip";

/** From the connection or the outermost of `proxyHops` proxies (further left can be forged). */
export function clientIp(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  proxyHops: number,
): string {
  const own = socketAddress ?? "unknown";
  if (proxyHops === 0 || forwardedFor === undefined) return toAddress(own);
  const hops = [forwardedFor].flat().join(",").split(",");
  return toAddress(hops.at(-Math.min(proxyHops, hops.length))?.trim() || own);
}

function toAddress(text: string): string {
  // Some proxies append the port, with brackets around IPv6 addresses.
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, "$1");
  const address = bare.replace(/%.*$/, "");
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : address;
}

/** An IPv6 address counts as its /64. */
export function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  // The URL class normalizes addresses, with at most one `::` and embedded IPv4 in hexadecimal.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [before, after] = [splitGroups(head), splitGroups(tail ?? "")];
  const gap = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return `${[...before, ...gap, ...after].slice(0, 4).join(":")}::/64`;
}

function splitGroups(text: string): string[] {
  return text === "" ? [] : text.split(":");
}
