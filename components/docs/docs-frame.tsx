import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

export function DocsFrame(props: { navigation: ReactNode; children: ReactNode; code: ReactNode | null }) {
  const { navigation, children, code } = props;
  const t = useTranslations("docs");
  return (
    <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <details className="group border-b border-line lg:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between px-4 text-sm font-medium [&::-webkit-details-marker]:hidden">
          {t("all")}
          <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
        </summary>
        <div className="px-2 pb-4">{navigation}</div>
      </details>
      <div className="hidden lg:block">
        <div className="sticky top-[65px] max-h-[calc(100vh-65px)] overflow-y-auto py-5 pr-3 pl-6">
          {navigation}
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
