import order from "@/messages/en/order.json";
import recipient from "@/messages/en/recipient.json";
import stop from "@/messages/en/stop.json";

const { kinds, list, reasons, states } = recipient;

export const WORDS = { order, stop, recipient: { kinds, list, reasons, states } };
