"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm-button";
import type { FormAction } from "@/components/ui/form-state";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { QueryCache } from "@/components/ui/query-cache";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";
import { readState } from "@/components/ui/use-live";
import type { Mode } from "@/lib/account-scope";
import { withMode } from "@/lib/http/mode";
import type { ImportProgress } from "@/lib/imports/find-import";

const POLL_MS = 1_000;
const COUNTS = ["created", "existing", "rejected", "skipped", "pending"] as const;

interface Props {
  readonly id: string;
  readonly mode: Mode;
  readonly initial: ImportProgress;
  readonly stop: FormAction;
}

export const ImportProgressPage = (props: Props) => (
  <QueryCache>
    <Progress {...props} />
  </QueryCache>
);

function Progress({ id, mode, initial, stop }: Props) {
  const t = useTranslations("import");
  const { data: progress } = useQuery({
    queryKey: ["import", id],
    queryFn: async () =>
      readState<ImportProgress>(
        await fetch(`/dashboard/import/${id}/state?mode=${mode}`, { cache: "no-store" }),
      ),
    initialData: initial,
    refetchInterval: ({ state: { data } }) => (data?.pending === 0 ? false : POLL_MS),
  });
  const { fileName, total, pending, rejected, skipped, missing } = progress;
  const done = total - pending - missing;
  const state = pending > 0 ? "running" : skipped > 0 ? "stopped" : "done";
  const counts = COUNTS.filter((name) => progress[name] > 0);
  return (
    <>
      <Heading note={fileName}>
        <span role="status">{t(`progress.${state}`, { done, total })}</span>
      </Heading>
      {missing > 0 && <Notice>{t("progress.incomplete")}</Notice>}
      {pending > 0 && (
        <>
          <progress
            value={done}
            max={total}
            aria-label={t("progress.running", { done, total })}
            className="h-1.5 w-full accent-fir"
          />
          <p className="mt-2 text-sm text-soft">{t("progress.note")}</p>
        </>
      )}
      <dl className="mt-6 grid max-w-md grid-cols-[1fr_auto] gap-x-6 border-t border-line text-sm">
        {counts.map((name) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid border-b border-line py-2.5">
            <dt className={name === "rejected" ? "text-bad" : "text-soft"}>{t(`progress.${name}`)}</dt>
            <dd className="text-right font-semibold tabular-nums">{progress[name]}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link href={withMode("/dashboard/orders", mode)} className={PRIMARY}>
          {t("progress.orders")}
        </Link>
        {rejected > 0 && (
          <a href={`/dashboard/import/${id}/rejected?mode=${mode}`} download className={SECONDARY}>
            <Download aria-hidden="true" className="size-4" />
            {t("download")}
          </a>
        )}
        <Link href={withMode("/dashboard/import", mode)} className={SECONDARY}>
          {t("progress.more")}
        </Link>
        <ConfirmButton
          action={stop}
          hidden={{ id, mode }}
          label={t("progress.stop")}
          title={t("progress.stop_title")}
          text={t("progress.stop_text")}
          isDangerous
          isOffered={pending > 0}
        />
      </div>
    </>
  );
}
