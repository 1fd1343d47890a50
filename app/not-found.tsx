import type { Metadata } from "next";
import Link from "next/link";
import { SiteHeader } from "@/components/site/header";

export const metadata: Metadata = { title: "Not found" };

export default function NotFoundPage() {
  return (
    <>
      <SiteHeader />
      <main id="main" className="mx-auto max-w-3xl px-4 py-20 sm:px-6">
        <h1 className="text-3xl font-semibold tracking-tight">There is nothing at this address</h1>
        <p className="mt-4 text-soft">It may have been mistyped, or the page may have moved.</p>
        <p className="mt-8">
          <Link href="/docs" className="text-accent underline underline-offset-4">
            Go to the API reference
          </Link>
        </p>
      </main>
    </>
  );
}
