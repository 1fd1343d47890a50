import { findNearestAddress, searchAddresses } from "@/lib/api/operations/addresses";
import { getCancellation } from "@/lib/api/operations/cancellation";
import { listEvents } from "@/lib/api/operations/events";
import {
  answerUndeliverable,
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
import { stepOrder } from "@/lib/api/operations/sandbox";
import type { Operation } from "@/lib/operation/operation";

/** Every operation of the API, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  createOrder,
  listOrders,
  getOrder,
  replaceOrder,
  patchOrder,
  getCancellation,
  cancelOrder,
  answerUndeliverable,
  issueTrackingLink,
  createQuote,
  getPricing,
  searchAddresses,
  findNearestAddress,
  ping,
  listEvents,
  stepOrder,
];
