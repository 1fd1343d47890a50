import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { INPUT, SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import { withMode } from "@/lib/http/mode";

export const ORDER_LISTS = ["open", "all", "problem", "delivered", "cancelled"] as const;
export type ListTab = (typeof ORDER_LISTS)[number];

export interface ListAddress {
  readonly list: ListTab;
  readonly search: string;
  readonly shop: string;
  readonly courier: string;
  readonly sort: "newest" | "oldest";
}

export function orderListAddress(
  { list, search, shop, courier, sort }: ListAddress,
  mode: Mode,
  after = "",
): string {
  const values = { list: list === "open" ? "" : list, search, shop, courier, after };
  const parameters = new URLSearchParams({ ...values, sort: sort === "oldest" ? sort : "" });
  for (const [name, value] of [...parameters]) if (value === "") parameters.delete(name);
  return withMode(parameters.size === 0 ? "/ops/orders" : `/ops/orders?${parameters}`, mode);
}

export function OrderLists({ at, mode }: { at: ListAddress; mode: Mode }) {
  const t = useTranslations("ops.orders.lists");
  return (
    <nav aria-label={t("label")} className="mb-4 border-b border-line">
      <ul className="-mb-px flex gap-1 overflow-x-auto">
        {ORDER_LISTS.map((list) => (
          <li key={list} className="shrink-0">
            <Link
              href={orderListAddress({ ...at, list, search: "" }, mode)}
              aria-current={list === at.list && at.search === "" ? "page" : undefined}
              className="flex min-h-11 items-center border-b-2 border-transparent px-2 text-sm font-medium whitespace-nowrap text-soft -outline-offset-2 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {t(list)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface FiltersProps {
  at: ListAddress;
  mode: Mode;
  shops: readonly { readonly id: string; readonly name: string }[];
}

export function OrderFilters({ at, mode, shops }: FiltersProps) {
  const t = useTranslations("ops.orders.filters");
  const hidden = { list: at.list, search: at.search, courier: at.courier };
  return (
    <form action="/ops/orders" className="mb-4 flex flex-wrap items-end gap-2">
      {mode === "test" && <input type="hidden" name="mode" value="test" />}
      {Object.entries(hidden).map(
        ([name, value]) => value !== "" && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <label className="text-xs text-soft">
        {t("shop")}
        <select name="shop" defaultValue={at.shop} className={`${INPUT} mt-1 w-56`}>
          <option value="">{t("all_shops")}</option>
          {shops.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="text-xs text-soft">
        {t("sort")}
        <select name="sort" defaultValue={at.sort} className={`${INPUT} mt-1 w-44`}>
          <option value="newest">{t("newest")}</option>
          <option value="oldest">{t("oldest")}</option>
        </select>
      </label>
      <button type="submit" className={SECONDARY}>
        {t("apply")}
      </button>
    </form>
  );
}
