import { OPERATIONS } from "@/app/v1/operations";
import { COMMON_ERRORS } from "@/lib/api/errors";
import type { DocLink } from "@/lib/docs/doc";
import { ERROR_TEXTS } from "@/lib/docs/error-texts";
import { ERRORS, type ErrorCode, PREFIXES, toApiError } from "@/lib/http/errors";
import type { Locale } from "@/lib/locale/locale";

const CODES = new Set<ErrorCode>([
  ...OPERATIONS.flatMap((operation) => operation.errors),
  ...COMMON_ERRORS,
  "ROUTE_NOT_FOUND",
  "METHOD_NOT_ALLOWED",
]);

export type ErrorPage = (typeof ERROR_PAGES)[number];

export const ERROR_PAGES = [...CODES]
  .map((code) => {
    const ids = [...new Set(PREFIXES.map((prefix) => toApiError(code, prefix).id))];
    const isCommon = (COMMON_ERRORS as readonly ErrorCode[]).includes(code);
    return {
      slug: code === "INVALID_PAYLOAD" ? "validation" : (ids[0] ?? code),
      ids,
      code,
      status: ERRORS[code].status,
      message: ERRORS[code].message,
      meaning: { en: ERRORS[code].message, ru: ERROR_TEXTS[code]?.russian.meaning ?? "" },
      advice: { en: ERROR_TEXTS[code]?.advice ?? "", ru: ERROR_TEXTS[code]?.russian.advice ?? "" },
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
