import { ArrowLeft } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { openPage, PageFrame, type Query } from "@/app/dashboard/page-frame";
import { TextBox } from "@/components/requests/body";
import { HttpStatus } from "@/components/requests/http-status";
import { CopyField } from "@/components/ui/copy-field";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { CARD, LINK } from "@/components/ui/styles";
import { listAccountKeys } from "@/lib/accounts/list-account-keys";
import { inMode } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";
import { findAccountRequest } from "@/lib/requests/find-account-request";
import { curlOf, fieldErrorsOf, prettyJson } from "@/lib/requests/request-text";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("requests"))("call") };
}

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Query;
}

export default async function RequestPage({ params, searchParams }: Props) {
  const { id } = await params;
  const path = `/dashboard/requests/${encodeURIComponent(id)}`;
  const page = await openPage(path, searchParams);
  const { db, clock, publicUrl } = runtime();
  const request = await findAccountRequest(db, page.staff, id, clock.now());
  if (request === null) notFound();
  const { mode, method, status, errorId, externalOrderId, requestBody, responseBody } = request;
  const t = await getTranslations("requests");
  const format = await getFormatter();
  const key = (await listAccountKeys(db, page.staff, mode)).find((one) => one.id === request.keyId);
  const list = (query: Record<string, string>) =>
    inMode(`/dashboard/requests?${new URLSearchParams(query)}`, mode);
  const fields = fieldErrorsOf(responseBody);
  return (
    <PageFrame
      page={page}
      section="requests"
      path={path}
      mode={mode}
      modePath="/dashboard/requests"
      words={["requests"]}
    >
      <Link
        href={inMode("/dashboard/requests", mode)}
        className={`${LINK} mb-3 inline-flex min-h-11 items-center gap-2 text-sm`}
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t("heading")}
      </Link>
      <Heading note={t("masked")}>
        <span className="font-mono text-lg break-all">
          {method} {request.path}
        </span>
      </Heading>
      <div className={`${CARD} mb-5 p-4 text-sm sm:p-5`}>
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
          <Fact term={t("columns.status")}>
            <HttpStatus status={status} />
            {errorId !== null && (
              <Link href={`/docs/errors/${errorId}`} className={`${LINK} block font-mono text-xs break-all`}>
                {errorId}
              </Link>
            )}
          </Fact>
          <Fact term={t("columns.time")}>
            <Moment at={request.requestedAt.toISOString()} seconds />
          </Fact>
          <Fact term={t("columns.duration")}>
            {t("duration", { ms: format.number(request.durationMs, { maximumFractionDigits: 1 }) })}
          </Fact>
          <Fact term={t("columns.key")}>
            <Link href={list({ key: request.keyId })} className={`${LINK} break-words`}>
              {key?.name ?? t("unknown_key")}
            </Link>
          </Fact>
          {externalOrderId !== null && (
            <Fact term={t("columns.order")}>
              <Link href={list({ order: externalOrderId })} className={`${LINK} break-all`}>
                {externalOrderId}
              </Link>
            </Fact>
          )}
          <Fact term={t("columns.route")}>
            <span className="font-mono text-xs break-all">{request.route}</span>
          </Fact>
        </dl>
        <dl className="mt-4 max-w-2xl">
          <CopyField label={t("columns.id")} value={request.requestId} />
        </dl>
      </div>
      {fields.length > 0 && (
        <section aria-labelledby="fields" className={`${CARD} mb-5 border-late p-4 sm:p-5`}>
          <h2 id="fields" className="mb-3 type-heading">
            {t("fields", { count: fields.length })}
          </h2>
          <ul className="space-y-2 text-sm">
            {fields.map(({ field, message }) => (
              <li key={field}>
                <code className="rounded-md bg-fill px-1.5 py-0.5 font-mono text-xs break-all">
                  {field === "" ? t("whole_body") : field}
                </code>{" "}
                {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="grid gap-5 lg:grid-cols-2">
        <TextBox
          id="request-body"
          title={t("request_body")}
          text={requestBody === null ? null : prettyJson(requestBody)}
        />
        <TextBox
          id="response-body"
          title={t("response_body")}
          text={responseBody === null ? null : prettyJson(responseBody)}
        />
        <div className="min-w-0 lg:col-span-2">
          <TextBox id="curl" title={t("curl")} text={curlOf(request, publicUrl)} />
        </div>
      </div>
    </PageFrame>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-soft">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
