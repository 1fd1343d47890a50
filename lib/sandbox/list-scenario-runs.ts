import * as z from "zod";
import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { orders, rehearsals } from "@/lib/db/generated/columns";
import * as enums from "@/lib/db/generated/enums";
import { bool, enumColumn, json, pick, type RowOf } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { SCENARIOS } from "@/lib/sandbox/scenario";

const DELIVERIES = z.array(
  z.object({
    event: z.string(),
    state: z.enum(enums.WebhookDeliveryState),
    /** The status of each attempt, null if no response came. */
    answers: z.array(z.int().nullable()),
  }),
);

const RUN = {
  ...pick(orders, "externalOrderId orderCode status"),
  isManual: rehearsals.isManual,
  at: rehearsals.createdAt,
  scenario: enumColumn(SCENARIOS),
  isReturning: bool,
  isNotFoundTold: bool,
  deliveries: json(DELIVERIES),
};

export type Run = Readonly<RowOf<typeof RUN>>;

/** The latest order of each scenario with the responses to its events, in event order. */
export function listScenarioRuns(db: Queryable, { accountId }: AccountScope): Promise<Run[]> {
  return query(db, RUN)`
    SELECT latest.scenario, latest.is_manual, latest.created_at AS at, o.external_order_id, o.order_code, o.status,
           coalesce(o.return_state = 'on_the_way', false) AS is_returning,
           o.courier_not_found_at IS NOT NULL AS is_not_found_told, told.deliveries
    FROM unnest(${[...SCENARIOS]}::text[]) WITH ORDINALITY AS named(scenario, place)
    CROSS JOIN LATERAL (
      SELECT * FROM rehearsals r WHERE r.account_id = ${accountId}::uuid AND r.scenario = named.scenario
      ORDER BY r.created_at DESC LIMIT 1) latest
    JOIN orders o ON o.id = latest.order_id
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('event', v.type, 'state', d.state, 'answers', coalesce(
               (SELECT jsonb_agg(a.status ORDER BY a.number) FROM webhook_attempts a WHERE a.delivery_id = d.id),
               '[]')) ORDER BY v.sequence, e.created_at, e.id), '[]') AS deliveries
      FROM events v
      JOIN webhook_endpoints e ON e.account_id = v.account_id AND e.mode = v.mode AND e.deleted_at IS NULL
      JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.event_id = v.id
      WHERE v.order_id = o.id) told
    ORDER BY named.place`;
}

export type ScenarioRunItem = Awaited<ReturnType<typeof listLatestScenarioRuns>>[number];

export async function listLatestScenarioRuns(db: Queryable, { accountId }: AccountScope, limit: number) {
  const runs = await db.models.scenarioRun.findMany({
    where: { accountId, scenario: { in: [...SCENARIOS] } },
    select: {
      scenario: true,
      isManual: true,
      createdAt: true,
      order: { select: { externalOrderId: true, orderCode: true, status: true } },
    },
    orderBy: [{ createdAt: "desc" }, { orderId: "desc" }],
    take: limit,
  });
  return runs.map(({ createdAt: at, order, ...run }) => ({ ...run, ...order, at }));
}
