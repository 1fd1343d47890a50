import { useLocale, useTranslations } from "next-intl";
import { formatWindow } from "@/components/tracking/format";
import { Link } from "@/components/ui/link";
import type { Mode } from "@/lib/account-scope";
import type { NextArrival } from "@/lib/console/overview/get-overview";
import { withMode } from "@/lib/http/mode";

interface Props {
  arrivals: readonly NextArrival[];
  mode: Mode;
  timeZone: string;
}

export function NextArrivals({ arrivals, mode, timeZone }: Props) {
  const t = useTranslations("overview.arrivals");
  const telling = { locale: useLocale(), zone: timeZone };
  return (
    <section aria-labelledby="arrivals" className="mt-5">
      <h2 id="arrivals" className="type-heading">
        {t("heading")}
      </h2>
      {arrivals.length === 0 ? (
        <p className="py-2 text-sm text-soft">{t("none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {arrivals.map(({ code, street, building, courierName, window }) => (
            <li key={code} className="text-sm">
              <Link
                href={withMode(`/dashboard/orders/${code}`, mode)}
                className="flex min-h-11 items-center justify-between gap-3 py-2 hover:text-link sm:min-h-9"
              >
                <span className="min-w-0 truncate">
                  <span className="font-medium">
                    <bdi>{street}</bdi>, {building}
                  </span>{" "}
                  <span className="text-soft">· {formatFirstName(courierName)}</span>
                </span>
                <span className="flex-none tabular-nums">{formatWindow(window, telling)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const formatFirstName = (name: string): string => name.trim().split(/\s+/)[0] ?? "";
