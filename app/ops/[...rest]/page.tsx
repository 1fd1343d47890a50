import { notFound } from "next/navigation";
import { type PageProps, requireOperatorPage } from "@/app/ops/page-frame";

/** Shows the 404 of an unknown path within the operators' frame. */
export default async function NoPage({ params, searchParams }: PageProps<{ rest: string[] }>) {
  await requireOperatorPage(`/ops/${(await params).rest.join("/")}`, searchParams, "service.view");
  notFound();
}
