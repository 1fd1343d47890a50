import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { PREFIXES, type Prefix } from "@/lib/http/errors";

export interface NavigationGroup {
  readonly group: string;
  readonly title: string;
  readonly links: readonly NavigationLink[];
}

export interface NavigationLink {
  readonly href: string;
  readonly title: string;
  readonly method: string | null;
}

interface NavigationProps {
  readonly groups: readonly NavigationGroup[];
  readonly current: string;
  readonly prefix: Prefix;
}

export function DocsFrame(props: NavigationProps & { children: ReactNode; code: ReactNode | null }) {
  const { children, code, ...pages } = props;
  const t = useTranslations("docs");
  const links = <DocsNavigation {...pages} />;
  return (
    <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <details className="group border-b border-line lg:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between px-4 text-sm font-medium [&::-webkit-details-marker]:hidden">
          {t("all")}
          <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
        </summary>
        <div className="px-2 pb-4">{links}</div>
      </details>
      <div className="hidden lg:block">
        <div className="sticky top-[65px] max-h-[calc(100vh-65px)] overflow-y-auto py-5 pr-3 pl-6">
          {links}
        </div>
      </div>
      <main
        id="main"
        className={
          code === null
            ? ""
            : "xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(24rem,32.5rem)] min-[1440px]:grid-cols-[minmax(0,1fr)_32.5rem]"
        }
      >
        <article className="min-w-0 px-4 pt-7 pb-14 sm:px-6 lg:pr-10 lg:pl-8">
          <div className={code === null ? "max-w-3xl" : ""}>{children}</div>
        </article>
        {code !== null && (
          <aside aria-label={t("samples")} className="border-line bg-ground max-xl:border-y xl:border-l">
            <div className="flex flex-col gap-3 p-4 sm:px-6 sm:py-5 xl:sticky xl:top-[65px] xl:max-h-[calc(100vh-65px)] xl:overflow-y-auto">
              {code}
            </div>
          </aside>
        )}
      </main>
    </div>
  );
}

function DocsNavigation({ groups, current, prefix }: NavigationProps) {
  const t = useTranslations("docs");
  return (
    <>
      <nav aria-label={t("nav")}>
        {groups.map(({ group, title, links }) => (
          <section key={group} aria-labelledby={`nav-${group}`} className="not-first:mt-4">
            <h2 id={`nav-${group}`} className="px-2.5 pb-1.5 text-xs font-medium text-faint">
              {title}
            </h2>
            <ul>
              {links.map(({ href, title: name, method }) => (
                <li key={href}>
                  <Link href={href} aria-current={href === current ? "page" : undefined} className="doc-link">
                    {method !== null && (
                      <span className="w-[34px] shrink-0 font-mono text-[0.625rem] font-medium text-faint">
                        {method}
                      </span>
                    )}
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <nav aria-label={t("prefix")} className="mt-6 flex gap-1 rounded-lg bg-fill p-1">
        {PREFIXES.map((one) => (
          // Not a Link: the request sets the cookie that keeps the choice.
          <a
            key={one}
            href={`?prefix=${one}`}
            aria-current={one === prefix ? "true" : undefined}
            className="flex min-h-11 flex-1 items-center justify-center rounded-md font-mono text-xs text-soft hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink lg:min-h-8"
          >
            /v1/{one}
          </a>
        ))}
      </nav>
    </>
  );
}
