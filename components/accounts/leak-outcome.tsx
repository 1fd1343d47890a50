import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import { withMode } from "@/lib/http/mode";

export function LeakOutcome({ keyId, mode, endpoints }: { keyId: string; mode: Mode; endpoints: number }) {
  const t = useTranslations("keys.leaked");
  return (
    <div className="mt-5 space-y-2 text-sm">
      <p>{t("endpoints", { count: endpoints })}</p>
      <p className="flex flex-wrap gap-x-3">
        {t("calls")}
        {(["1h", "24h", "7d"] as const).map((period) => (
          <Link
            key={period}
            href={withMode(`/dashboard/requests?key=${keyId}&period=${period}`, mode)}
            className={LINK}
          >
            {t(`period.${period}`)}
          </Link>
        ))}
      </p>
    </div>
  );
}
