import { findRefusal, onServiceClock } from "@/lib/courier-app/fix-queue";
import { handleFixBatch } from "@/lib/courier-app/serve-courier";
import { runtime } from "@/lib/process/runtime";

export const POST = (request: Request) =>
  handleFixBatch(request, async (context, courier, { fixes, sentAt }) => {
    // Positions that a phone sends off shift are not recorded.
    if (courier.onShiftSince === null) return { refusal: null };
    const now = context.clock.now();
    const timed = onServiceClock(fixes, sentAt ?? now, now);
    const judgments = await runtime().positions.record(
      courier.id,
      timed.map(({ at, ...fix }) => ({ ...fix, recordedAt: at })),
    );
    return { refusal: judgments === null ? null : findRefusal(judgments) };
  });
