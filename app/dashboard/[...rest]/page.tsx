import { notFound } from "next/navigation";
import { openPage, type Query } from "@/app/dashboard/page-frame";

interface Props {
  params: Promise<{ rest: string[] }>;
  searchParams: Query;
}

/** Every address that no other page has, so that it is said within the frame. */
export default async function NoPage({ params, searchParams }: Props) {
  await openPage(`/dashboard/${(await params).rest.join("/")}`, searchParams);
  notFound();
}
