import type { Mode } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { getTariff } from "@/lib/pricing/get-tariff";
import { fromRubles, type Kopecks, kopecks } from "@/lib/pricing/money";
import { checkTariff, legPrice, type Tariff } from "@/lib/pricing/tariff";
import type { TariffReview } from "@/lib/pricing/tariff-review";

const MAX_PREVIEWED = 5_000;
const MAX_CHANGES = 5;
const WEEK_MS = 7 * 24 * 60 * 60_000;

interface PriceChange {
  readonly code: string;
  readonly before: Kopecks;
  readonly after: Kopecks;
}

/** What the tariff page shows, depending on the pressed button; nothing once the tariff is in force. */
export interface TariffAnswer {
  readonly preview: TariffPreview | null;
  readonly review: TariffReview | null;
}

export type TariffPreview = Awaited<ReturnType<typeof previewTariff>>;

/** @throws DomainError INVALID_PAYLOAD with every problem */
export async function checkNewTariff(scalars: Omit<Tariff, "id">): Promise<void> {
  const issues = checkTariff(scalars);
  if (issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
}

/** Prices last week's orders by another tariff, and writes nothing. @throws DomainError INVALID_PAYLOAD as setTariff */
export async function previewTariff(
  { db, clock }: Pick<Context, "db" | "clock">,
  mode: Mode,
  scalars: Omit<Tariff, "id">,
  most = MAX_PREVIEWED,
) {
  await checkNewTariff(scalars);
  const { id: tariffId } = await getTariff(db);
  const since = new Date(clock.now().getTime() - WEEK_MS);
  // By id, which has an index and follows the time of creation.
  const newest = await db.models.order.findMany({
    where: { mode },
    orderBy: { id: "desc" },
    take: most,
    select: {
      ...{ orderCode: true, status: true, createdAt: true, tariffId: true, price: true, cargoSize: true },
      stops: { where: { position: { gt: 0 } }, select: { distanceMeters: true, cargoSize: true } },
    },
  });
  const tariff = { ...scalars, id: tariffId };
  const changes = newest.flatMap((order): PriceChange[] => {
    const { orderCode: code, price, cargoSize } = order;
    const isCounted = order.createdAt >= since && order.tariffId === tariffId && order.status !== "cancelled";
    if (!isCounted || price === null) return [];
    const after = sum(
      order.stops.map((stop) => legPrice(tariff, stop.distanceMeters ?? 0, stop.cargoSize ?? cargoSize)),
    );
    return [{ code, before: fromRubles(price), after }];
  });
  const difference = ({ before, after }: PriceChange) => after - before;
  return {
    count: changes.length,
    /** Whether older orders of the week are left out. */
    isBounded: newest.length === most && (newest.at(-1)?.createdAt ?? since) >= since,
    before: sum(changes.map(({ before }) => before)),
    after: sum(changes.map(({ after }) => after)),
    dearer: changes.filter((change) => difference(change) > 0).length,
    cheaper: changes.filter((change) => difference(change) < 0).length,
    largest: changes
      .filter((change) => difference(change) !== 0)
      .sort((a, b) => Math.abs(difference(b)) - Math.abs(difference(a)))
      .slice(0, MAX_CHANGES),
  };
}

const sum = (amounts: readonly Kopecks[]): Kopecks =>
  kopecks(amounts.reduce((total, amount) => total + amount, 0));
