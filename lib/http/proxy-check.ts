import type { IncomingHttpHeaders } from "node:http";
import { clientIp } from "@/lib/http/client-address";
import { logWarning } from "@/lib/log";

/** A mismatch between X-Forwarded-For and PROXY_HOPS, which would give all clients one IP address. */
export type ProxyProblem = "unexpected_header" | "missing_header";

const DESCRIPTIONS: Readonly<Record<ProxyProblem, string>> = {
  unexpected_header:
    "A request has X-Forwarded-For, but PROXY_HOPS is 0: behind a proxy all clients count as one address, and one client's failed sign-ins shut out all others. Set PROXY_HOPS to the number of proxies in front.",
  missing_header:
    "A request has no X-Forwarded-For, but PROXY_HOPS counts a proxy in front: without the header all clients count as one address, and one client's failed sign-ins shut out all others. Have the proxy append to X-Forwarded-For, or set PROXY_HOPS=0.",
};

export class ProxyCheck {
  problem: ProxyProblem | null = null;

  constructor(readonly proxyHops: number) {}

  /** Whether a request proves that PROXY_HOPS fits; otherwise clients' addresses may be forged or shared. */
  isAddressTrusted(
    { forwardedFor, address }: { forwardedFor: string | null; address: string | null },
    publicUrl: string,
  ): boolean {
    if (publicUrl.startsWith("https:") !== this.proxyHops > 0) return false;
    if (this.proxyHops > 0) {
      return this.problem === null && forwardedFor?.split(",").length === this.proxyHops;
    }
    // Next adds the connection's address where the request has no header.
    return forwardedFor === null || clientIp(forwardedFor, undefined, 0) === address;
  }

  check(headers: IncomingHttpHeaders): void {
    // When an action redirects, Next requests the page from itself with the header it has added.
    if (headers.rsc !== undefined) return;
    const isSent = headers["x-forwarded-for"] !== undefined;
    if (isSent === this.proxyHops > 0 || this.problem !== null) return;
    this.problem = isSent ? "unexpected_header" : "missing_header";
    logWarning(DESCRIPTIONS[this.problem]);
  }
}
