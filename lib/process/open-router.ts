import type { Config } from "@/lib/config";
import { countLegs, countRoutingFallback, observeRouteWait } from "@/lib/metrics";
import { createRouter, type Router } from "@/lib/routing/route-trip";

let opened: { readonly settings: Config; readonly router: Router } | undefined;

export function openRouter(settings: Config): Router {
  if (opened?.settings !== settings) {
    const { osrmUrl, roads } = settings;
    const router = createRouter({
      ...(osrmUrl === undefined ? {} : { osrmUrl }),
      ...roads,
      onFallback: countRoutingFallback,
      onLookUp: countLegs,
      onTurn: observeRouteWait,
    });
    opened = { settings, router };
  }
  return opened.router;
}
