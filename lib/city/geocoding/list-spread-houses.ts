import type { Queryable } from "@/lib/db/client";
import { cityAreas, cityHouses, cityStreets } from "@/lib/db/generated/columns";
import { pick, type RowOf } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

const HOUSE = {
  area: cityAreas.name.orNull,
  areaRu: cityAreas.nameRu,
  street: cityStreets.name,
  streetRu: cityStreets.nameRu,
  ...pick(cityHouses, "label latitude longitude"),
};

export type SampleHouse = Readonly<RowOf<typeof HOUSE>>;

/** Houses spread over a city, at most twice `about`, and always the same ones. */
export function listSpreadHouses(db: Queryable, version: string, about: number): Promise<SampleHouse[]> {
  return query(db, HOUSE)`
    SELECT area.name AS area, area.name_ru AS area_ru, street.name AS street, street.name_ru AS street_ru,
      house.label, house.latitude, house.longitude
    FROM city_houses house
    JOIN city_streets street ON street.version = house.version AND street.id = house.street_id
    LEFT JOIN city_areas area ON area.version = street.version AND area.id = street.area_id
    WHERE house.version = ${version} AND NOT house.is_approximate
      AND house.id % (SELECT greatest(1, count(*) / ${about}::bigint) FROM city_houses WHERE version = ${version}) = 0
    ORDER BY house.id`;
}
