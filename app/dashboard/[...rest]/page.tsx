import { notFound } from "next/navigation";
import { openPage, type Query } from "@/app/dashboard/page-frame";

interface Props {
  params: Promise<{ rest: string[] }>;
  searchParams: Query;
}

/** Gives unknown addresses a 404 within the dashboard's frame. */
export default async function NoPage({ params, searchParams }: Props) {
  await openPage(`/dashboard/${(await params).rest.join("/")}`, searchParams);
  notFound();
}
