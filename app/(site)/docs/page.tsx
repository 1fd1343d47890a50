import type { Metadata } from "next";
import Link from "next/link";
import { Code, Term } from "@/components/docs/code";
import { PageFrame } from "@/components/docs/page-frame";
import { Section, Table } from "@/components/docs/section";
import { StateMachine } from "@/components/docs/state-machine";
import { config } from "@/lib/config";
import { ADDRESS_FIELDS, CONTACT_FIELDS, DROPOFF_FIELDS, type StopFields } from "@/lib/orders/stop-fields";

export const metadata: Metadata = {
  title: "API reference",
  description:
    "How the Dropline API works: keys, envelope, safe retries, quotes, statuses, limits and events.",
};

export const dynamic = "force-dynamic";

const MOVES = [
  ["new", "assigned", "A courier has been assigned. driver is filled from now on."],
  ["assigned", "in_progress", "The courier has confirmed the pickup."],
  ["in_progress", "delivered", "The courier has confirmed the last dropoff. delivered_at is set."],
  ["new, assigned, in_progress", "cancelled", "The order was cancelled, at any moment before delivery."],
] as const;

const EDITS = [
  ["Contacts, address text, instructions, comment", "yes", "yes", "no", "stays"],
  ["Buyout amount and payment type", "yes", "yes", "no", "stays"],
  ["Coordinates, cargo sizes, routing mode", "yes", "yes", "no", "priced anew, or by a valid quote"],
  ["Number of dropoffs (PUT only)", "yes", "yes", "no", "priced anew, or by a valid quote"],
] as const;

function textLimits(path: string, fields: StopFields): [string, string][] {
  return Object.entries(fields).flatMap(([name, field]): [string, string][] =>
    field.kind === "text" && field.max !== undefined
      ? [[path + name, `at most ${field.max} characters`]]
      : [],
  );
}

const LIMITS = [
  ["external_order_id", "1 to 128 characters"],
  ["Dropoffs of an order or quote", "1 to 10"],
  ["index of a dropoff in PATCH", "0 to 9"],
  ...textLimits("address.", ADDRESS_FIELDS),
  ...textLimits("contact.", CONTACT_FIELDS),
  ...textLimits("", DROPOFF_FIELDS),
  ["comment of an order or cancellation", "at most 2000 characters"],
  ["reason of a cancellation", "at most 255 characters"],
  ["limit of a list", "1 to 100, default 20"],
  ["Latitude, longitude", "-90 to 90, -180 to 180"],
  ["Lifetime of a quote", "5 minutes"],
  ["Age of driver_location", "under 30 minutes"],
  ["Body of a request", "256 KiB"],
  ["Requests of a key", "see rate_limit_per_minute in ping"],
] as const;

export default function DocsPage() {
  const base = config().publicUrl;
  return (
    <PageFrame>
      <h1 className="text-3xl font-semibold tracking-tight">API reference</h1>
      <p className="mt-4 max-w-prose text-soft">
        JSON over HTTP at <Term>{base}</Term>. All operations stand under <Term>/v1/partner</Term> and, alike,
        under <Term>/v1/delivery</Term>; the tariff under <Term>/v1/delivery</Term> only. The same as a
        document:{" "}
        <a href="/openapi.json" className="text-accent underline underline-offset-4">
          OpenAPI 3.1
        </a>
        .
      </p>

      <Section id="keys" title="Keys">
        <p className="text-soft">
          Every request carries <Term>Authorization: Bearer &lt;API_KEY&gt;</Term>. A key begins with{" "}
          <Term>dl_live_</Term> or <Term>dl_test_</Term>. Test keys open a separate mode of orders for the
          same account: the same rules, and nothing real happens. A key has one scope,{" "}
          <Term>orders:write</Term>, which grants the whole API.
        </p>
        <Code
          code={`curl ${base}/v1/partner/ping -H "Authorization: Bearer $DROPLINE_KEY"`}
          language="bash"
          label="Checking a key"
        />
      </Section>

      <Section id="envelope" title="Envelope">
        <p className="text-soft">
          An answer has <Term>success</Term> and either <Term>data</Term> or <Term>error</Term>.{" "}
          <Link href="/docs/errors" className="text-accent underline underline-offset-4">
            Errors
          </Link>{" "}
          have a page each. Every answer has <Term>X-Request-Id</Term>: yours if you send one, otherwise ours.
        </p>
        <p className="text-soft">
          Leave out a field that has no value. <Term>null</Term> is accepted only where the field table says
          nullable; anywhere else it is a 400, <Term>must not be null; leave it out</Term>. Fields that we do
          not know are ignored.
        </p>
      </Section>

      <Section id="retries" title="Safe retries">
        <p className="text-soft">
          <Term>external_order_id</Term> is yours, and an order is made once for it. After a time-out send the
          same request again: <Term>201</Term> means that it made the order, <Term>200</Term> that the order
          was there, with <Term>Idempotent-Replayed: true</Term> and, when the body asks for something else,{" "}
          <Term>Idempotent-Mismatch: true</Term>. Do not use an identifier for another delivery.
        </p>
      </Section>

      <Section id="quotes" title="Quotes">
        <p className="text-soft">
          A quote holds its price for five minutes. An order that names it gets that price when account, test
          or live, coordinates (to six decimals), effective cargo sizes and routing mode are all the same;
          otherwise it is priced at the current tariff, and the answer carries that price. A quote may price
          several orders.
        </p>
      </Section>

      <Section id="statuses" title="Statuses">
        <StateMachine />
        <Table label="Statuses" head={["From", "To", "When"]} rows={MOVES} />
        <p className="text-soft">
          <Term>driver_location</Term> is there only while the order is assigned or in progress, and only when
          the position was received less than 30 minutes ago.
        </p>
      </Section>

      <Section id="edits" title="What can be edited when">
        <Table label="Edits" head={["Change", "new", "assigned", "later", "Price"]} rows={EDITS} />
      </Section>

      <Section id="events" title="Events">
        <p className="text-soft">
          Every change of an order is written to the{" "}
          <Link href="/docs/listEvents" className="text-accent underline underline-offset-4">
            journal of events
          </Link>{" "}
          together with the change itself. Each event has the order as it was then, and a{" "}
          <Term>sequence</Term> that counts the events of that order from 1. <Term>cancellation</Term> is
          filled on <Term>order.cancelled</Term> and null on every other event.
        </p>
        <p className="text-soft">
          The same events come to your own address as{" "}
          <Link href="/docs/webhooks" className="text-accent underline underline-offset-4">
            webhooks
          </Link>
          , signed, and again until they have arrived.
        </p>
      </Section>

      <Section id="limits" title="Limits">
        <Table label="Limits" head={["What", "Limit"]} rows={LIMITS} />
        <p className="text-soft">
          Answers to a limited key carry <Term>RateLimit-Policy</Term> and <Term>RateLimit</Term> (an IETF
          draft), and a 429 also <Term>Retry-After</Term>. No 60 seconds hold more calls than the limit: each
          call counts for a minute after it, and a call after exactly <Term>Retry-After</Term> seconds passes.
          Lengths count characters, not bytes.
        </p>
      </Section>
    </PageFrame>
  );
}
