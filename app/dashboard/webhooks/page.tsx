import { Plus, Webhook } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { EmptyState } from "@/components/ui/empty-state";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { LINK, PRIMARY } from "@/components/ui/styles";
import { EndpointPill, endpointState } from "@/components/webhooks/states";
import { withMode } from "@/lib/http/mode";
import { runtime } from "@/lib/process/runtime";
import { listEndpoints } from "@/lib/webhooks/list-endpoints";

export const generateMetadata = titleMetadata("webhooks.heading");

export default async function WebhooksPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage("/dashboard/webhooks", searchParams, "account.view_integrations");
  const t = await getTranslations("webhooks");
  const endpoints = await listEndpoints(runtime(), page.scope);
  const canManage = page.isPermitted("account.manage_integrations");
  const failing = endpoints.filter((one) => !["on", "paused"].includes(endpointState(one))).length;
  const addLink = (
    <Link href={withMode("/dashboard/webhooks/new", page.mode)} className={PRIMARY}>
      <Plus aria-hidden="true" className="size-4" />
      {t("new")}
    </Link>
  );
  return (
    <PageFrame words={["webhooks"]}>
      <Heading
        note={
          <>
            {t("note")}{" "}
            <Link href="/docs/webhooks" className={LINK}>
              {t("docs")}
            </Link>
          </>
        }
        actions={canManage && endpoints.length > 0 ? addLink : undefined}
      >
        {t("heading")}
      </Heading>
      {failing > 0 && <Notice>{t("troubled", { count: failing })}</Notice>}
      {endpoints.length === 0 ? (
        <EmptyState icon={Webhook} heading={t("none")}>
          <p className="mx-auto mt-2 mb-5 max-w-md text-sm text-soft">
            {t(canManage ? "none_text" : "none_staff")}
          </p>
          {canManage && addLink}
        </EmptyState>
      ) : (
        <ul className="border-t border-line">
          {endpoints.map((endpoint) => {
            const { attempts, successes, p95Ms } = endpoint.figures;
            return (
              <li
                key={endpoint.id}
                className="relative grid gap-x-6 gap-y-1.5 border-b border-line py-3.5 text-sm hover:bg-hover sm:grid-cols-[minmax(0,1fr)_11rem_auto] sm:items-center"
              >
                <div className="min-w-0">
                  <Link
                    href={withMode(`/dashboard/webhooks/${endpoint.id}`, page.mode)}
                    className="inline-block min-h-6 max-w-full font-medium break-all after:absolute after:inset-0"
                  >
                    {endpoint.url}
                  </Link>
                  <p className="text-xs break-words text-soft">
                    {endpoint.description === "" ? "" : `${endpoint.description} · `}
                    {t("takes", { count: endpoint.eventTypes.length })}
                  </p>
                </div>
                <p className="text-xs text-soft tabular-nums">
                  {attempts === 0
                    ? t("figures.none")
                    : t("figures.share", { succeeded: successes, count: attempts })}
                  {p95Ms !== null && (
                    <span className="block">
                      {t("figures.p95")} {t("ms", { ms: Math.round(p95Ms) })}
                    </span>
                  )}
                </p>
                <p className="sm:w-36 sm:text-right">
                  <EndpointPill state={endpointState(endpoint)} />
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </PageFrame>
  );
}
