import { isUnavailable } from "@/lib/db/pg-errors";
import { ERRORS } from "@/lib/http/errors";

export async function withUnavailableResponse(
  answer: () => Promise<Response>,
  refuse = (headers: Record<string, string>) => new Response(null, { status: 503, headers }),
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const headers = {
      "Retry-After": String(ERRORS.SERVICE_UNAVAILABLE.retryAfter),
      "Cache-Control": "no-store",
    };
    return refuse(headers);
  }
}
