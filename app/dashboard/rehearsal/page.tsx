import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { openPage, PageFrame, type Query } from "@/app/dashboard/page-frame";
import { ScenarioRow } from "@/components/rehearsal/scenario-row";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { CARD, LINK } from "@/components/ui/styles";
import { inMode } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";
import { certificationOf } from "@/lib/sandbox/certification";
import { listRehearsals } from "@/lib/sandbox/list-rehearsals";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("rehearsal"))("heading") };
}

const PATH = "/dashboard/rehearsal";

export default async function RehearsalPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage(PATH, searchParams);
  const t = await getTranslations("rehearsal");
  if (page.mode === "live") {
    return (
      <PageFrame page={page} section="rehearsal" path={PATH}>
        <Heading note={t("note")}>{t("heading")}</Heading>
        <p className="text-sm">
          {t("test_only")}{" "}
          <Link href={inMode(PATH, "test")} className={LINK}>
            {t("to_test")}
          </Link>
        </p>
      </PageFrame>
    );
  }
  const certification = certificationOf(await listRehearsals(runtime().db, page.scope));
  const passed = certification.filter(({ verdict }) => verdict === "passed").length;
  const count = certification.length;
  return (
    <PageFrame page={page} section="rehearsal" path={PATH} words={["rehearsal"]}>
      <Heading
        note={
          <>
            {t("note")}{" "}
            <Link href="/docs/testing" className={LINK}>
              {t("docs")}
            </Link>
          </>
        }
      >
        {t("heading")}
      </Heading>
      <p className="mb-4 font-medium">
        {passed === count ? t("certified", { count }) : t("progress", { passed, count })}
      </p>
      <ul className={`${CARD} divide-y divide-line`}>
        {certification.map((one) => (
          <ScenarioRow key={one.scenario} {...one} />
        ))}
      </ul>
    </PageFrame>
  );
}
