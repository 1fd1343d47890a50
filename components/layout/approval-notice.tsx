"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { LINK } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import type { ApprovalState } from "@/lib/accounts/approval";

export interface Approval {
  readonly state: ApprovalState;
  /** Reason of the rejection. */
  readonly reason: string | null;
  readonly contact: string | null;
}

/** States that the shop cannot order, and whom to ask. While it waits, only in live mode. */
export function ApprovalNotice({
  approval: { state, reason, contact },
  mode,
  testPath,
}: {
  approval: Approval;
  mode: Mode;
  testPath: string;
}) {
  const t = useTranslations("dashboard.approval");
  if (state === "approved" || (state === "waiting" && mode === "test")) return null;
  return (
    <div className="px-4 pt-4 sm:px-6">
      <div className="mx-auto max-w-6xl [overflow-wrap:anywhere]">
        <Notice>
          {state === "rejected" ? t("rejected", { reason: reason ?? "" }) : t(state)}
          {contact !== null && (
            <>
              {" "}
              {t.rich("contact", {
                address: () => (
                  <a href={`mailto:${contact}`} className={LINK}>
                    {contact}
                  </a>
                ),
              })}
            </>
          )}
          {state === "waiting" && (
            <>
              {" "}
              <Link href={testPath} className={LINK}>
                {t("test")}
              </Link>
            </>
          )}
        </Notice>
      </div>
    </div>
  );
}
