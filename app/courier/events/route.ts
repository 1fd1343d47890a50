// GET /courier/events: the state of the courier app, as server-sent events
export { streamEvents as GET } from "@/app/serve-events";
