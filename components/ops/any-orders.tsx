import { CircleQuestionMark, PackageSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRubles } from "@/components/order/use-rubles";
import { ClockTime } from "@/components/ui/clock-time";
import { Empty } from "@/components/ui/empty";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/ui/status-pill";
import type { AnyOrder } from "@/lib/orders/list/list-any-orders";

const CELL = "min-w-0 sm:h-11 sm:border-t sm:border-line sm:px-3 sm:first:pl-0 sm:last:pr-0";

/** A page of all accounts' orders. */
export function AnyOrders({ orders }: { orders: readonly AnyOrder[] }) {
  const t = useTranslations("ops.orders");
  if (orders.length === 0) return <Empty icon={PackageSearch} heading={t("none_found")} />;
  return (
    <table className="block w-full text-sm sm:table">
      <thead className="hidden text-left text-xs text-soft sm:table-header-group">
        <tr>
          {(["status", "code", "address", "account", "courier", "changed", "price"] as const).map(
            (column) => (
              <th
                key={column}
                scope="col"
                className={`px-3 py-2 font-normal first:pl-0 last:pr-0 ${column === "price" ? "text-right" : ""}`}
              >
                {t(`columns.${column}`)}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {orders.map((order) => (
          <Row key={order.code} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ order }: { order: AnyOrder }) {
  const t = useTranslations("ops.orders");
  const rubles = useRubles();
  const { code, status, street, building, accountName, courierName, changedAt, price, isAsked } = order;
  const isOver = status === "delivered" || status === "cancelled";
  return (
    <tr
      className={`relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-t border-line py-3 hover:bg-hover sm:table-row sm:border-0 sm:py-0 ${isOver ? "text-soft" : ""}`}
    >
      <td className={CELL}>
        <StatusPill status={status} hasCourier={courierName !== null} />
        {isAsked && (
          <span className="flex items-center gap-1 text-xs font-medium text-bad">
            <CircleQuestionMark aria-hidden="true" className="size-3.5" />
            {t("asked")}
          </span>
        )}
      </td>
      <td className={`${CELL} max-sm:text-right`}>
        <Link
          href={`/ops/orders/${code}`}
          className="inline-flex min-h-6 items-center font-mono font-medium whitespace-nowrap after:absolute after:inset-0 hover:underline"
        >
          {code}
        </Link>
      </td>
      <td className={`${CELL} max-sm:col-span-2 sm:max-w-64 sm:truncate`}>
        {street}, {building}
      </td>
      <td className={`${CELL} truncate sm:max-w-40`}>{accountName}</td>
      <td className={`${CELL} truncate max-sm:text-right sm:max-w-40`}>{courierName ?? "—"}</td>
      <td className={`${CELL} sm:whitespace-nowrap`}>
        <ClockTime at={changedAt.toISOString()} withDay />
      </td>
      <td className={`${CELL} text-right whitespace-nowrap tabular-nums`}>
        {price === null ? "—" : rubles(Number(price))}
      </td>
    </tr>
  );
}
