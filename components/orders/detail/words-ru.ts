import order from "@/messages/ru/order.json";
import recipient from "@/messages/ru/recipient.json";
import stop from "@/messages/ru/stop.json";

const { kinds, list, reasons, states } = recipient;

export const WORDS = { order, stop, recipient: { kinds, list, reasons, states } };
