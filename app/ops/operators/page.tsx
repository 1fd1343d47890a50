import { getTranslations } from "next-intl/server";
import { invite, renewInvite, revokeInvite, setRoles, switchPerson } from "@/app/ops/operators/actions";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { PeopleSections } from "@/app/people-sections";
import { titleMetadata } from "@/app/title-metadata";
import { Heading } from "@/components/ui/heading";

const PATH = "/ops/operators";

export const generateMetadata = titleMetadata("people.team.operators");

export default async function OperatorsPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage(PATH, searchParams, "service.view");
  const t = await getTranslations("people.team");
  return (
    <PageFrame page={page} section={null} words={["people"]}>
      <Heading>{t("operators")}</Heading>
      <div className="max-w-3xl divide-y divide-line">
        <PeopleSections
          user={page.user}
          canManage={page.isPermitted("service.manage_operators")}
          locale={page.locale}
          actions={{ invite, renewInvite, revokeInvite, setRoles, switchPerson }}
        />
      </div>
    </PageFrame>
  );
}
