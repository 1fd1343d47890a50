import { useTranslations } from "next-intl";
import { listAddress } from "@/components/orders/address";
import { Link } from "@/components/ui/link";
import { Pending } from "@/components/ui/pending";
import type { Mode } from "@/lib/accounts/scope";
import { LIST_VIEWS, type ListView, type OrderFilter } from "@/lib/orders/list/order-filter";

// Most new orders lack a courier, so their own view is hidden unless it is selected.
const SHOWN: readonly ListView[] = LIST_VIEWS.filter((view) => view !== "new");

/** Links to the views of the list, each of which keeps the rest of the filter. */
export function ViewLinks({ filter, mode }: { filter: OrderFilter; mode: Mode }) {
  const t = useTranslations("orders.views");
  const views = LIST_VIEWS.filter((view) => SHOWN.includes(view) || view === filter.view);
  return (
    <nav aria-label={t("label")} className="-mx-4 mb-4 border-b border-line px-2 sm:-mx-6 sm:px-4">
      <ul className="-mb-px flex gap-1 overflow-x-auto">
        {views.map((view) => (
          <li key={view} className="shrink-0">
            <Link
              href={listAddress({ ...filter, view }, mode)}
              aria-current={view === filter.view ? "page" : undefined}
              className="relative flex min-h-11 items-center border-b-2 border-transparent px-2 text-sm font-medium whitespace-nowrap text-soft -outline-offset-2 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {t(view)}
              <Pending />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
