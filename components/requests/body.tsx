import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-field";
import { CARD } from "@/components/ui/styles";

/** Text to read and copy: a body or a command line. Its box scrolls on its own and by keyboard. */
export function TextBox({ id, title, text }: { id: string; title: string; text: string | null }) {
  const t = useTranslations("requests");
  return (
    <section aria-labelledby={id} className={`${CARD} min-w-0 p-4 sm:p-5`}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="type-heading">
          {title}
        </h2>
        {text !== null && <CopyButton value={text} label={title} />}
      </div>
      {text === null ? (
        <p className="text-sm text-soft">{t("no_body")}</p>
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="max-h-[32rem] overflow-auto rounded-lg bg-fill p-3 font-mono text-xs leading-relaxed"
        >
          {text}
        </pre>
      )}
    </section>
  );
}
