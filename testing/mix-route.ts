import type { Database } from "@/lib/db/client";

/** Mixes the stops of a courier's orders at random; those of one order keep their sequence. */
export async function mixRoute(db: Database, courierId: string, random: () => number): Promise<void> {
  const stops = await db.models.routeStop.findMany({ where: { courierId }, orderBy: { position: "asc" } });
  const queues = [...new Set(stops.map(({ orderId }) => orderId))].map((orderId) =>
    stops.filter((stop) => stop.orderId === orderId),
  );
  for (let position = 1_000; queues.some(({ length }) => length > 0); position += 1) {
    const left = queues.filter(({ length }) => length > 0);
    const stop = left[Math.floor(random() * left.length)]?.shift();
    if (stop === undefined) continue;
    const { orderId, kind, stopPosition } = stop;
    const where = { orderId_kind_stopPosition: { orderId, kind, stopPosition } };
    await db.models.routeStop.update({ where, data: { position } });
  }
}
