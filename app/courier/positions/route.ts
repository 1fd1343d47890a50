// POST /courier/positions: where the courier's phone has been
import { serveDeed } from "@/lib/api/serve-courier";
import { recordFixes } from "@/lib/couriers/record-position";
import { positionsInput } from "@/lib/phone/schema";

export const POST = (request: Request) =>
  serveDeed(request, positionsInput, async (context, courier, { fixes }) => {
    // Off shift nothing is known of where a courier is, whatever their phone still had to send.
    if (courier.onShiftSince === null) return;
    await recordFixes(
      context,
      courier.id,
      fixes.map(({ at, ...fix }) => ({ ...fix, recordedAt: at })),
    );
  });
