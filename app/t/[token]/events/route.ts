export { streamEvents as GET } from "@/app/serve-events";
