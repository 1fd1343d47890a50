import type { Mode } from "@/lib/account-scope";
import { withMode } from "@/lib/http/mode";
import {
  filterParameters,
  type OrderFilter,
  type PageBoundary,
  readFilter,
} from "@/lib/orders/list/order-filter";

const PATH = "/dashboard/orders";

export const NO_FILTER = readFilter(() => "");

export function listAddress(
  filter: OrderFilter,
  mode: Mode,
  edge: PageBoundary | null = null,
  order: string | null = null,
): string {
  const parameters = filterParameters(filter);
  if (edge !== null) parameters.set(edge.side, edge.code);
  if (order !== null) parameters.set("order", order);
  return address(PATH, parameters, mode);
}

export const orderAddress = (code: string, mode: Mode): string => withMode(`${PATH}/${code}`, mode);

export const couriersAddress = (chosen: string, mode: Mode): string =>
  address(`${PATH}/couriers`, new URLSearchParams(chosen === "" ? {} : { courier: chosen }), mode);

export const countsAddress = (mode: Mode): string => withMode(`${PATH}/counts`, mode);

export function liveAddresses(
  filter: OrderFilter,
  mode: Mode,
  shown: { codes: readonly string[]; isFirst: boolean },
): { state: string; events: string } {
  const parameters = filterParameters(filter);
  parameters.set("shown", shown.codes.join(","));
  if (shown.isFirst) parameters.set("first", "1");
  return {
    state: address(`${PATH}/state`, parameters, mode),
    events: address(`${PATH}/events`, parameters, mode),
  };
}

const address = (path: string, parameters: URLSearchParams, mode: Mode): string =>
  withMode(parameters.size === 0 ? path : `${path}?${parameters}`, mode);
