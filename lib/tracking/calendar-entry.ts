export interface CalendarEntry {
  /** Equal for the same delivery, so that a later entry replaces an earlier one. */
  readonly uid: string;
  readonly stampedAt: Date;
  readonly from: Date;
  readonly to: Date;
  readonly title: string;
  readonly url: string;
}

/** RFC 5545, with times in UTC. */
export function calendarFile({ uid, stampedAt, from, to, title, url }: CalendarEntry): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Dropline//Delivery//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${utc(stampedAt)}`,
    `DTSTART:${utc(from)}`,
    `DTEND:${utc(to)}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(url)}`,
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const utc = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, "");

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
}

const MAX_OCTETS = 75;

/** RFC 5545: lines of at most 75 octets, continued with a space, without splitting a character. */
function folded(line: string): string {
  const pieces = [""];
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      pieces.push("");
      octets = 1;
    }
    pieces.push((pieces.pop() ?? "") + character);
    octets += size;
  }
  return pieces.join("\r\n ");
}
