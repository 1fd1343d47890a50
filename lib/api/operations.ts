import type { Endpoint } from "@/lib/api/operation";
import { listEvents } from "@/lib/api/operations/events";
import {
  cancelOrder,
  createOrder,
  getOrder,
  issueTrackingLink,
  listOrders,
  patchOrder,
  replaceOrder,
} from "@/lib/api/operations/orders";
import { ping } from "@/lib/api/operations/ping";
import { getPricing } from "@/lib/api/operations/pricing";
import { createQuote } from "@/lib/api/operations/quotes";

/** Every operation of the API, in the order in which the reference shows them. */
export const ENDPOINTS: readonly Endpoint[] = [
  createOrder,
  listOrders,
  getOrder,
  replaceOrder,
  patchOrder,
  cancelOrder,
  issueTrackingLink,
  createQuote,
  getPricing,
  ping,
  listEvents,
];
