import { notFound } from "next/navigation";
import { openPage, type Query } from "@/app/ops/page-frame";

interface Props {
  params: Promise<{ rest: string[] }>;
  searchParams: Query;
}

/** Catches every address without a page of its own, so that the 404 keeps the operators' frame. */
export default async function NoPage({ params, searchParams }: Props) {
  await openPage(`/ops/${(await params).rest.join("/")}`, searchParams);
  notFound();
}
