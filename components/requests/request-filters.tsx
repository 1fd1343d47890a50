import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { LINK, SMALL_INPUT, SMALL_SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";
import { METHODS, type RequestFilter } from "@/lib/request-log/schema";

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
      <FilterText
        name="order"
        label={t("order")}
        placeholder={t("order_short")}
        value={filter.externalOrderId}
        look="sm:w-44"
      />
      <FilterText name="id" label={t("id")} value={filter.requestId} look="sm:w-44" />
      {/* A family is chosen by the tabs, and stays. */}
      <FilterChoice
        name="status"
        label={t("status")}
        any={t("any_status")}
        value={status}
        options={[...(typeof filter.status === "string" ? [filter.status] : []), ...exact]}
      />
      <FilterChoice
        name="method"
        label={t("method")}
        any={t("any_method")}
        value={filter.method}
        options={METHODS}
      />
      <FilterChoice
        name="key"
        label={t("key")}
        any={t("any_key")}
        value={filter.keyId}
        options={keys.map(({ id }) => id)}
        labels={keys.map(({ name, prefix, lastFour }) => `${name} (${prefix}…${lastFour})`)}
        look="sm:max-w-52"
      />
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

interface FilterProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | null | undefined;
  readonly look?: string;
}

export function FilterText(props: FilterProps & { placeholder?: string }) {
  const { name, label, value, look = "", placeholder = label } = props;
  return (
    <input
      name={name}
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value ?? ""}
      key={value}
      autoComplete="off"
      maxLength={128}
      className={`${SMALL_INPUT} min-w-0 ${look}`}
    />
  );
}

export function FilterChoice(
  props: FilterProps & { any: string; options: readonly string[]; labels?: readonly string[] },
) {
  const { name, label, value, look = "", any, options, labels = options } = props;
  return (
    <select
      name={name}
      aria-label={label}
      defaultValue={value ?? ""}
      key={value}
      className={`${SMALL_INPUT} min-w-0 ${look}`}
    >
      <option value="">{any}</option>
      {options.map((one, index) => (
        <option key={one} value={one}>
          {labels[index]}
        </option>
      ))}
    </select>
  );
}
