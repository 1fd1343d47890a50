import { notFound } from "next/navigation";
import { openPage, type Query } from "@/app/dashboard/page-frame";

interface Props {
  params: Promise<{ rest: string[] }>;
  searchParams: Query;
}

/** Catches every address without a page of its own, so that the 404 keeps the dashboard's frame. */
export default async function NoPage({ params, searchParams }: Props) {
  await openPage(`/dashboard/${(await params).rest.join("/")}`, searchParams);
  notFound();
}
