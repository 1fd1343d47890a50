import type { Metadata } from "next";
import { notFound } from "next/navigation";
import {
  answer,
  cancel,
  erase,
  issueLinks,
  revokeLinks,
  settle,
  simulate,
} from "@/app/dashboard/orders/[code]/actions";
import { loadOrderPage } from "@/app/dashboard/orders/[code]/load-order-page";
import { PageFrame, type PageProps, requireAccount, requireMemberPage } from "@/app/dashboard/page-frame";
import { OrderPage } from "@/components/orders/detail/order-page";
import { OrderTexts } from "@/components/orders/detail/order-texts";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { runtime } from "@/lib/process/runtime";

export async function generateMetadata({ params }: PageProps<{ code: string }>): Promise<Metadata> {
  return { title: (await params).code };
}

export default async function AccountOrderPage({ params, searchParams }: PageProps<{ code: string }>) {
  const { code } = await params;
  const path = `/dashboard/orders/${encodeURIComponent(code)}`;
  const page = await requireMemberPage(path, searchParams, "account.view");
  const loaded = await loadOrderPage(page.staff, code);
  if (loaded === null) notFound();
  page.keepTo(loaded.state.mode);
  const { clock, publicUrl } = runtime();
  return (
    <PageFrame words={loaded.state.mode === "test" ? ["sandbox"] : []} wide>
      <OrderTexts locale={page.locale}>
        <OrderPage
          actions={{
            cancel,
            answer,
            settle,
            simulate,
            issueLinks,
            revokeLinks,
            erase,
          }}
          initial={loaded.state}
          shop={toShopBranding(await requireAccount(page.staff.accountId))}
          now={clock.now().getTime()}
          locale={page.locale}
          styleUrl={await mapStyleUrl(page.locale)}
          publicUrl={publicUrl}
        />
      </OrderTexts>
    </PageFrame>
  );
}
