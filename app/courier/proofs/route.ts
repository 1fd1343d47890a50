// POST /courier/proofs?id=…&order=…&position=…&kind=…&at=…: a photo or a signature from a stop
import { serveProof } from "@/lib/courier-app/serve-proof";

export const POST = (request: Request) => serveProof(request);
