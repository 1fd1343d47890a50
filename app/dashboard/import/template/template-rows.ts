import type { DemoPlaces } from "@/lib/drills/town";
import type { ImportField } from "@/lib/imports/column";
import type { Locale } from "@/lib/locale/locale";
import { generateExternalOrderId } from "@/lib/orders/form/external-order-id";

const FIELDS = [
  "order_id",
  "name",
  "phone",
  "area",
  "street",
  "building",
  "apartment",
  "instructions",
  "latitude",
  "longitude",
  "cargo_size",
  "comment",
  "pickup_name",
  "pickup_phone",
  "pickup_area",
  "pickup_street",
  "pickup_building",
  "pickup_latitude",
  "pickup_longitude",
] as const satisfies readonly ImportField[];

const TEXTS = {
  en: { shop: "Shop", names: ["Anna", "Boris"], instructions: "Ring the bell", comment: "Fragile" },
  ru: { shop: "Магазин", names: ["Анна", "Борис"], instructions: "Позвонить в дверь", comment: "Хрупкое" },
} as const satisfies Record<Locale, unknown>;

/** Two orders that can be placed as they are. */
export function templateRows({ shops: [shop], doors }: DemoPlaces, locale: Locale) {
  const texts = TEXTS[locale];
  const rows = doors.slice(0, texts.names.length).map((door, index) => {
    const values: Record<(typeof FIELDS)[number], string | number> = {
      order_id: generateExternalOrderId(),
      name: texts.names[index] ?? "",
      phone: `+7999000001${index}`,
      area: door.area,
      street: door.street,
      building: door.building,
      apartment: index + 12,
      instructions: texts.instructions,
      latitude: door.latitude,
      longitude: door.longitude,
      cargo_size: "S",
      comment: texts.comment,
      pickup_name: texts.shop,
      pickup_phone: "+79990000001",
      pickup_area: shop.area,
      pickup_street: shop.street,
      pickup_building: shop.building,
      pickup_latitude: shop.latitude,
      pickup_longitude: shop.longitude,
    };
    return FIELDS.map((field) => String(values[field]));
  });
  return { fields: FIELDS, rows };
}
