import { useTranslations } from "next-intl";
import { Prose, Term } from "@/components/docs/prose";
import { Link } from "@/components/ui/link";
import { useLanguage } from "@/components/ui/use-language";
import { fieldSince } from "@/lib/docs/changelog";
import type { Field } from "@/lib/docs/field";
import { describeField, describeType, hasLongList } from "@/lib/docs/field-words";
import type { Locale } from "@/lib/locale/locale";

export function Fields(props: { fields: readonly Field[]; prefix: string; operationId: string }) {
  const { fields, prefix, operationId } = props;
  return (
    <ul>
      {fields.map((field) => (
        <FieldRow key={field.path} field={field} prefix={prefix} operationId={operationId} />
      ))}
    </ul>
  );
}

function FieldRow({ field, prefix, operationId }: { field: Field; prefix: string; operationId: string }) {
  const t = useTranslations("docs");
  const locale = useLanguage();
  const id = `${prefix}-${field.path.replaceAll("[]", "").replaceAll(".", "-")}`;
  const text = describeField(locale, field);
  const since = fieldSince(operationId, field.name);
  return (
    <li id={id} className="scroll-mt-20 border-t border-line">
      <div className="py-3.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <a href={`#${id}`} aria-label={t("link_to", { name: field.name })} className="field-link">
              {field.name}
            </a>
            {field.isRequired && <span className="text-xs font-medium text-soft">{t("required")}</span>}
          </p>
          <p className="text-xs leading-5 text-faint [overflow-wrap:anywhere]">
            {describeType(locale, field)}
          </p>
        </div>
        {text !== "" && (
          <p className="mt-0.5 max-w-[60ch] text-sm text-soft">
            <Prose text={text} />
          </p>
        )}
        {hasLongList(field) && (
          <p className="mt-1 flex max-w-[60ch] flex-wrap items-baseline gap-x-2 text-sm leading-5 text-soft">
            <span>{t("values")}:</span>
            {field.values.map((value) => (
              <Term key={value}>{value}</Term>
            ))}
          </p>
        )}
        {since !== null && (
          <p className="mt-1 text-xs text-faint">
            <Link href={`/changelog#${since}`} className="hover:underline">
              {t("since")} <time dateTime={since}>{formatDate(locale, since)}</time>
            </Link>
          </p>
        )}
      </div>
      {field.fields.length > 0 && (
        <div className="mb-3 ml-1 border-l-2 border-line pl-4 [&>ul>li:first-child]:border-t-0">
          <Fields fields={field.fields} prefix={prefix} operationId={operationId} />
        </div>
      )}
    </li>
  );
}

export function formatDate(locale: Locale, date: string): string {
  return new Intl.DateTimeFormat(locale === "ru" ? "ru" : "en-GB", {
    dateStyle: "long",
    timeZone: "UTC",
  }).format(new Date(date));
}
