import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { INPUT, LINK, SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";
import { METHODS, type RequestFilter, STATUS_FAMILIES } from "@/lib/requests/schema";

const STATUSES = ["400", "401", "404", "409", "413", "429"];

/** Filters the log. A plain GET form, so that the URL says what is shown. */
export function RequestFilters({
  mode,
  filter,
  keys,
  isFollowed,
  reset,
}: {
  mode: Mode;
  filter: RequestFilter;
  keys: readonly { id: string; name: string; prefix: string; lastFour: string }[];
  /** Whether the list keeps updating. */
  isFollowed: boolean;
  /** URL of the unfiltered list; null while there is no filter. */
  reset: string | null;
}) {
  const t = useTranslations("requests.filters");
  const status = filter.status === null ? "" : String(filter.status);
  const exact = [...new Set([...STATUSES, status])].filter((one) => /^\d{3}$/.test(one)).sort();
  const label = "mb-1 block text-xs text-soft";
  return (
    <form
      action="/dashboard/requests"
      aria-label={t("label")}
      className="mb-5 grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-[8rem_8rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      {mode === "test" && <input type="hidden" name="mode" value="test" />}
      {isFollowed && <input type="hidden" name="follow" value="1" />}
      <label>
        <span className={label}>{t("status")}</span>
        <select name="status" defaultValue={status} key={status} className={INPUT}>
          <option value="">{t("any")}</option>
          {STATUS_FAMILIES.map((one) => (
            <option key={one} value={one}>
              {t(`family.${one}`)}
            </option>
          ))}
          {exact.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className={label}>{t("method")}</span>
        <select name="method" defaultValue={filter.method ?? ""} key={filter.method} className={INPUT}>
          <option value="">{t("any")}</option>
          {METHODS.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <label className="col-span-2 md:col-span-1">
        <span className={label}>{t("key")}</span>
        <select name="key" defaultValue={filter.keyId ?? ""} key={filter.keyId} className={INPUT}>
          <option value="">{t("any")}</option>
          {keys.map(({ id, name, prefix, lastFour }) => (
            <option key={id} value={id}>
              {`${name} (${prefix}…${lastFour})`}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className={label}>{t("order")}</span>
        <input
          name="order"
          defaultValue={filter.externalOrderId ?? ""}
          key={filter.externalOrderId}
          autoComplete="off"
          maxLength={128}
          className={INPUT}
        />
      </label>
      <label>
        <span className={label}>{t("id")}</span>
        <input
          name="id"
          defaultValue={filter.requestId ?? ""}
          key={filter.requestId}
          autoComplete="off"
          maxLength={128}
          className={INPUT}
        />
      </label>
      <div className="col-span-2 flex items-center gap-3 md:col-span-1">
        <button type="submit" className={SECONDARY}>
          {t("apply")}
        </button>
        {reset !== null && (
          <Link href={reset} className={`${LINK} inline-flex min-h-11 items-center text-sm`}>
            {t("reset")}
          </Link>
        )}
      </div>
    </form>
  );
}
