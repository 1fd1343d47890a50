import type { Config } from "@/lib/config";
import { countLegs, metrics } from "@/lib/metrics";
import { createRouter, type Router } from "@/lib/routing/router";

let opened: { readonly settings: Config; readonly router: Router } | undefined;

export function openRouter(settings: Config): Router {
  if (opened?.settings !== settings) {
    const { osrmUrl, roads } = settings;
    const router = createRouter({
      ...(osrmUrl === undefined ? {} : { osrmUrl }),
      ...roads,
      onFallback: (reason) => metrics().routingFallbacks.inc({ reason }),
      onLookUp: countLegs,
      onTurn: (waitedMs) => metrics().routeWaits.observe(waitedMs / 1000),
    });
    opened = { settings, router };
  }
  return opened.router;
}
