// GET /ops/orders/{code}/events: any order and every change to it, as server-sent events, for operators
export { streamEvents as GET } from "@/app/serve-events";
