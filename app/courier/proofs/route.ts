import { serveProof } from "@/lib/courier-app/serve-proof";

export const POST = (request: Request) => serveProof(request);
