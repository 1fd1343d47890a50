import { ArrowLeft, ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { SMALL_SECONDARY } from "@/components/ui/styles";

interface Props {
  /** Counts from 1. */
  page: number;
  /** Lines of a page, and of all pages. */
  size: number;
  count: number;
  /** The URL of another page. */
  href: (page: number) => string;
}

export function StatementPages({ page, size, count, href }: Props) {
  const t = useTranslations("statements.pages");
  const last = Math.ceil(count / size);
  if (last <= 1) return null;
  const from = (page - 1) * size + 1;
  return (
    <nav aria-label={t("label")} className="mt-4 flex flex-wrap items-center gap-2 print:hidden">
      <p className="mr-auto text-sm text-soft">
        {t("shown", { from, to: Math.min(from + size - 1, count), count })}
      </p>
      {page > 1 && (
        <Link href={href(page - 1)} rel="prev" className={SMALL_SECONDARY}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t("previous")}
        </Link>
      )}
      {page < last && (
        <Link href={href(page + 1)} rel="next" className={SMALL_SECONDARY}>
          {t("next")}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </nav>
  );
}
