import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Code, Prose, Term } from "@/components/docs/code";
import { Fields } from "@/components/docs/fields";
import { PageFrame } from "@/components/docs/page-frame";
import { Method } from "@/components/docs/sidebar";
import { COMMON_ERRORS } from "@/lib/api/openapi";
import { OPERATIONS } from "@/lib/api/operations";
import { config } from "@/lib/config";
import { PREFIXES, type Prefix, publicError } from "@/lib/http/errors";
import type { Operation } from "@/lib/operation/operation";
import { errorPageOf } from "@/lib/reference/errors";
import { operationFields } from "@/lib/reference/fields";
import { LANGUAGES, sample } from "@/lib/reference/samples";

interface Props {
  params: Promise<{ operationId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

async function operationOf(params: Props["params"]): Promise<Operation> {
  const { operationId } = await params;
  return OPERATIONS.find((operation) => operation.operationId === operationId) ?? notFound();
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { summary, description } = await operationOf(params);
  return { title: summary, description: description.replaceAll("`", "") };
}

export default async function OperationPage({ params, searchParams }: Props) {
  const operation = await operationOf(params);
  const query = await searchParams;
  const language = LANGUAGES.find(({ id }) => id === query.lang) ?? LANGUAGES[0];
  const prefix: Prefix =
    operation.prefixes.find((one) => one === query.prefix) ?? operation.prefixes[0] ?? "partner";
  const path = `/v1/${prefix}${operation.path}`;
  const { parameters, body, data } = operationFields(operation.method, path);
  const link = (change: { lang?: string; prefix?: string }) =>
    `?${new URLSearchParams({ lang: language.id, prefix, ...change })}`;
  const url = config().publicUrl + path.replace("{external_order_id}", "shop-1042");
  const request = { method: operation.method, url, body: operation.examples?.body };
  return (
    <PageFrame current={operation.operationId} query={link({})}>
      <h1 className="type-title">{operation.summary}</h1>
      <p className="mt-3 flex flex-wrap items-baseline gap-2 font-mono text-sm [overflow-wrap:anywhere]">
        <Method method={operation.method} /> {path}
      </p>
      <p className="mt-4 max-w-prose text-soft">
        <Prose text={operation.description} />
      </p>
      <nav aria-label="Prefix" className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {operation.prefixes.length === 1 ? (
          <span className="text-soft">
            Under <Term>{`/v1/${prefix}`}</Term> only.
          </span>
        ) : (
          PREFIXES.map((one) => (
            <Link
              key={one}
              href={link({ prefix: one })}
              aria-current={one === prefix ? "true" : undefined}
              className="py-1 font-mono text-link underline-offset-4 hover:underline aria-[current]:text-ink aria-[current]:underline"
            >
              /v1/{one}
            </Link>
          ))
        )}
      </nav>

      <section className="mt-10" aria-labelledby="request">
        <h2 id="request" className="type-heading">
          Request
        </h2>
        <nav aria-label="Language" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {LANGUAGES.map(({ id, label }) => (
            <Link
              key={id}
              href={link({ lang: id })}
              aria-current={id === language.id ? "true" : undefined}
              className="py-1 text-link underline-offset-4 hover:underline aria-[current]:text-ink aria-[current]:underline"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="mt-3">
          <Code
            code={sample(language.id, request)}
            language={language.highlight}
            label={`Request in ${language.label}`}
          />
        </div>
        {parameters.length > 0 ? (
          <>
            <h3 className="mt-8 mb-2 font-semibold">Parameters</h3>
            <Fields fields={parameters} prefix="parameter" />
          </>
        ) : null}
        {body.length > 0 ? (
          <>
            <h3 className="mt-8 mb-2 font-semibold">
              Body
              {operation.isBodyOptional ? <span className="font-normal text-soft"> (optional)</span> : null}
            </h3>
            <Fields fields={body} prefix="body" />
          </>
        ) : null}
      </section>

      {Object.entries(operation.responses).map(([status, { description, example, headers }]) => (
        <section key={status} className="mt-12" aria-labelledby={`status-${status}`}>
          <h2 id={`status-${status}`} className="type-heading">
            {status}
          </h2>
          <p className="mt-1 text-soft">
            <Prose text={description} />
          </p>
          {Object.entries(headers ?? {}).map(([name, text]) => (
            <p key={name} className="mt-2 text-sm text-soft">
              <Term>{name}</Term> <Prose text={text} />
            </p>
          ))}
          <div className="mt-4">
            <Code
              code={JSON.stringify({ success: true, data: example }, null, 2)}
              language="json"
              label={`Response with status ${status}`}
            />
          </div>
          <h3 className="mt-6 mb-2 font-semibold">
            Fields of <Term>data</Term>
          </h3>
          <Fields fields={data[status] ?? []} prefix={`data-${status}`} />
        </section>
      ))}

      <section className="mt-12" aria-labelledby="errors">
        <h2 id="errors" className="type-heading">
          Errors
        </h2>
        <ul className="mt-3 space-y-1.5 text-sm">
          {[...operation.errors, ...COMMON_ERRORS].map((code) => {
            const page = errorPageOf(code);
            return page === undefined ? null : (
              <li key={code}>
                <span className="mr-2 font-mono text-soft">{page.status}</span>
                <Link
                  href={`/docs/errors/${page.slug}`}
                  className="font-mono text-link underline underline-offset-4 [overflow-wrap:anywhere]"
                >
                  {publicError(code, prefix).id}
                </Link>
              </li>
            );
          })}
        </ul>
      </section>
    </PageFrame>
  );
}
