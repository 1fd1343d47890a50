import { OPERATIONS } from "@/app/v1/operations";
import { COMMON_ERRORS } from "@/lib/api/errors";
import type { DocLink } from "@/lib/docs/doc";
import { ADVICE } from "@/lib/docs/en-errors";
import { ERROR_TEXTS } from "@/lib/docs/ru-errors";
import { ERRORS, type ErrorCode, PREFIXES, toApiError } from "@/lib/http/errors";
import type { Locale } from "@/lib/locale/locale";

export interface ErrorPage {
  readonly slug: string;
  readonly ids: readonly string[];
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly meaning: Readonly<Record<Locale, string>>;
  readonly advice: Readonly<Record<Locale, string>>;
  readonly operations: readonly string[];
}

const CODES = new Set<ErrorCode>([
  ...OPERATIONS.flatMap((operation) => operation.errors),
  ...COMMON_ERRORS,
  "ROUTE_NOT_FOUND",
  "METHOD_NOT_ALLOWED",
]);

export const ERROR_PAGES: readonly ErrorPage[] = [...CODES]
  .map((code): ErrorPage => {
    const ids = [...new Set(PREFIXES.map((prefix) => toApiError(code, prefix).id))];
    const isCommon = (COMMON_ERRORS as readonly ErrorCode[]).includes(code);
    return {
      slug: code === "INVALID_PAYLOAD" ? "validation" : (ids[0] ?? code),
      ids,
      code,
      status: ERRORS[code].status,
      message: ERRORS[code].message,
      meaning: { en: ERRORS[code].message, ru: ERROR_TEXTS[code]?.[0] ?? "" },
      advice: { en: ADVICE[code] ?? "", ru: ERROR_TEXTS[code]?.[1] ?? "" },
      operations: OPERATIONS.filter((operation) => isCommon || operation.errors.includes(code)).map(
        (operation) => operation.operationId,
      ),
    };
  })
  .sort((a, b) => a.status - b.status);

export const errorLink = (
  locale: Locale,
  { slug, ids, status, meaning }: ErrorPage,
  title = ids.join(", "),
): DocLink => ({
  href: `/docs/errors/${slug}`,
  mark: String(status),
  title,
  text: meaning[locale],
  isCode: true,
});
