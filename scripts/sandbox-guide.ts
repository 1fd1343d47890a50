import { MESSAGES } from "@/messages/messages";
import type { ScenarioEvent, TestScenario } from "@/testing/run-scenarios";

export const SANDBOX_GUIDE = "docs/sandbox.md";

const OPENING = [
  "# Sandbox",
  "Simulated couriers deliver test orders. By default an order goes as planned and ends within two minutes. Two headers of `POST /orders`, sent with a test key, change that:",
  "- `X-Sandbox-Scenario`: one of the scenarios below. In the dashboard, choose it in the order form.\n- `X-Sandbox-Speed`: how many times faster than real time the order goes, 1 to 600. Waiting times, answer times and delays shrink accordingly.",
  "Both headers return a 400 with a live key or an unknown value. A repeated create ignores them. In `wrong_code` every dropoff requires a code, whatever the request says.",
  "`POST /sandbox/orders/{external_order_id}/step` moves an order manually, one courier step per call. After the first call the order no longer moves automatically. The body is optional: `step` names a step, `report` contains the details that the courier reports.",
  "If a delivery fails and `if_undeliverable` is `ask`, the question stays open for the answer time of your account, at sandbox speed. If you do not answer it, your account’s default decides.",
  "A test order gets its courier at once, so `planned_pickup` is always null. Couriers wait at the pickup until `ready_at`. Like `delivery_time`, it is real time at any speed.",
  "In `gps_lost` the last known position stays until it is 30 minutes old in sandbox time. Then `driver_location` is null.",
  "The Sandbox page of the dashboard (`/dashboard/sandbox?mode=test`) lists the scenarios that your account has run and the responses of your endpoints. A scenario passes when its latest order has ended and your endpoint responded to every event with a 2xx.",
  "The scenarios below were recorded from orders on a running service (`npm run record-scenarios`). A test repeats the recording.",
];

const FAULTS: Readonly<Record<NonNullable<ScenarioEvent["fault"]>, string>> = {
  duplicate: "sent twice, with the same `webhook-id`",
  overtaken: "sent after the next event",
  late: "sent five minutes late",
  counted_as_500: "sent again, because the first response counts as a 500",
};

export function buildSandboxGuide(scenarios: readonly TestScenario[]): string {
  return `${[...OPENING, ...scenarios.flatMap(buildSection)].join("\n\n")}\n`;
}

function buildSection({ scenario, dropoffs, statuses, events, stops }: TestScenario): string[] {
  const count = dropoffs > 1 ? ` Recorded with ${dropoffs} dropoffs.` : "";
  const outcomes = stops.map(({ kind, outcome }) => `${kind} \`${outcome}\``).join(", ");
  return [
    `## ${scenario}`,
    `${MESSAGES.en.sandbox.scenario[scenario]}${count}`,
    [
      `- Statuses: ${statuses.map((status) => `\`${status}\``).join(", ")}`,
      `- Stops: ${outcomes}`,
      `- Events: ${describeEvents(events)}`,
    ].join("\n"),
  ];
}

/** A fault that all events share is stated once. */
function describeEvents(events: readonly ScenarioEvent[]): string {
  const first = events[0]?.fault ?? null;
  const shared = events.every(({ fault }) => fault === first) ? first : null;
  const names = events.map(({ event, fault }) =>
    fault === null || fault === shared ? `\`${event}\`` : `\`${event}\` (${FAULTS[fault]})`,
  );
  return `${names.join(", ")}${shared === null ? "" : `; each ${FAULTS[shared]}`}`;
}
