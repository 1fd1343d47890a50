import { notFound } from "next/navigation";
import { openPage, type Query } from "@/app/ops/page-frame";

interface Props {
  params: Promise<{ rest: string[] }>;
  searchParams: Query;
}

/** Keeps the operators' frame around the 404 of every unknown path. */
export default async function NoPage({ params, searchParams }: Props) {
  await openPage(`/ops/${(await params).rest.join("/")}`, searchParams);
  notFound();
}
