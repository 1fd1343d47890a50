import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Prose, Term } from "@/components/docs/code";
import { PageFrame } from "@/components/docs/page-frame";
import { OPERATIONS } from "@/lib/api/operations";
import { ERROR_PAGES, type ErrorPage } from "@/lib/reference/errors";

interface Props {
  params: Promise<{ errorId: string }>;
}

export function generateStaticParams() {
  return ERROR_PAGES.map(({ slug }) => ({ errorId: slug }));
}

async function pageOf(params: Props["params"]): Promise<ErrorPage> {
  const { errorId } = await params;
  return ERROR_PAGES.find(({ slug, ids }) => slug === errorId || ids.includes(errorId)) ?? notFound();
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { ids, message } = await pageOf(params);
  return { title: ids[0] ?? "Error", description: message };
}

export default async function ErrorDetailPage({ params }: Props) {
  const { ids, code, status, message, advice, operations } = await pageOf(params);
  const concerned = OPERATIONS.filter(({ operationId }) => operations.includes(operationId));
  return (
    <PageFrame>
      <p className="text-sm">
        <Link href="/docs/errors" className="text-link underline underline-offset-4">
          Errors
        </Link>
      </p>
      <h1 className="mt-2 font-mono type-heading tracking-tight [overflow-wrap:anywhere] sm:text-2xl">
        {ids.join(", ")}
      </h1>
      <dl className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-3">
        <dt className="text-soft">Status</dt>
        <dd className="font-mono">{status}</dd>
        <dt className="text-soft">Code</dt>
        <dd>
          <Term>{code}</Term>
        </dd>
        <dt className="text-soft">Meaning</dt>
        <dd>
          <Prose text={message} />
        </dd>
        <dt className="text-soft">What to do</dt>
        <dd>
          <Prose text={advice} />
        </dd>
      </dl>
      {concerned.length > 0 ? (
        <>
          <h2 className="mt-10 type-heading">Operations that can return it</h2>
          <ul className="mt-3 space-y-1">
            {concerned.map(({ operationId, summary }) => (
              <li key={operationId}>
                <Link href={`/docs/${operationId}`} className="text-link underline underline-offset-4">
                  {summary}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </PageFrame>
  );
}
