import { logWarning } from "@/lib/log";

/** A mismatch between X-Forwarded-For and PROXY_HOPS, by which all clients would share one address. */
export type ProxyProblem = "unexpected_header" | "missing_header";

const DESCRIPTIONS: Readonly<Record<ProxyProblem, string>> = {
  unexpected_header:
    "A request has X-Forwarded-For, but PROXY_HOPS is 0: behind a proxy all clients count as one address, and one client's failed sign-ins shut out all others. Set PROXY_HOPS to the number of proxies in front.",
  missing_header:
    "A request has no X-Forwarded-For, but PROXY_HOPS counts a proxy in front: without the header all clients count as one address, and one client's failed sign-ins shut out all others. Have the proxy append to X-Forwarded-For, or set PROXY_HOPS=0.",
};

// Next bundles the pages apart from server.ts, which sees the requests.
const shared = globalThis as unknown as { droplineProxyProblem?: ProxyProblem };

/** Returns the first mismatch that this process has seen; null without one. */
export function findProxyProblem(): ProxyProblem | null {
  return shared.droplineProxyProblem ?? null;
}

/** Compares a request's header with PROXY_HOPS, and logs the first mismatch of this process. */
export function checkProxyHeader(forwardedFor: string | string[] | undefined, proxyHops: number): void {
  const isSent = forwardedFor !== undefined;
  if (isSent === proxyHops > 0 || shared.droplineProxyProblem !== undefined) return;
  shared.droplineProxyProblem = isSent ? "unexpected_header" : "missing_header";
  logWarning(DESCRIPTIONS[shared.droplineProxyProblem]);
}
