import { homeAt } from "@/lib/accounts/home";
import type { ImportField } from "@/lib/imports/column";
import type { Locale } from "@/lib/locale/locale";
import { generateExternalOrderId } from "@/lib/orders/form/external-order-id";
import { samplePhone } from "@/lib/phone-example";
import type { DemoPlaces } from "@/lib/sandbox/demo/demo-places";

const TEXTS = {
  en: { shop: "Shop", names: ["Anna", "Boris"], instructions: "Ring the bell", comment: "Fragile" },
  ru: { shop: "Магазин", names: ["Анна", "Борис"], instructions: "Позвонить в дверь", comment: "Хрупкое" },
} as const satisfies Record<Locale, unknown>;

/** Two orders that can be placed as they are, with a phone number of the country that the places are in. */
export function templateRows({ shops: [shop], doors }: DemoPlaces, locale: Locale) {
  const texts = TEXTS[locale];
  const phone = samplePhone(homeAt(shop.latitude, shop.longitude).phoneCountry);
  const orders = doors.slice(0, texts.names.length).map(
    (door, index) =>
      ({
        order_id: generateExternalOrderId(),
        name: texts.names[index] ?? "",
        phone,
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
        pickup_phone: phone,
        pickup_area: shop.area,
        pickup_street: shop.street,
        pickup_building: shop.building,
        pickup_latitude: shop.latitude,
        pickup_longitude: shop.longitude,
      }) satisfies Partial<Record<ImportField, string | number>>,
  );
  const fields = Object.keys(orders[0] ?? {}) as (keyof (typeof orders)[number])[];
  return { fields, rows: orders.map((order) => Object.values(order).map(String)) };
}
