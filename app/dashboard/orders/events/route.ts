// GET /dashboard/orders/events: the orders a page shows, and every change to them, as server-sent events
export { streamEvents as GET } from "@/app/serve-events";
