import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { LINK, SMALL_INPUT, SMALL_SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import { METHODS, type RequestFilter } from "@/lib/api/request-log/schema";

const STATUSES = ["200", "201", "400", "401", "404", "409", "413", "429", "500", "503"];

/** A plain GET form, so that the URL contains the filters. */
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
    <FilterForm
      action="/dashboard/requests"
      label={t("label")}
      hidden={mode === "test" ? { mode, ...kept } : kept}
      apply={t("apply")}
      reset={reset === null ? null : { href: reset, label: t("reset") }}
      look="grid grid-cols-2 sm:flex"
    >
      <FilterText
        name="order"
        label={t("order")}
        placeholder={t("order_short")}
        value={filter.externalOrderId}
        look="sm:w-44"
      />
      <FilterText name="id" label={t("id")} value={filter.requestId} look="sm:w-44" />
      {/* The tabs select the status family, which this choice keeps. */}
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
    </FilterForm>
  );
}

export function FilterForm(props: {
  action: string;
  label: string;
  hidden: Readonly<Record<string, string>>;
  apply: string;
  /** Null while nothing is filtered. */
  reset: { readonly href: string; readonly label: string } | null;
  look?: string;
  children: ReactNode;
}) {
  const { action, label, hidden, apply, reset, look = "flex", children } = props;
  return (
    <form action={action} aria-label={label} className={`mb-4 flex-wrap items-center gap-2 ${look}`}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <button type="submit" className={SMALL_SECONDARY}>
        {apply}
      </button>
      {reset !== null && (
        <Link
          href={reset.href}
          className={`${LINK} inline-flex min-h-11 items-center px-2 text-sm sm:min-h-9`}
        >
          {reset.label}
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
