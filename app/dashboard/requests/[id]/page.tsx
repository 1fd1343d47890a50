import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { getFormatter, getTranslations } from "next-intl/server";
import { BackLink, DetailRow, DetailSection } from "@/app/dashboard/detail";
import { PageFrame, type PageProps, requireAccount, requireMemberPage } from "@/app/dashboard/page-frame";
import { replay } from "@/app/dashboard/requests/actions";
import { buildReplay } from "@/app/dashboard/requests/replay";
import { titleMetadata } from "@/app/title-metadata";
import { OPERATIONS } from "@/app/v1/operations";
import { BodyView } from "@/components/api/body-view";
import { HttpStatus } from "@/components/api/http-status";
import { ReplayButton } from "@/components/api/replay-button";
import { LANGUAGE_COOKIE } from "@/components/docs/language-cookie";
import { LanguageTabs } from "@/components/docs/language-tabs";
import { CopyButton } from "@/components/ui/copy-field";
import { DateTime } from "@/components/ui/date-time";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { LINK, SMALL_GHOST } from "@/components/ui/styles";
import { listAccountKeys } from "@/lib/accounts/list-account-keys";
import { readHeaders } from "@/lib/api/request-log/logged-headers";
import { placeholderBody } from "@/lib/api/request-log/placeholder-body";
import { getFieldErrors } from "@/lib/api/request-log/request-text";
import { findAccountRequest } from "@/lib/api/request-log/search-requests";
import { config } from "@/lib/config";
import { LANGUAGES } from "@/lib/docs/samples";
import { withMode } from "@/lib/http/mode";
import { loadOrder } from "@/lib/orders/load-order";
import { samplePhone } from "@/lib/phone-example";
import { runtime } from "@/lib/process/runtime";
import { toApiPath } from "@/lib/urls";

export const generateMetadata = titleMetadata("requests.call");

