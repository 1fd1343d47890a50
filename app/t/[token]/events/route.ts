// GET /t/{token}/events: the state of a tracking page, as server-sent events
export { streamEvents as GET } from "@/app/serve-events";
