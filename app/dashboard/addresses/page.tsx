import { Bookmark } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { keepAddress, removeAddress } from "@/app/dashboard/addresses/actions";
import { PageFrame, type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { formatPhone } from "@/components/tracking/format";
import { ConfirmButton } from "@/components/ui/confirm-button";
import type { FormAction } from "@/components/ui/form-state";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { DANGER, SECONDARY } from "@/components/ui/styles";
import { withMode } from "@/lib/http/mode";
import { emptyDraft, stopDraft } from "@/lib/orders/form/draft";
import { MAX_SAVED_ADDRESSES, type SavedAddress } from "@/lib/orders/saved-addresses/address";
import { listAddresses } from "@/lib/orders/saved-addresses/list-addresses";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("delivery.addresses.heading");

export default async function AddressesPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage("/dashboard/addresses", searchParams, "account.manage_orders");
  const t = await getTranslations("delivery.addresses");
  const addresses = await listAddresses(runtime().db, page.staff);
  return (
    <PageFrame words={["delivery", "stop"]}>
      <Heading
        note={t("note", { count: addresses.length, limit: MAX_SAVED_ADDRESSES })}
        actions={
          <Link href={withMode("/dashboard/new", page.mode)} className={SECONDARY}>
            {t("to_form")}
          </Link>
        }
      >
        {t("heading")}
      </Heading>
      <AddressList addresses={addresses} />
    </PageFrame>
  );
}

function AddressList({ addresses }: { addresses: readonly SavedAddress[] }) {
  const t = useTranslations("delivery.addresses");
  if (addresses.length === 0) return <p className="max-w-prose text-soft">{t("empty")}</p>;
  return (
    <ul className="max-w-3xl divide-y divide-line">
      {addresses.map(({ id, name, ...saved }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
          <span
            aria-hidden="true"
            className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-fill text-soft"
          >
            <Bookmark className="size-4" />
          </span>
          <div className="min-w-0 flex-1 basis-56">
            <h2 id={`name-${id}`} className="text-sm font-semibold break-words">
              {name}
            </h2>
            <p className="text-sm break-words text-soft">
              {[saved.address.area, saved.address.street, saved.address.building].join(", ")}
            </p>
          </div>
          <p className="min-w-0 basis-40 max-sm:ml-12 max-sm:grow text-sm break-words text-soft tabular-nums">
            {saved.contact.name !== null && <span className="block text-ink">{saved.contact.name}</span>}
            {saved.contact.type === "phone" ? formatPhone(saved.contact.value).shown : saved.contact.value}
          </p>
          <ConfirmButton
            action={removeAddress}
            hidden={{ id, name }}
            label={t("delete")}
            title={t("delete_title", { name })}
            text={t("delete_text")}
            look={DANGER}
            isDangerous
            undo={{
              text: t("deleted", { name }),
              action: keepAddress as FormAction,
              hidden: { name, stop: JSON.stringify({ ...emptyDraft("").pickup, ...stopDraft(saved) }) },
            }}
            describedBy={`name-${id}`}
          />
        </li>
      ))}
    </ul>
  );
}
