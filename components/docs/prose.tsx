import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";

const MARKS = /`(?<code>[^`]+)`|\*\*(?<strong>(?:[^*]|\*(?!\*))+)\*\*|\[(?<text>[^\]]+)\]\((?<href>[^)]*)\)/g;

/** Links to files and other sites, which the router must not load. */
const isFile = (href: string): boolean => /^https?:|\.(json|txt|xml|md|ts|zip)$/.test(href);

const DOCS_PATH = /^\/docs\/[\w/-]+$/;

const linkTo = (path: string, key: number) => (
  <Link key={key} href={path} className={LINK}>
    <Term>{path}</Term>
  </Link>
);

export function Prose({ text }: { text: string }) {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    const { code, strong, text: label = "", href = "" } = match.groups ?? {};
    const key = match.index;
    pieces.push(text.slice(end, key));
    if (code !== undefined)
      pieces.push(DOCS_PATH.test(code) ? linkTo(code, key) : <Term key={key}>{code}</Term>);
    else if (strong !== undefined) {
      pieces.push(
        <strong key={key} className="font-semibold text-ink">
          <Prose text={strong} />
        </strong>,
      );
    } else if (isFile(href)) {
      pieces.push(
        <a key={key} href={href} className={LINK}>
          <Prose text={label} />
        </a>,
      );
    } else {
      pieces.push(
        <Link key={key} href={href} className={LINK}>
          <Prose text={label} />
        </Link>,
      );
    }
    end = key + match[0].length;
  }
  return [...pieces, text.slice(end)];
}

export function Term({ children }: { children: string }) {
  return <code className="font-mono text-[0.8125em] text-ink [overflow-wrap:anywhere]">{children}</code>;
}
