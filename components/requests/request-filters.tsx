import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { LINK, SMALL_INPUT, SMALL_SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";
import { METHODS, type RequestFilter } from "@/lib/requests/schema";

const STATUSES = ["200", "201", "400", "401", "404", "409", "413", "429", "500", "503"];

/** A plain GET form, so that the URL says what is shown. */
export function RequestFilters(props: {
  mode: Mode;
  filter: RequestFilter;
  keys: readonly { id: string; name: string; prefix: string; lastFour: string }[];
  kept: Readonly<Record<string, string>>;
  reset: string | null;
}) {
  const { mode, filter, keys, kept, reset } = props;
  const t = useTranslations("requests.filters");
  const status = filter.status === null ? "" : String(filter.status);
  const exact = [...new Set([...STATUSES, status])].filter((one) => /^\d{3}$/.test(one)).sort();
  return (
    <form
      action="/dashboard/requests"
      aria-label={t("label")}
      className="mb-4 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center"
    >
      {mode === "test" && <input type="hidden" name="mode" value="test" />}
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        name="order"
        aria-label={t("order")}
        placeholder={t("order_short")}
        defaultValue={filter.externalOrderId ?? ""}
        key={`order ${filter.externalOrderId}`}
        autoComplete="off"
        maxLength={128}
        className={`${SMALL_INPUT} min-w-0 sm:w-44`}
      />
      <input
        name="id"
        aria-label={t("id")}
        placeholder={t("id")}
        defaultValue={filter.requestId ?? ""}
        key={`id ${filter.requestId}`}
        autoComplete="off"
        maxLength={128}
        className={`${SMALL_INPUT} min-w-0 sm:w-44`}
      />
      <select
        name="status"
        aria-label={t("status")}
        // A family is chosen by the tabs, and stays.
        defaultValue={status}
        key={`status ${status}`}
        className={`${SMALL_INPUT} min-w-0`}
      >
        <option value="">{t("any_status")}</option>
        {typeof filter.status === "string" && <option value={filter.status}>{filter.status}</option>}
        {exact.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <select
        name="method"
        aria-label={t("method")}
        defaultValue={filter.method ?? ""}
        key={`method ${filter.method}`}
        className={`${SMALL_INPUT} min-w-0`}
      >
        <option value="">{t("any_method")}</option>
        {METHODS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <select
        name="key"
        aria-label={t("key")}
        defaultValue={filter.keyId ?? ""}
        key={`key ${filter.keyId}`}
        className={`${SMALL_INPUT} min-w-0 sm:max-w-52`}
      >
        <option value="">{t("any_key")}</option>
        {keys.map(({ id, name, prefix, lastFour }) => (
          <option key={id} value={id}>
            {`${name} (${prefix}…${lastFour})`}
          </option>
        ))}
      </select>
      <button type="submit" className={SMALL_SECONDARY}>
        {t("apply")}
      </button>
      {reset !== null && (
        <Link href={reset} className={`${LINK} inline-flex min-h-11 items-center px-2 text-sm sm:min-h-9`}>
          {t("reset")}
        </Link>
      )}
    </form>
  );
}
