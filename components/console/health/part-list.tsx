import { useTranslations } from "next-intl";
import { LEVEL_LOOKS } from "@/components/console/health/level-looks";
import { Badge } from "@/components/ui/badge";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import { LEVELS, PARTS, type Part, type PartStates } from "@/lib/console/health/part";
import { withMode } from "@/lib/http/mode";

/** Pages on which an operator can act on the part. */
const LINKS: Partial<Record<Part, { readonly name: string; readonly href: string }>> = {
  dispatch: { name: "orders", href: "/ops/orders" },
  webhooks: { name: "exceptions", href: "/ops" },
  mail: { name: "accounts", href: "/ops/accounts" },
};

/** Every part, the ones in trouble first. */
export function PartList({ states, mode }: { states: PartStates; mode: Mode }) {
  const t = useTranslations("health");
  const known = PARTS.flatMap((part) => {
    const state = states[part];
    return state === undefined ? [] : [{ part, ...state }];
  });
  const rows = known.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  const formatAge = (seconds: number) => {
    const minutes = Math.floor(seconds / 60);
    if (minutes < 2) return t("age.seconds", { count: seconds });
    const [unit, count] = minutes < 120 ? ["minutes", minutes] : ["hours", Math.floor(minutes / 60)];
    return t(`age.${unit}`, { count });
  };
  return (
    <ul aria-label={t("list")} className="divide-y divide-line border-y border-line">
      {rows.map(({ part, level, since, figure }) => {
        const link = LINKS[part];
        return (
          <li
            key={part}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-3 text-sm sm:grid-cols-[7rem_11rem_minmax(0,1fr)_auto] sm:items-center"
          >
            <p className="row-start-1 justify-self-end sm:justify-self-start">
              <Badge look={LEVEL_LOOKS[level]}>{t(`levels.${level}`)}</Badge>
            </p>
            <h2 className="col-start-1 row-start-1 font-medium sm:col-start-2">{t(`parts.${part}`)}</h2>
            <p className="col-span-2 text-soft sm:col-span-1">
              {t(`figures.${figure.key}`, { ...figure.values, age: formatAge(figure.values.seconds ?? 0) })}
            </p>
            {level !== "off" && (
              <p className="col-span-2 text-xs text-soft sm:col-span-1 sm:text-right">
                {t("since")} <DateTime at={since.toISOString()} short />
              </p>
            )}
            {t.has(`advice.${part}.${level}`) && (
              <p className="col-span-2 sm:col-span-3 sm:col-start-2">
                {t(`advice.${part}.${level}`)}{" "}
                {link !== undefined && (
                  <Link href={withMode(link.href, mode)} className={LINK}>
                    {t(`links.${link.name}`)}
                  </Link>
                )}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
