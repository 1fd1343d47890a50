import { notFound } from "next/navigation";
import { openPage, type PageProps } from "@/app/dashboard/page-frame";

/** Gives unknown addresses a 404 within the dashboard's frame. */
export default async function NoPage({ params, searchParams }: PageProps<{ rest: string[] }>) {
  await openPage(`/dashboard/${(await params).rest.join("/")}`, searchParams);
  notFound();
}
