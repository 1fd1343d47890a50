import { createContext } from "react";

/** The base path: one account's orders, or all orders for operators. */
export const OrderSection = createContext<"/dashboard/orders" | "/ops/orders">("/dashboard/orders");
