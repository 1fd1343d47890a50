import { type AccountScope, type Mode, mintScope } from "@/lib/account-scope";
import { listRoute } from "@/lib/couriers/list-route";
import type { Database } from "@/lib/db/client";
import { leftJoined } from "@/lib/db/row";
import { effectiveProof } from "@/lib/orders/order";
import { ROUTE } from "@/lib/orders/order-parts";
import { getProgress, MAX_CODE_ATTEMPTS } from "@/lib/orders/progress";
import { legToPickup, routeLegs } from "@/lib/routing/driven-legs";
import type { Simulation } from "@/lib/sandbox/simulated-order";
import { getSimulationSettings } from "@/lib/sandbox/simulation-settings";

export interface SimulationRow extends Omit<Simulation, "speed" | "pace"> {
  readonly courierId: string;
  readonly scope: AccountScope;
  readonly externalOrderId: string;
  readonly mode: Mode;
  readonly durationSeconds: number;
  readonly scenarioSpeed: number | null;
  readonly isManual: boolean;
  readonly proofs: readonly ReturnType<typeof effectiveProof>[];
  readonly tokens: {
    readonly trackingToken: string | null;
    readonly dropoffTokens: readonly (string | null)[];
  };
}

/** Whether a courier has just collected another order at this place, and has not left. */
async function isCollecting(
  db: Database,
  courierId: string,
  { orderId, latitude, longitude }: { orderId: bigint; latitude: number; longitude: number },
): Promise<boolean> {
  const collected = await db.models.order.count({
    where: {
      id: { not: orderId },
      courierId,
      status: "in_progress",
      takeoverFromId: null,
      stops: {
        some: { position: 0, latitude, longitude },
        none: { position: { gt: 0 }, OR: [{ arrivedAt: { not: null } }, { attempts: { gt: 0 } }] },
      },
    },
  });
  return collected > 0;
}

/** Returns null without a courier and for a real one. */
export async function findSimulation(db: Database, orderId: bigint): Promise<SimulationRow | null> {
  const order = await db.models.order.findFirst({
    where: { id: orderId, courier: { isSimulated: true } },
    include: {
      stops: { orderBy: { position: "asc" } },
      statusChanges: { orderBy: { id: "desc" } },
      courier: { include: { position: true } },
      refusals: { select: { courierId: true } },
      account: true,
      way: true,
    },
  });
  if (order === null || order.courierId === null) return null;
  const [pickup, ...dropoffs] = order.stops;
  if (pickup === undefined) return null;
  const { account, statusChanges } = order;
  const conduct = await getSimulationSettings(db, order.id);
  const [next] = await listRoute(db, order.courierId);
  const way = order.way?.courierId === order.courierId ? ROUTE.parse(order.way) : null;
  const { scenario, speed: scenarioSpeed, isManual, isSilent, heldUntil } = conduct;
  const proofs = order.stops.map(({ proofPhoto: photo, proofCode: code, proofSignature: signature }) =>
    effectiveProof({ photo, code, signature }, account),
  );
  return {
    courierId: order.courierId,
    scope: mintScope(order.accountId, order.mode),
    externalOrderId: order.externalOrderId,
    mode: order.mode,
    status: order.status,
    durationSeconds: order.durationSeconds,
    scenarioSpeed,
    isManual,
    isSilent,
    heldUntil,
    scenario,
    refusals: order.refusals.length,
    readyAt: order.readyAt,
    windowStarts: dropoffs.map(({ windowFrom }) => windowFrom),
    pickedUpAt: statusChanges.find(({ status }) => status === "in_progress")?.changedAt ?? null,
    waitingMinutes: account.waitingMinutes,
    answerMinutes: account.answerMinutes,
    proofs,
    tokens: {
      trackingToken: order.trackingToken,
      dropoffTokens: dropoffs.map(({ trackingToken }) => trackingToken),
    },
    codes: dropoffs.map(({ codeTries, codeCheck }, index) => ({
      isAsked: proofs[index + 1]?.code ?? false,
      triesLeft: Math.max(0, MAX_CODE_ATTEMPTS - codeTries),
      isOverridden: codeCheck === "overridden",
    })),
    progress: getProgress({ ...order, dropoffs, changedAt: statusChanges[0]?.changedAt }),
    isNext: next === undefined || next.orderId === order.id,
    isHandedOverWithAnother: order.status === "assigned" && (await isCollecting(db, order.courierId, pickup)),
    position: order.courier?.position ?? null,
    pickup,
    takeover: leftJoined({ latitude: order.takeoverLatitude, longitude: order.takeoverLongitude }),
    approach: legToPickup(pickup, dropoffs, way),
    legs: routeLegs(pickup, dropoffs, order.routingMode, way),
  };
}
