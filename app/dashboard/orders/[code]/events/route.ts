// GET /dashboard/orders/{code}/events: an order and every change to it, as server-sent events; ends when nothing more
// can change
export { streamEvents as GET } from "@/app/serve-events";
