import { notFound } from "next/navigation";
import { type PageProps, requireMemberPage } from "@/app/dashboard/page-frame";

/** Shows the 404 of an unknown path within the dashboard's frame. */
export default async function NoPage({ params, searchParams }: PageProps<{ rest: string[] }>) {
  await requireMemberPage(`/dashboard/${(await params).rest.join("/")}`, searchParams, "account.view");
  notFound();
}
