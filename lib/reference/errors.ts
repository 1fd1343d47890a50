import { OPERATIONS } from "@/app/v1/operations";
import { COMMON_ERRORS } from "@/lib/api/openapi";
import type { ErrorCode } from "@/lib/domain-error";
import { ERRORS, PREFIXES, publicError } from "@/lib/http/errors";
import type { Locale } from "@/lib/locale/locale";
import { ADVICE } from "@/lib/reference/en-errors";
import { ERROR_TEXTS } from "@/lib/reference/ru-errors";

export interface ErrorPage {
  /** The validation ids of both prefixes share one page. */
  readonly slug: string;
  readonly ids: readonly string[];
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly meaning: Readonly<Record<Locale, string>>;
  readonly advice: Readonly<Record<Locale, string>>;
  readonly operations: readonly string[];
}

export const ERROR_PAGES: readonly ErrorPage[] = errorPages();

function errorPages(): ErrorPage[] {
  const codes = new Set<ErrorCode>([
    ...OPERATIONS.flatMap((operation) => operation.errors),
    ...COMMON_ERRORS,
    "ROUTE_NOT_FOUND",
    "METHOD_NOT_ALLOWED",
  ]);
  const pages = [...codes].map((code): ErrorPage => {
    const ids = [...new Set(PREFIXES.map((prefix) => publicError(code, prefix).id))];
    const isCommon = (COMMON_ERRORS as readonly ErrorCode[]).includes(code);
    return {
      slug: code === "INVALID_PAYLOAD" ? "validation" : (ids[0] ?? code),
      ids,
      code,
      status: ERRORS[code].status,
      message: ERRORS[code].message,
      meaning: { en: ERRORS[code].message, ru: ERROR_TEXTS[code]?.meaning ?? "" },
      advice: { en: ADVICE[code] ?? "", ru: ERROR_TEXTS[code]?.advice ?? "" },
      operations: OPERATIONS.filter((operation) => isCommon || operation.errors.includes(code)).map(
        (operation) => operation.operationId,
      ),
    };
  });
  return pages.sort((a, b) => a.status - b.status);
}

export function errorPageOf(code: ErrorCode): ErrorPage | undefined {
  return ERROR_PAGES.find((page) => page.code === code);
}
