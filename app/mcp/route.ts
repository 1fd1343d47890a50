// Used when Next serves the request; server.ts serves /mcp without Next.
import { serveMcp } from "@/app/mcp/serve-mcp";

export const dynamic = "force-dynamic";

const answer = (request: Request): Promise<Response> => serveMcp(request);

export { answer as DELETE, answer as GET, answer as POST };
