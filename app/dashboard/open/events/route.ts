// GET /dashboard/open/events: how many of an account's orders are open in each mode, and every change to that, as
// server-sent events
export { streamEvents as GET } from "@/app/serve-events";
