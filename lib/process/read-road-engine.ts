import * as z from "zod";

const WITHIN_MS = 500;

const health = z.object({ started_at: z.iso.datetime() });

/** Any response proves that the server runs; only the service's own engine states its start, others have null. */
export async function readRoadEngine(osrmUrl: string) {
  try {
    const response = await fetch(`${osrmUrl}/health`, { signal: AbortSignal.timeout(WITHIN_MS) });
    const parsed = health.safeParse(await response.json().catch(() => null));
    return {
      isUp: response.status < 500,
      startedAt: parsed.success ? new Date(parsed.data.started_at) : null,
    };
  } catch {
    return { isUp: false, startedAt: null };
  }
}
