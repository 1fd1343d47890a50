import { expect, it } from "vitest";
import { templateRows } from "@/app/dashboard/import/template/template-rows";

it("the template of an import has phone numbers of the served country", () => {
  const place = { latitude: 41.15, longitude: -8.61, area: "Porto", street: "Rua Alta", building: "3" };
  const { fields, rows } = templateRows(
    { shops: [place, place, place], doors: [place, place], couriers: [] },
    "en",
  );
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    for (const field of ["phone", "pickup_phone"] as const) {
      expect(row[fields.indexOf(field)]).toMatch(/^\+3519\d{8}$/);
    }
  }
});
