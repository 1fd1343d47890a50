import { createContext } from "react";

/** Where pages of orders are: an account's own ones, or everybody's for operators. */
export const OrderSection = createContext<"/dashboard/orders" | "/ops/orders">("/dashboard/orders");
