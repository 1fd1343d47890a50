import type { AreaRow, Names } from "@/lib/geocoding/city-row";
import { type FoundPlace, type PlaceQuery, placeLabel } from "@/lib/geocoding/place";
import type { PlacedHouse } from "@/lib/geocoding/place-house";
import type { StreetList } from "@/lib/geocoding/street-list";

type Language = PlaceQuery["language"];

function nameIn({ name, nameRu, nameEn }: Names, language: Language): string {
  return (language === "ru" ? nameRu : language === "en" ? nameEn : null) ?? name;
}

/** Null if the index does not have the street. An empty building means the street alone. */
export function labelled(
  { streets, areas }: StreetList,
  streetId: number,
  { latitude, longitude, building, isApproximate }: PlacedHouse,
  language: Language,
): FoundPlace | null {
  const row = streets.get(streetId);
  if (row === undefined) return null;
  const areaOf = (id: number | null): string => {
    const area = id === null ? undefined : areas.get(id);
    return area === undefined ? "" : nameIn(area, language);
  };
  const [street, area] = [nameIn(row, language), areaOf(row.areaId)];
  const label = placeLabel([placeLabel([street, building]), areaOf(row.districtId), area]);
  return { latitude, longitude, area, street, building, label, isApproximate };
}

export function labelledArea(area: AreaRow, language: Language): FoundPlace {
  const { latitude, longitude } = area;
  const name = nameIn(area, language);
  return { latitude, longitude, area: name, street: "", building: "", label: name, isApproximate: true };
}
