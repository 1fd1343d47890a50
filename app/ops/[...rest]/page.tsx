import { notFound } from "next/navigation";
import { type Query, requireOperatorPage } from "@/app/ops/page-frame";

interface Props {
  params: Promise<{ rest: string[] }>;
  searchParams: Query;
}

/** Shows the 404 of an unknown path within the operators' frame. */
export default async function NoPage({ params, searchParams }: Props) {
  await requireOperatorPage(`/ops/${(await params).rest.join("/")}`, searchParams);
  notFound();
}
