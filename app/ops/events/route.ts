// GET /ops/events: a mode's open orders and couriers, and every change of them, as server-sent events
export { streamEvents as GET } from "@/app/serve-events";
