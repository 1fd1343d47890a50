import type { Context } from "@/lib/context";
import type { Prisma } from "@/lib/db/generated/client";
import { notifyDispatch } from "@/lib/dispatch/notify-dispatch";
import { notifyCourierChanged } from "@/lib/streams/announce";

/** A shift begins and ends without a break. */
export function setShift(context: Context, courierId: string, isOn: boolean): Promise<void> {
  const where = { id: courierId, onShiftSince: isOn ? null : { not: null } };
  const onShiftSince = isOn ? context.clock.now() : null;
  return change(context, where, { onShiftSince, onBreakSince: null }, isOn);
}

/** A courier on a break keeps the shift and a carried order, and gets no offers. */
export function setBreak(context: Context, courierId: string, isOn: boolean): Promise<void> {
  const where = { id: courierId, onShiftSince: { not: null }, onBreakSince: isOn ? null : { not: null } };
  return change(context, where, { onBreakSince: isOn ? context.clock.now() : null }, !isOn);
}

async function change(
  context: Context,
  where: Prisma.CourierWhereInput & { id: string },
  data: Prisma.CourierUpdateManyMutationInput,
  isAvailable: boolean,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { count } = await tx.models.courier.updateMany({ where: { ...where, disabledAt: null }, data });
    if (count === 0) return;
    if (isAvailable) await notifyDispatch(tx);
    await notifyCourierChanged(tx, where.id);
  });
}
