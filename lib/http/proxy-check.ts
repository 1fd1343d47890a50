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

  /** Whether all requests so far, and this one, fit PROXY_HOPS; otherwise a client's address may be forged or shared. */
  isAddressTrusted(forwardedFor: string | null, publicUrl: string): boolean {
    const hasProxy = publicUrl.startsWith("https:");
    if (this.problem !== null || hasProxy !== this.proxyHops > 0) return false;
    // Next adds the header itself where the request has none.
    return !hasProxy || forwardedFor?.split(",").length === this.proxyHops;
  }

  check(forwardedFor: string | string[] | undefined): void {
    const isSent = forwardedFor !== undefined;
    if (isSent === this.proxyHops > 0 || this.problem !== null) return;
    this.problem = isSent ? "unexpected_header" : "missing_header";
    logWarning(DESCRIPTIONS[this.problem]);
  }
}
