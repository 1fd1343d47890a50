/** Such as "November 2026" and "ноябрь 2026". */
export function formatMonth(month: string, locale: string): string {
  const name = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" }).format(
    new Date(`${month}-01`),
  );
  return `${name} ${month.slice(0, 4)}`;
}
