import { ERRORS } from "@/lib/api/errors";
import { isUnavailable } from "@/lib/db/failure";

/** Answers 503 with Retry-After, and no body, where the database cannot answer; whoever reads it is a script. */
export async function orUnavailable(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const headers = {
      "Retry-After": String(ERRORS.SERVICE_UNAVAILABLE.retryAfter),
      "Cache-Control": "no-store",
    };
    return new Response(null, { status: 503, headers });
  }
}
