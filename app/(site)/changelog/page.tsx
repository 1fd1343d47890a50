import type { Metadata } from "next";
import { Prose } from "@/components/docs/code";
import { CHANGELOG } from "@/lib/reference/changelog";

export const metadata: Metadata = {
  title: "Changelog",
  description: "Changes to the Dropline API, newest first.",
};

export default function ChangelogPage() {
  return (
    <main id="main" className="mx-auto max-w-3xl px-4 py-12 sm:px-6">
      <h1 className="type-title">Changelog</h1>
      <p className="mt-3 text-soft">
        Changes to the API, newest first. The path contains the major version, /v1.
      </p>
      <ol className="mt-10 space-y-10">
        {CHANGELOG.map(({ date, title, changes }) => (
          <li key={date} id={date} className="border-t border-line pt-5">
            <p className="text-sm text-soft">
              <time dateTime={date}>
                {new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(
                  new Date(date),
                )}
              </time>
            </p>
            <h2 className="mt-1 type-heading">{title}</h2>
            <ul className="mt-3 list-disc space-y-2 pl-5 text-soft">
              {changes.map((change) => (
                <li key={change}>
                  <Prose text={change} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </main>
  );
}
