import { BlockList, isIP, isIPv4 } from "node:net";

export interface TargetPolicy {
  readonly allowHttp: boolean;
  /** Whether addresses of this machine and its networks are allowed: in development and in tests. */
  readonly allowPrivate: boolean;
}

export type TargetProblem = "url" | "url_scheme" | "url_https" | "url_userinfo" | "url_port" | "url_private";

const MAX_URL_LENGTH = 2048;

// Special-purpose ranges (IANA), which no client's endpoint can have.
const REFUSED_V4 = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT, with the metadata service of one cloud
  ["127.0.0.0", 8], // loopback
  ["168.63.129.16", 32], // the platform address of one cloud
  ["169.254.0.0", 16], // link-local, with the metadata services of most clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
] as const) {
  REFUSED_V4.addSubnet(net, prefix, "ipv4");
}

// Everything outside 2000::/3, and special ranges inside it.
const REFUSED_V6 = new BlockList();
REFUSED_V6.addRange("::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ipv6");
REFUSED_V6.addRange("4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ipv6");
for (const [net, prefix] of [
  ["2001::", 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4, which carries an IPv4 address
  ["3fff::", 20], // documentation
] as const) {
  REFUSED_V6.addSubnet(net, prefix, "ipv6");
}

export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine.
  if (address.includes("%") || isIP(address) === 0) return false;
  return isIPv4(address) ? !REFUSED_V4.check(address, "ipv4") : !REFUSED_V6.check(address, "ipv6");
}

export function getHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

// Ports of databases, caches and similar servers, some of which would run lines of an HTTP request as commands.
const REFUSED_PORTS = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 3306, 3389, 5432, 5672, 5900, 5984, 6379, 6667, 7001, 8125, 9042,
  9092, 9200, 9300, 11211, 27017,
]);

const isRefusedPort = (port: number): boolean =>
  port !== 80 && port !== 443 && (port < 1024 || REFUSED_PORTS.has(port));

// Names that are never public, even if they resolve: those without a dot, and these domains.
const PRIVATE_NAME = /^[^.]*\.?$|(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/;

export function readTarget(
  text: string,
  { allowHttp, allowPrivate }: TargetPolicy,
  isLive: boolean,
): { url: URL } | { problem: TargetProblem } {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return { problem: "url" };
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return { problem: "url_scheme" };
  if (url.href.length > MAX_URL_LENGTH) return { problem: "url" };
  if (isLive && url.protocol === "http:" && !allowHttp) return { problem: "url_https" };
  if (url.username !== "" || url.password !== "") return { problem: "url_userinfo" };
  if (url.port !== "" && isRefusedPort(Number(url.port))) return { problem: "url_port" };
  const host = getHost(url);
  const isPrivate = isIP(host) === 0 ? PRIVATE_NAME.test(host) : !isPublicAddress(host);
  if (isPrivate && !allowPrivate) return { problem: "url_private" };
  url.hash = "";
  return { url };
}
