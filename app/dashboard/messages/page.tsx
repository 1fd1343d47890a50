import { MessageSquareText } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { MessageLine } from "@/components/tracking/message-line";
import { EmptyState } from "@/components/ui/empty-state";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { LINK, SECONDARY, SMALL_SECONDARY } from "@/components/ui/styles";
import { withMode } from "@/lib/http/mode";
import { runtime } from "@/lib/process/runtime";
import { listMessages } from "@/lib/tracking/messages/list-messages";

export const generateMetadata = titleMetadata("recipient.list.heading");

const PATH = "/dashboard/messages";
const PER_PAGE = 50;

export default async function MessagesPage({ searchParams }: { searchParams: Query }) {
  const { mode, scope, parameter } = await requireMemberPage(PATH, searchParams, "account.view");
  const t = await getTranslations("recipient.list");
  const before = parameter("before");
  const { messages, nextBefore } = await listMessages(runtime().db, scope, {
    before: /^\d{1,18}$/.test(before) ? BigInt(before) : null,
    limit: PER_PAGE,
  });
  return (
    <PageFrame words={["recipient"]}>
      <Heading
        note={<p className="max-w-2xl">{t(mode === "test" ? "test_text" : "note")}</p>}
        actions={
          <Link href={withMode("/dashboard/settings/messages", mode)} className={SECONDARY}>
            {t("settings")}
          </Link>
        }
      >
        {t("heading")}
      </Heading>
      {messages.length === 0 ? (
        <EmptyState icon={MessageSquareText} heading={t("empty")}>
          <p className="mt-1 max-w-md text-sm text-soft">{t("empty_text")}</p>
        </EmptyState>
      ) : (
        <ul aria-label={t("heading")} className="border-t border-line">
          {messages.map(({ orderCode, ...message }) => (
            <MessageLine
              key={message.id}
              message={message}
              place={
                <Link href={withMode(`/dashboard/orders/${orderCode}`, mode)} className={LINK}>
                  {orderCode}
                </Link>
              }
            />
          ))}
        </ul>
      )}
      <nav aria-label={t("pages")} className="mt-5 flex justify-between gap-3">
        {before === "" ? (
          <span />
        ) : (
          <Link href={withMode(PATH, mode)} className={SMALL_SECONDARY}>
            {t("newest")}
          </Link>
        )}
        {nextBefore !== null && (
          <Link href={withMode(`${PATH}?before=${nextBefore}`, mode)} className={SMALL_SECONDARY}>
            {t("older")}
          </Link>
        )}
      </nav>
    </PageFrame>
  );
}
