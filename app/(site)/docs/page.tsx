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
    "How the Dropline API works: keys, response envelope, safe retries, quotes, statuses, limits and events.",
};

export const dynamic = "force-dynamic";

const MOVES = [
  ["new", "assigned", "A courier is assigned. driver is set."],
  ["assigned", "in_progress", "The courier confirms the pickup."],
  ["in_progress", "delivered", "The courier confirms the last dropoff. delivered_at is set."],
  ["new, assigned, in_progress", "cancelled", "The order is cancelled, at any moment before delivery."],
] as const;

const EDITS = [
  ["Contacts, address text, instructions, comment", "yes", "yes", "no", "unchanged"],
  ["Buyout amount and payment type", "yes", "yes", "no", "unchanged"],
  ["Coordinates, cargo sizes, routing mode", "yes", "yes", "no", "recalculated, or from a valid quote"],
  ["Number of dropoffs (PUT only)", "yes", "yes", "no", "recalculated, or from a valid quote"],
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
  ["Dropoffs in an order or quote", "1 to 10"],
  ["Dropoff index in PATCH", "0 to 9"],
  ...textLimits("address.", ADDRESS_FIELDS),
  ...textLimits("contact.", CONTACT_FIELDS),
  ...textLimits("", DROPOFF_FIELDS),
  ["comment on an order or cancellation", "at most 2000 characters"],
  ["Cancellation reason", "at most 255 characters"],
  ["limit in lists", "1 to 100, default 20"],
  ["Latitude, longitude", "-90 to 90, -180 to 180"],
  ["Quote lifetime", "5 minutes"],
  ["Age of driver_location", "under 30 minutes"],
  ["Request body", "256 KiB"],
  ["Requests per key", "see rate_limit_per_minute in ping"],
] as const;

export default function DocsPage() {
  const base = config().publicUrl;
  return (
    <PageFrame>
      <h1 className="type-title">API reference</h1>
      <p className="mt-4 max-w-prose text-soft">
        JSON over HTTP at <Term>{base}</Term>. Every operation is available under <Term>/v1/partner</Term> and
        under <Term>/v1/delivery</Term>; the tariff under <Term>/v1/delivery</Term> only. Also available as an{" "}
        <a href="/openapi.json" className="text-link underline underline-offset-4">
          OpenAPI 3.1 document
        </a>
        .
      </p>

      <Section id="keys" title="Keys">
        <p className="text-soft">
          Every request carries <Term>Authorization: Bearer &lt;API_KEY&gt;</Term>. A key begins with{" "}
          <Term>dl_live_</Term> or <Term>dl_test_</Term>. Test keys work in test mode: the same account and
          the same rules, but separate orders, and nothing real happens. Every key has one scope,{" "}
          <Term>orders:write</Term>, which gives access to the whole API.
        </p>
        <Code
          code={`curl ${base}/v1/partner/ping -H "Authorization: Bearer $DROPLINE_KEY"`}
          language="bash"
          label="Check a key"
        />
      </Section>

      <Section id="envelope" title="Envelope">
        <p className="text-soft">
          A response has <Term>success</Term> and either <Term>data</Term> or <Term>error</Term>.{" "}
          <Link href="/docs/errors" className="text-link underline underline-offset-4">
            Errors
          </Link>{" "}
          have a page each. Every response has an <Term>X-Request-Id</Term>: yours if you send one, otherwise
          ours.
        </p>
        <p className="text-soft">
          Leave out fields that have no value. <Term>null</Term> is accepted only where the field table says
          nullable; anywhere else it is a 400, <Term>must not be null; leave it out</Term>. Unknown fields are
          ignored.
        </p>
      </Section>

      <Section id="retries" title="Safe retries">
        <p className="text-soft">
          You choose <Term>external_order_id</Term>, and it makes one order. After a timeout, send the same
          request again: <Term>201</Term> means this request created the order, <Term>200</Term> that it
          already existed, with <Term>Idempotent-Replayed: true</Term> and, if the body asks for something
          else, <Term>Idempotent-Mismatch: true</Term>. Never reuse an identifier for a different delivery.
        </p>
      </Section>

      <Section id="addresses" title="A shop without coordinates">
        <p className="text-soft">
          Search, then quote, then order.{" "}
          <Link href="/docs/searchAddresses" className="text-link underline underline-offset-4">
            GET /addresses
          </Link>{" "}
          finds an address while it is typed, and answers in the fields of an order’s address: pass{" "}
          <Term>latitude</Term> and <Term>longitude</Term> to the quote, and all of them to the order. Where{" "}
          <Term>approximate</Term> is true the point is an estimate: show it on a map, let the customer move
          it, and ask{" "}
          <Link href="/docs/findNearestAddress" className="text-link underline underline-offset-4">
            GET /addresses/reverse
          </Link>{" "}
          what is there.
        </p>
      </Section>

      <Section id="quotes" title="Quotes">
        <p className="text-soft">
          A quote holds its price for five minutes. An order that names it gets that price if the account, the
          mode (live or test), the coordinates (to six decimals), the effective cargo sizes and the routing
          mode all match. Otherwise it is priced at the current tariff, and the response has that price. One
          quote can price several orders.
        </p>
      </Section>

      <Section id="statuses" title="Statuses">
        <StateMachine />
        <Table label="Statuses" head={["From", "To", "When"]} rows={MOVES} />
        <p className="text-soft">
          <Term>driver_location</Term> is set only while the order is assigned or in progress, and only if the
          position was received less than 30 minutes ago.
        </p>
      </Section>

      <Section id="edits" title="What you can edit, and when">
        <Table label="Edits" head={["Change", "new", "assigned", "later", "Price"]} rows={EDITS} />
      </Section>

      <Section id="events" title="Events">
        <p className="text-soft">
          Every change to an order is written to the{" "}
          <Link href="/docs/listEvents" className="text-link underline underline-offset-4">
            event journal
          </Link>{" "}
          together with the change itself. Each event has the order as it was at that moment, and a{" "}
          <Term>sequence</Term> that counts the events of that order from 1. <Term>cancellation</Term> is set
          on <Term>order.cancelled</Term> and null on every other event.
        </p>
        <p className="text-soft">
          The same events are sent to your server as{" "}
          <Link href="/docs/webhooks" className="text-link underline underline-offset-4">
            webhooks
          </Link>
          , signed, and retried until they arrive.
        </p>
      </Section>

      <Section id="limits" title="Limits">
        <Table label="Limits" head={["What", "Limit"]} rows={LIMITS} />
        <p className="text-soft">
          If a key is limited, responses carry <Term>RateLimit-Policy</Term> and <Term>RateLimit</Term> (an
          IETF draft), and a 429 also has <Term>Retry-After</Term>. The limit holds in any 60 seconds: each
          call counts for one minute, and a call exactly <Term>Retry-After</Term> seconds later succeeds.
          Lengths count characters, not bytes.
        </p>
      </Section>
    </PageFrame>
  );
}
