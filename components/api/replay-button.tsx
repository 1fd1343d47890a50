"use client";

import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { HttpStatus } from "@/components/api/http-status";
import { ConfirmButton } from "@/components/ui/confirm-button";
import type { FormAction } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { LINK, PRIMARY } from "@/components/ui/styles";
import type { CallResult } from "@/lib/docs/try-form";

/** `line` is null if calls are not logged. */
export type ReplayedCall = Pick<CallResult, "status" | "line">;

export function ReplayButton(props: {
  id: string;
  changes: readonly string[];
  replay: FormAction<ReplayedCall>;
}) {
  const { id, changes, replay } = props;
  const t = useTranslations("requests.replay");
  return (
    <ConfirmButton
      action={replay}
      hidden={{ id }}
      label={
        <>
          <FlaskConical aria-hidden="true" className="size-4" />
          {t("open")}
        </>
      }
      title={t("title")}
      text={t("text")}
      confirm={t("submit")}
      look={PRIMARY}
      result={({ result }) => ({
        title: t("done"),
        body: result !== null && (
          <p className="flex flex-wrap items-center gap-4 text-sm">
            <HttpStatus status={result.status} />
            {result.line !== null && (
              <Link href={`/dashboard/requests/${result.line}?mode=test`} className={LINK}>
                {t("line")}
              </Link>
            )}
          </p>
        ),
      })}
    >
      <ul className="list-disc space-y-1 pl-5 text-sm">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </ConfirmButton>
  );
}
