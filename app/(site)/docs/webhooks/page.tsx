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

const LINK = "text-link underline underline-offset-4";

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
  ["2xx within 15 seconds", "The event is delivered."],
  ["3xx", "A failure. Redirects are not followed; register the final address."],
  ["410", "A failure, and the endpoint is turned off right away."],
  ["429, or no response in time", "A failure. The next attempt waits for at least a minute."],
  ["Anything else", "A failure."],
] as const;

export default function WebhooksPage() {
  return (
    <PageFrame>
      <h1 className="type-title">Webhooks</h1>
      <p className="mt-4 max-w-prose text-soft">
        Whatever happens to an order is sent to your webhook endpoints as a POST with a JSON body. Add an
        endpoint in the{" "}
        <Link href="/dashboard/webhooks" className={LINK}>
          dashboard
        </Link>
        , choose its events, and keep the secret it shows you. An endpoint can also send custom headers, such
        as a gateway&apos;s key. Live and test mode have separate endpoints.
      </p>

      <Section id="guarantees" title="Guarantees">
        <ul className="list-disc space-y-2 pl-5 text-soft">
          <li>
            <strong className="text-ink">At least once.</strong> An event is stored together with the change
            it describes, and is sent until you respond with 2xx or its attempts are used up. It may arrive
            twice: remember the <Term>webhook-id</Term>s you have processed. A <Term>webhook-id</Term> is the
            event&apos;s <Term>id</Term> and the same on every attempt.
          </li>
          <li>
            <strong className="text-ink">In any order.</strong> A later event can arrive before an earlier
            one. <Term>sequence</Term> counts the events of an order from 1 without gaps: ignore an event
            whose number is not greater than the last one you processed. Each event has the whole order as it
            was at that moment.
          </li>
          <li>
            <strong className="text-ink">The same bytes everywhere.</strong> All attempts and the{" "}
            <Link href="/docs/listEvents" className={LINK}>
              journal
            </Link>{" "}
            carry the same id and body. If your server was down for longer than the attempts last, read the
            journal, which keeps 30 days.
          </li>
          <li>
            Bodies are JSON in UTF-8, well below 64 KiB. New fields and events may be added; ignore the ones
            you don&apos;t know.
          </li>
        </ul>
      </Section>

      <Section id="signature" title="Verify signatures">
        <p className="text-soft">
          Webhooks are signed with{" "}
          <a href="https://www.standardwebhooks.com/" className={LINK}>
            Standard Webhooks
          </a>
          , so any of its libraries will verify them. By hand: compute an HMAC-SHA256 of{" "}
          <Term>id.timestamp.body</Term>, with the base64 after <Term>whsec_</Term> as the key. Use the body
          exactly as received, before parsing it, and refuse timestamps more than five minutes off. For 24
          hours after a secret is rotated there are two signatures; either one is enough.
        </p>
        {VERIFICATION_SAMPLES.map(({ id, label, highlight, code }) => (
          <div key={id}>
            <h3 className="mb-2 font-semibold">{label}</h3>
            <Code code={code} language={highlight} label={`Verify a signature in ${label}`} />
          </div>
        ))}
        <p className="text-soft">
          If a check fails, paste the message you received into the endpoint&apos;s page in the dashboard. It
          says which part is wrong and the likely cause.
        </p>
        <p className="text-soft">On your own machine, this command receives, verifies and prints events:</p>
        <Code
          code="npm run -s cli -- webhook listen --port 4000 --secret whsec_…"
          language="bash"
          label="Receive webhooks on your own machine"
        />
      </Section>

      <Section id="answers" title="Responses and retries">
        <Table label="Responses" head={["Your response", "What it means"]} rows={ANSWERS} />
        <p className="text-soft">
          Respond first and process afterwards: you have 15 seconds in total, and only the first 4 KiB of the
          response are kept. Each event gets up to ten attempts:
        </p>
        <Table label="Attempts" head={["Attempt", "After the previous one", "In total"]} rows={SCHEDULE} />
        <p className="text-soft">
          Each wait varies by up to a fifth, so that events that failed together are not all retried at once.{" "}
          <Term>Retry-After</Term> can make a wait up to twice as long, never shorter. An endpoint that has
          only failed for five days is turned off, and the dashboard says so. The dashboard keeps every
          attempt for 30 days, and you can resend whatever was missed. If the service sends email, account
          owners get one when an endpoint has only failed for an hour and another when it is turned off, but
          never about test endpoints or endpoints that a person paused.
        </p>
      </Section>

      <h2 id="events" className="mt-12 text-xl type-heading">
        <a href="#events" className="hover:underline">
          Events
        </a>
      </h2>
      <p className="mt-4 max-w-prose text-soft">All events have the same fields:</p>
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
            <summary className="cursor-pointer py-1 text-sm text-link">Example</summary>
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
