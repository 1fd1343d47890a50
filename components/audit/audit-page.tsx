import { ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { FilterChoice, FilterForm, FilterText } from "@/components/api/request-filters";
import { AuditList } from "@/components/audit/audit-list";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { SMALL_INPUT, SMALL_SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import { AUDIT_TYPES } from "@/lib/audit/call";
import type { ListedRecord } from "@/lib/audit/list-records";
import { withMode } from "@/lib/http/mode";

interface Props {
  path: string;
  mode: Mode;
  isOwner: boolean;
  /** The query parameters that filter. */
  narrowed: Readonly<Record<string, string>>;
  isFirst: boolean;
  records: readonly ListedRecord[];
  hasOlder: boolean;
}

export function AuditPage({ path, mode, isOwner, narrowed, isFirst, records, hasOlder }: Props) {
  const t = useTranslations("audit");
  const isNarrowed = Object.keys(narrowed).length > 0;
  const at = (to: string, more: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams({ ...narrowed, ...more }).toString();
    return withMode(query === "" ? to : `${to}?${query}`, mode);
  };
  const last = records.at(-1);
  return (
    <>
      <FilterForm
        action={path}
        label={t("filters.label")}
        hidden={mode === "test" ? { mode } : {}}
        apply={t("filters.apply")}
        reset={isNarrowed ? { href: withMode(path, mode), label: t("filters.reset") } : null}
        look="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] sm:flex"
      >
        <FilterText name="actor" label={t("filters.actor")} value={narrowed.actor} look="sm:w-36" />
        <FilterChoice
          name="action"
          label={t("filters.action")}
          any={t("filters.any_action")}
          value={narrowed.action}
          options={AUDIT_TYPES}
          labels={AUDIT_TYPES.map((type) => t(`types.${type}`))}
          look="sm:max-w-44"
        />
        <FilterText name="object" label={t("filters.object")} value={narrowed.object} look="sm:w-36" />
        <FilterChoice
          name="outcome"
          label={t("filters.outcome")}
          any={t("filters.any_outcome")}
          value={narrowed.outcome}
          options={["refused"]}
          labels={[t("is_refused")]}
        />
        {(["from", "to"] as const).map((name) => (
          <label key={name} className="flex items-center gap-2 text-xs text-soft">
            {t(`filters.${name}`)}
            <input
              type="date"
              name={name}
              defaultValue={narrowed[name] ?? ""}
              className={`${SMALL_INPUT} min-w-0 flex-1`}
            />
          </label>
        ))}
      </FilterForm>
      {last === undefined ? (
        <EmptyState icon={ScrollText} heading={t(isNarrowed ? "none_found" : "empty")} />
      ) : (
        <AuditList records={records} isOwner={isOwner} />
      )}
      <nav aria-label={t("pages")} className="mt-5 flex flex-wrap justify-between gap-3">
        <span className="flex gap-2">
          {!isFirst && (
            <Link href={at(path)} className={SMALL_SECONDARY}>
              {t("newest")}
            </Link>
          )}
          {last !== undefined && (
            <a href={at(`${path}/export`)} className={SMALL_SECONDARY}>
              {t("export")}
            </a>
          )}
        </span>
        {hasOlder && (
          <Link href={at(path, { before: String(last?.id) })} className={SMALL_SECONDARY}>
            {t("older")}
          </Link>
        )}
      </nav>
    </>
  );
}
