import { notFound } from "next/navigation";
import { stop } from "@/app/dashboard/import/[id]/actions";
import { PageFrame, type PageProps, requireMemberPage } from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { ImportProgressPage } from "@/components/imports/import-progress-page";
import { findProgress } from "@/lib/imports/find-import";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("import.heading");

export default async function ImportDetails({ params, searchParams }: PageProps<{ id: string }>) {
  const { id } = await params;
  const { scope, mode } = await requireMemberPage(
    `/dashboard/import/${id}`,
    searchParams,
    "account.manage_orders",
  );
  const progress = await findProgress(runtime().db, scope, id);
  if (progress === null) notFound();
  return (
    <PageFrame words={["import"]} hasChecks>
      <ImportProgressPage id={id} mode={mode} initial={progress} stop={stop} />
    </PageFrame>
  );
}
