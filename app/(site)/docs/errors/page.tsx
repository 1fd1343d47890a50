import type { Metadata } from "next";
import Link from "next/link";
import { Code, Prose, Term } from "@/components/docs/code";
import { PageFrame } from "@/components/docs/page-frame";
import { ERROR_PAGES } from "@/lib/reference/errors";

export const metadata: Metadata = {
  title: "Errors",
  description: "Every error of the Dropline API: status, identifier, meaning, and what to do.",
};

const EXAMPLE = {
  success: false,
  error: {
    id: "validation.partner_payload_invalid",
    code: "INVALID_PAYLOAD",
    message: "pickup.address.latitude: must be at most 90",
    details: '[{"field":"pickup.address.latitude","message":"must be at most 90"}]',
  },
};

const DECODING = `const { error } = await response.json();
for (const { field, message } of JSON.parse(error.details)) {
  console.log(field, message); // pickup.address.latitude must be at most 90
}`;

const RETRYING = `async function callWithRetries(request, tries = 6) {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(request.clone());
    const mayRetry = [409, 429, 503].includes(response.status) && response.headers.has("Retry-After");
    if (!mayRetry || attempt === tries) return response;
    const jitter = Math.random() * Math.min(2 ** attempt, 60);
    const seconds = Number(response.headers.get("Retry-After")) + jitter;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}`;

export default function ErrorsPage() {
  return (
    <PageFrame>
      <h1 className="type-title">Errors</h1>
      <p className="mt-4 max-w-prose text-soft">
        Every error has the same envelope. <Term>error.id</Term> and <Term>error.code</Term> identify it and
        never change; <Term>error.message</Term> is for people.
      </p>
      <div className="mt-4">
        <Code code={JSON.stringify(EXAMPLE, null, 2)} language="json" label="An error" />
      </div>

      <h2 className="mt-10 type-heading">details is JSON inside a string</h2>
      <p className="mt-2 max-w-prose text-soft">
        For a rejected payload it lists every invalid field at once, by dot-joined path; for every other error
        it is <Term>{'"[]"'}</Term>. Decode it a second time:
      </p>
      <div className="mt-4">
        <Code code={DECODING} language="javascript" label="Decode the details" />
      </div>

      <h2 className="mt-10 type-heading">Retrying</h2>
      <p className="mt-2 max-w-prose text-soft">
        A 429, a 503 and the 409 for a creation in progress have <Term>Retry-After</Term> in seconds. Wait
        that long, plus some jitter so that clients don&apos;t all return at once, and longer each time.
        Retrying won&apos;t change any other 409.
      </p>
      <div className="mt-4">
        <Code code={RETRYING} language="javascript" label="Retry with increasing intervals and jitter" />
      </div>

      <h2 className="mt-10 type-heading">All errors</h2>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {ERROR_PAGES.map(({ slug, ids, status, message }) => (
          <li key={slug} className="py-3">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-mono text-sm text-soft">{status}</span>
              <Link
                href={`/docs/errors/${slug}`}
                className="font-mono text-sm font-semibold text-link underline underline-offset-4 [overflow-wrap:anywhere]"
              >
                {ids.join(", ")}
              </Link>
            </p>
            <p className="mt-1 text-sm text-soft">
              <Prose text={message} />
            </p>
          </li>
        ))}
      </ul>
    </PageFrame>
  );
}
