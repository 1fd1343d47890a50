import type { Contact } from "@/lib/orders/order";

export function contactLink(contact: Pick<Contact, "type" | "value">): string {
  const { type } = contact;
  const value = contact.value.trim();
  const digits = value.replace(/\D/g, "");
  if (type === "whatsapp") return `https://wa.me/${digits}`;
  if (type === "telegram") return telegramLink(value, digits);
  return callLink(value);
}

export function callLink(number: string): string {
  return `tel:${number.replace(/[^\d+]/g, "")}`;
}

function telegramLink(value: string, digits: string): string {
  const name = /^(?:https?:\/\/)?(?:t\.me\/)?@?([a-z]\w{3,31})\/?$/i.exec(value)?.[1];
  if (name !== undefined) return `https://t.me/${name}`;
  return `https://t.me/+${digits}`;
}

export function canCall({ value }: Pick<Contact, "value">): boolean {
  return /^\+?[\d\s().-]{5,}$/.test(value.trim());
}

export function linkSecret(pasted: string): string {
  return /([\w-]{22})\/?\s*$/.exec(pasted)?.[1] ?? pasted.trim();
}
