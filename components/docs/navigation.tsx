import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { PREFIXES, type Prefix } from "@/lib/http/errors";
import type { NavigationLink } from "@/lib/reference/navigation";

const ROW =
  "flex min-h-11 items-center gap-2 rounded-lg px-2.5 py-1.5 text-sm text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-fill aria-[current=page]:font-semibold aria-[current=page]:text-ink lg:min-h-8 lg:py-1";

export function DocsNavigation(props: {
  groups: readonly {
    readonly group: string;
    readonly title: string;
    readonly links: readonly NavigationLink[];
  }[];
  current: string;
  prefix: Prefix;
}) {
  const { groups, current, prefix } = props;
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
                  <Link href={href} aria-current={href === current ? "page" : undefined} className={ROW}>
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
