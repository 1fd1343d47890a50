import type { Names } from "@/lib/city/geocoding/city-row";
import type { Tags } from "@/packages/city/extract/feature";
import { toEnglishName } from "@/packages/city/map/name";

const MAX_OTHER_NAMES = 12;
const MAX_LENGTH = 200;
/** Language suffixes are added to these. */
const OTHER_TAGS =
  /^(?:(?:alt|old|loc|short|official|int|reg|nat)_name(?::[a-z]{2})?|name_\d|name:[a-z]{2})$/;
const LATIN_OR_CYRILLIC = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{M}]+$/u;

export function findNames(tags: Tags): Names | null {
  const name = toText(tags.name ?? tags["name:ru"] ?? tags["name:en"]);
  if (name === "") return null;
  const nameRu = toText(tags["name:ru"]) || null;
  const nameEn = findEnglish(name, tags);
  const tagged = Object.entries(tags).filter(([tag]) => OTHER_TAGS.test(tag));
  const others = [tags["name:en"] ?? "", ...tagged.map(([, value]) => value)]
    .flatMap((value) => value.split(";").map(toText))
    .filter((other) => LATIN_OR_CYRILLIC.test(other) && ![name, nameRu, nameEn].includes(other));
  return { name, nameRu, nameEn, otherNames: [...new Set(others)].slice(0, MAX_OTHER_NAMES) };
}

export const toNames = (name: string): Names => ({
  name: toText(name),
  nameRu: null,
  nameEn: findEnglish(toText(name), {}),
  otherNames: [],
});

export function allNames({ name, nameRu, nameEn, otherNames }: Names): string[] {
  return [name, nameRu, nameEn, ...otherNames].filter((one): one is string => one !== null);
}

function toText(value = ""): string {
  return value
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_LENGTH);
}

function findEnglish(name: string, tags: Tags): string | null {
  const english = toText(toEnglishName(name, tags));
  return english === name || english === "" ? null : english;
}
