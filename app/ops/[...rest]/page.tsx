import { notFound } from "next/navigation";
import { openPage, type Query } from "@/app/ops/page-frame";

interface Props {
  params: Promise<{ rest: string[] }>;
  searchParams: Query;
}

/** Every address that no other page has, so that it is said within the frame. */
export default async function NoPage({ params, searchParams }: Props) {
  await openPage(`/ops/${(await params).rest.join("/")}`, searchParams);
  notFound();
}
