import { getLocale, getTranslations } from "next-intl/server";
import { templateRows } from "@/app/dashboard/import/template/template-rows";
import { staffRoute } from "@/app/dashboard/staff-route";
import { csvResponse } from "@/app/file-response";
import { readCity } from "@/lib/city/city";
import { config } from "@/lib/config";
import { toCsv } from "@/lib/imports/csv";
import { toLanguage } from "@/lib/locale/locale";
import { runtime } from "@/lib/process/runtime";
import { chooseDemoPlaces } from "@/lib/sandbox/demo/demo-places";

/** Examples in the served city, so that the file can be imported as it is. */
export const GET = staffRoute("account.manage_orders", async () => {
  const t = await getTranslations("import");
  const locale = toLanguage(await getLocale());
  const places = await chooseDemoPlaces(runtime().db, readCity(config().dataDir), locale);
  const { fields, rows } = templateRows(places, locale);
  const csv = toCsv([fields.map((field) => t(`fields.${field}`)), ...rows], locale);
  return csvResponse(csv, "dropline-import.csv");
});
