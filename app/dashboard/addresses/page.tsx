import { getTranslations } from "next-intl/server";
import { removeAddress } from "@/app/dashboard/addresses/actions";
import { openPage, PageFrame, type Query } from "@/app/dashboard/page-frame";
import { titled } from "@/app/page-title";
import { AddressList } from "@/components/order-form/address-list";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { SECONDARY } from "@/components/ui/styles";
import { MAX_SAVED_ADDRESSES } from "@/lib/addresses/address";
import { listAddresses } from "@/lib/addresses/list-addresses";
import { inMode } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titled("delivery.addresses.heading");

export default async function AddressesPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage("/dashboard/addresses", searchParams);
  const t = await getTranslations("delivery.addresses");
  const addresses = await listAddresses(runtime().db, page.staff);
  return (
    <PageFrame words={["delivery", "stop"]}>
      <Heading
        note={t("note", { count: addresses.length, limit: MAX_SAVED_ADDRESSES })}
        actions={
          <Link href={inMode("/dashboard/new", page.mode)} className={SECONDARY}>
            {t("to_form")}
          </Link>
        }
      >
        {t("heading")}
      </Heading>
      <AddressList addresses={addresses} remove={removeAddress} />
    </PageFrame>
  );
}
