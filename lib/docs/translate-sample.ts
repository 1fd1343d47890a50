import type { Locale } from "@/lib/locale/locale";

const TEXTS = {
  "Strada Pușkin": "улица Пушкина",
  "Strada Pajurii": "улица Пажурий",
  "Strada Pajurii, 5, Chișinău": "улица Пажурий, 5, Кишинёв",
  Chișinău: "Кишинёв",
  "Entrance from the courtyard": "Вход со двора",
  "The Book House": "Дом книги",
  Anna: "Анна",
  "Aleksey Gromov": "Алексей Громов",
  white: "белый",
  Fragile: "Хрупкое",
  "Call 10 minutes before": "Позвоните за 10 минут",
  "The customer changed their mind": "Покупатель передумал",
};

export function translateSample(locale: Locale, code: string): string {
  if (locale === "en") return code;
  return Object.entries(TEXTS).reduce((text, [en, ru]) => text.replaceAll(`"${en}"`, `"${ru}"`), code);
}