export default async function RequestPage({ params, searchParams }: PageProps<{ id: string }>) {
  const { id } = await params;
  const path = `/dashboard/requests/${encodeURIComponent(id)}`;
  const page = await requireMemberPage(path, searchParams, "account.view_integrations");
  const { db, clock, publicUrl } = runtime();
  const request = await findAccountRequest(db, page.staff, id, clock.now(), config().requestLogDays);
  if (request === null) notFound();
  const { mode, method, status, route, errorId, externalOrderId, requestBody, responseBody } = request;
  page.keepTo(mode);
  const { scope } = page;
  const [t, format, jar, keys, order] = await Promise.all([
    getTranslations("requests"),
    getFormatter(),
    cookies(),
    listAccountKeys(db, page.staff, mode),
    externalOrderId === null ? null : loadOrder(db, { scope, externalOrderId }),
  ]);
  const key = keys.find((one) => one.id === request.keyId);
  const list = (query: Record<string, string>) =>
    withMode(`/dashboard/requests?${new URLSearchParams(query)}`, mode);
  const fields = getFieldErrors(responseBody);
  const operation = OPERATIONS.find(
    (one) => one.method === method && one.prefixes.some((prefix) => route === toApiPath(prefix, one.path)),
  );
  const { phoneCountry } = await requireAccount(page.staff.accountId);
  const phone = samplePhone(phoneCountry);
  const prepared = buildReplay(request, phone);
  const remembered = jar.get(LANGUAGE_COOKIE)?.value;
  const language = LANGUAGES.find((one) => one.id === remembered) ?? LANGUAGES[0];
  const filled = requestBody === null ? null : placeholderBody(requestBody, phone);
  const shownKey = key === undefined ? "…" : `${key.prefix}…${key.lastFour}`;
  return (
    <PageFrame words={["requests", "try"]}>
      <BackLink list={withMode("/dashboard/requests", mode)}>{t("heading")}</BackLink>
      <Heading
        note={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <HttpStatus status={status} />
            {errorId !== null && (
              <Link href={`/docs/errors/${errorId}`} className={`${LINK} font-mono text-xs break-all`}>
                {errorId}
              </Link>
            )}
            <DateTime at={request.requestedAt.toISOString()} seconds />
            <span>
              {t("duration", { ms: format.number(request.durationMs, { maximumFractionDigits: 1 }) })}
            </span>
          </span>
        }
        actions={
          "request" in prepared ? (
            <ReplayButton
              id={id}
              changes={prepared.changes.map((change) => t(`replay.change.${change}`))}
              replay={replay}
            />
          ) : undefined
        }
      >
        <span className="font-mono text-lg break-all">
          {method} {request.path}
        </span>
      </Heading>
      {fields.length > 0 && (
        <DetailSection id="fields" title={t("fields", { count: fields.length })} look="mb-6">
          <ul className="border-t border-line text-sm">
            {fields.map(({ field, message }) => (
              <li
                key={field}
                className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]"
              >
                <span>
                  {field === "" || operation === undefined ? (
                    <code className="font-mono text-xs break-all">{field || t("whole_body")}</code>
                  ) : (
                    <Link
                      href={`/docs/${operation.operationId}#body-${field
                        .split(".")
                        .filter((part) => !/^\d+$/.test(part))
                        .join("-")}`}
                      className={`${LINK} font-mono text-xs break-all`}
                    >
                      {field}
                    </Link>
                  )}
                </span>{" "}
                <span>{message}</span>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      <dl className="mb-6 border-t border-line text-sm">
        <DetailRow term={t("columns.route")}>
          {operation === undefined ? (
            <span className="font-mono text-xs break-all">{route}</span>
          ) : (
            <Link href={`/docs/${operation.operationId}`} className={`${LINK} font-mono text-xs break-all`}>
              {method} {route}
            </Link>
          )}
        </DetailRow>
        <DetailRow term={t("columns.key")}>
          <Link href={list({ key: request.keyId })} className={`${LINK} break-words`}>
            {key?.name ?? t("unknown_key")}
          </Link>
        </DetailRow>
        {request.clientAddress !== null && (
          <DetailRow term={t("columns.address")}>{request.clientAddress}</DetailRow>
        )}
        {externalOrderId !== null && (
          <DetailRow term={t("columns.order")}>
            <Link href={list({ order: externalOrderId })} className={`${LINK} break-all`}>
              {externalOrderId}
            </Link>
            {order !== null && (
              <>
                {" · "}
                <Link
                  href={withMode(`/dashboard/orders/${order.orderCode}`, mode)}
                  className={`${LINK} font-mono`}
                >
                  {order.orderCode}
                </Link>
              </>
            )}
          </DetailRow>
        )}
        <DetailRow term={t("columns.id")}>
          <span className="font-mono text-xs break-all">{request.requestId}</span>
          <CopyButton value={request.requestId} label={t("columns.id")} look={`${SMALL_GHOST} -my-2 ml-1`} />
        </DetailRow>
        {"obstacle" in prepared && (
          <DetailRow term={t("replay.open")}>
            <span className="text-soft">{t(`replay.obstacle.${prepared.obstacle}`)}</span>
          </DetailRow>
        )}
      </dl>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <BodyView id="request-body" title={t("request_body")} json={requestBody} />
        <BodyView id="response-body" title={t("response_body")} json={responseBody} />
        <DetailSection id="headers" title={t("headers")}>
          <dl className="border-t border-line font-mono text-xs">
            {[["authorization", `Bearer ${shownKey}`], ...readHeaders(request.requestHeaders)].map(
              ([name, value]) => (
                <div key={name} className="flex flex-wrap gap-x-4 border-b border-line py-2">
                  <dt className="w-36 shrink-0 text-soft">{name}</dt>
                  <dd className="min-w-0 flex-1 break-all">{value}</dd>
                </div>
              ),
            )}
          </dl>
          <p className="mt-2 text-xs text-soft">
            {t("headers_note")} {t("masked")}
          </p>
        </DetailSection>
        <DetailSection id="code" title={t("code")}>
          <LanguageTabs
            request={{
              method,
              url: publicUrl + request.path,
              ...(filled === null ? {} : { body: filled.body }),
            }}
            initial={language.id}
          />
          {filled?.isChanged === true && <p className="mt-2 text-xs text-soft">{t("code_note")}</p>}
        </DetailSection>
      </div>
    </PageFrame>
  );
}
