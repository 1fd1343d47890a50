import { notFound } from "next/navigation";
import { type Query, requireOperatorPage } from "@/app/ops/page-frame";

interface Props {
  params: Promise<{ rest: string[] }>;
  searchParams: Query;
}

/** Keeps the operators' frame around the 404 of every unknown path. */
export default async function NoPage({ params, searchParams }: Props) {
  await requireOperatorPage(`/ops/${(await params).rest.join("/")}`, searchParams);
  notFound();
}
