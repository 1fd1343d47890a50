import { expect, it } from "vitest";
import { toReaderScript } from "@/lib/locale/to-reader-script";

it.each([
  ["улица Пажурий", "en-GB", "ulitsa Pazhuriy"],
  ["Цветочный бульвар, 5", "en", "Tsvetochnyy bulvar, 5"],
  ["Алексей", "en", "Aleksey"],
  ["Алексей", "ru", "Алексей"],
  ["Strada Pajurii", "ru", "Strada Pajurii"],
  ["Strada Ștefan, 24", "en", "Strada Ștefan, 24"],
])("shows %j in %s as %j", (text, tag, shown) => {
  expect(toReaderScript(text, tag)).toBe(shown);
});
