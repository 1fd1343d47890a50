import type { Metadata } from "next";
import Link from "next/link";
import { Term } from "@/components/docs/code";
import { PageFrame } from "@/components/docs/page-frame";
import { Section, Table } from "@/components/docs/section";
import scenarios from "@/lib/reference/scenarios.json";
import { SCENARIOS, SPEED_LIMITS } from "@/lib/sandbox/scenario";
import { MESSAGES } from "@/messages/messages";

export const metadata: Metadata = {
  title: "Testing",
  description: "Scenarios of the sandbox: what goes wrong on purpose, with every status, event and webhook.",
};

const LINK = "text-link underline underline-offset-4";

const FAULTS: Readonly<Record<string, string>> = {
  duplicate: "twice, with the same webhook-id",
  overtaken: "after the next event",
  late: "five minutes late",
  counted_as_500: "again: the first response counts as a 500",
};

export default function TestingPage() {
  const words = MESSAGES.en.rehearsal.scenario;
  return (
    <PageFrame>
      <h1 className="type-title">Testing</h1>
      <p className="mt-4 max-w-prose text-soft">
        Orders of test mode are carried by simulated couriers. By default an order goes to plan and ends
        within a minute or two. With a test key, two headers of{" "}
        <Link href="/docs/createOrder" className={LINK}>
          POST /orders
        </Link>{" "}
        change that: <Term>X-Sandbox-Scenario</Term> names a scenario below, and <Term>X-Sandbox-Speed</Term>{" "}
        says how many times faster than in life the order goes, from {SPEED_LIMITS.min} to {SPEED_LIMITS.max}.
        To move an order by hand, see{" "}
        <Link href="/docs/stepOrder" className={LINK}>
          Move a test order by hand
        </Link>
        . What your account has gone through is listed in the{" "}
        <Link href="/dashboard/rehearsal?mode=test" className={LINK}>
          dashboard
        </Link>
        .
      </p>
      {SCENARIOS.map((name) => {
        const run = scenarios.find(({ scenario }) => scenario === name);
        return (
          <Section key={name} id={name} title={name}>
            <p className="text-soft">{words[name]}</p>
            <p className="text-sm text-soft">Statuses: {run?.statuses.join(" → ")}</p>
            <Table
              label={`Events of ${name}`}
              head={["No.", "Event", "Status", "Webhook"]}
              rows={(run?.events ?? []).map(({ event, status, fault }, index) => [
                String(index + 1),
                event,
                status,
                (fault === null ? undefined : FAULTS[fault]) ?? "once",
              ])}
            />
          </Section>
        );
      })}
    </PageFrame>
  );
}
