// GET /dashboard/map/events: an account's open orders and their couriers, and every change to them, as server-sent
// events
export { streamEvents as GET } from "@/app/serve-events";
