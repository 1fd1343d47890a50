import type { Metadata } from "next";
import Link from "next/link";
import { Code, Prose, Term } from "@/components/docs/code";
import { Fields } from "@/components/docs/fields";
import { PageFrame } from "@/components/docs/page-frame";
import { Section, Table } from "@/components/docs/section";
import { WEBHOOK_WORDS, webhookExample } from "@/lib/api/webhooks";
import { webhookFields } from "@/lib/reference/fields";
import { VERIFICATION_SAMPLES } from "@/lib/reference/samples";
import { TEST_EVENTS } from "@/lib/webhooks/webhook-event";

export const metadata: Metadata = {
  title: "Webhooks",
  description: "The events that Dropline sends: payloads, signatures, guarantees and retries.",
};

const LINK = "text-accent underline underline-offset-4";

const SCHEDULE = [
  ["1", "at once", "0"],
  ["2", "5 seconds", "5 s"],
  ["3", "5 minutes", "5 min"],
  ["4", "30 minutes", "35 min"],
  ["5", "2 hours", "2 h 35 min"],
  ["6", "5 hours", "7 h 35 min"],
  ["7", "10 hours", "17 h 35 min"],
  ["8", "14 hours", "31 h 35 min"],
  ["9", "20 hours", "51 h 35 min"],
  ["10", "24 hours", "75 h 35 min"],
] as const;

const ANSWERS = [
  ["2xx within 15 seconds", "It has arrived."],
  ["3xx", "A failure: redirects are not followed. Register the address that they lead to."],
  ["410", "A failure, and the endpoint is turned off at once."],
  ["429, or no answer in time", "A failure; the next try waits for a minute at least."],
  ["Anything else", "A failure."],
] as const;

export default function WebhooksPage() {
  return (
    <PageFrame>
      <h1 className="text-3xl font-semibold tracking-tight">Webhooks</h1>
      <p className="mt-4 max-w-prose text-soft">
        Whatever happens to an order is sent to your endpoints as a POST with a JSON body. Register an address
        in the{" "}
        <Link href="/dashboard/webhooks" className={LINK}>
          dashboard
        </Link>
        , choose its events, and keep the secret that it shows. An endpoint may also have headers of your own,
        such as a gateway&apos;s key. Test and live orders have endpoints of their own.
      </p>

      <Section id="guarantees" title="What is guaranteed">
        <ul className="list-disc space-y-2 pl-5 text-soft">
          <li>
            <strong className="text-ink">At least once.</strong> An event is written down together with the
            change that it tells of, and is sent until you have answered with 2xx or its tries are used up. It
            may come twice: remember the <Term>webhook-id</Term> that you have had, which is the event&apos;s{" "}
            <Term>id</Term> and the same at every try.
          </li>
          <li>
            <strong className="text-ink">In no promised order.</strong> A later event can come before an
            earlier one. <Term>sequence</Term> counts the events of an order from 1 without gaps: ignore one
            that is not greater than the last that you have dealt with. Each event has the whole order as it
            was then.
          </li>
          <li>
            <strong className="text-ink">The same bytes everywhere.</strong> All tries and the{" "}
            <Link href="/docs/listEvents" className={LINK}>
              journal
            </Link>{" "}
            carry the same id and body. Whoever was down for longer than the tries last reads the journal,
            which has 30 days.
          </li>
          <li>
            Bodies are JSON in UTF-8 and well below 64 KiB. New fields and new events can be added; ignore
            what you do not know.
          </li>
        </ul>
      </Section>

      <Section id="signature" title="Checking the signature">
        <p className="text-soft">
          Webhooks are signed as{" "}
          <a href="https://www.standardwebhooks.com/" className={LINK}>
            Standard Webhooks
          </a>{" "}
          has it, so its libraries do. By hand: an HMAC-SHA256 over <Term>id.timestamp.body</Term>, whose key
          is the base64 after <Term>whsec_</Term>. Check the body as it came, before it is parsed, and refuse
          a timestamp more than five minutes off. For 24 hours after a secret was rotated there are two
          signatures, and either will do.
        </p>
        {VERIFICATION_SAMPLES.map(({ id, label, highlight, code }) => (
          <div key={id}>
            <h3 className="mb-2 font-semibold">{label}</h3>
            <Code code={code} language={highlight} label={`Checking a signature in ${label}`} />
          </div>
        ))}
        <p className="text-soft">
          Where a check fails, the endpoint&apos;s page in the dashboard takes the message that you have got
          and says which part of it is wrong, and why it likely is.
        </p>
        <p className="text-soft">On a machine of your own, this receives, checks and prints events:</p>
        <Code
          code="npm run -s cli -- webhook listen --port 4000 --secret whsec_…"
          language="bash"
          label="Receiving on your own machine"
        />
      </Section>

      <Section id="answers" title="Answers and retries">
        <Table label="Answers" head={["Your answer", "What it means"]} rows={ANSWERS} />
        <p className="text-soft">
          Answer first and work afterwards: 15 seconds are for everything, and only the first 4 KiB of an
          answer are kept. A failed event is tried ten times in all:
        </p>
        <Table label="Tries" head={["Try", "After the one before", "In all"]} rows={SCHEDULE} />
        <p className="text-soft">
          Each wait is up to a fifth shorter or longer, so that events that failed together do not come back
          together. <Term>Retry-After</Term> can lengthen a wait to twice its length, and never shortens one.
          An endpoint that has only failed for five days is turned off, and the dashboard says so. There every
          attempt is on record for 30 days, and whatever was missed can be sent again. Where the service sends
          mail, owners of the account also get a letter once an endpoint has only failed for an hour, and one
          when it is turned off; nobody is mailed about endpoints of test orders, or those that a person
          pauses.
        </p>
      </Section>

      <h2 id="events" className="mt-12 text-xl font-semibold">
        <a href="#events" className="hover:underline">
          Events
        </a>
      </h2>
      <p className="mt-4 max-w-prose text-soft">All of them have the same fields:</p>
      <div className="mt-4">
        <Fields fields={webhookFields("order.created")} prefix="payload" />
      </div>
      {TEST_EVENTS.map((type) => (
        <section key={type} id={type} aria-labelledby={`${type}-heading`} className="mt-10">
          <h3 id={`${type}-heading`} className="font-mono font-semibold">
            <a href={`#${type}`} className="hover:underline">
              {type}
            </a>
          </h3>
          <p className="mt-1 font-medium">{WEBHOOK_WORDS[type].summary}</p>
          <p className="mt-1 max-w-prose text-sm text-soft">
            <Prose text={WEBHOOK_WORDS[type].description} />
          </p>
          <details className="mt-3">
            <summary className="cursor-pointer py-1 text-sm text-accent">An example</summary>
            <div className="mt-2">
              <Code
                code={JSON.stringify(webhookExample(type), null, 2)}
                language="json"
                label={`Example of ${type}`}
              />
            </div>
          </details>
        </section>
      ))}
    </PageFrame>
  );
}
