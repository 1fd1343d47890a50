import { readStatus } from "@/app/(site)/status/read-status";
import { getRequestedLocale } from "@/app/requested-locale";

export const dynamic = "force-dynamic";

const WORDS = { ok: "operational", slow: "degraded", stuck: "down" } as const;

export async function GET(request: Request): Promise<Response> {
  const { status, overall } = await readStatus();
  const isRussian = getRequestedLocale(request) === "ru";
  const body = {
    status: overall === "unknown" || overall === "incident" ? overall : WORDS[overall],
    checked_at: status?.checkedAt ?? null,
    parts: (status?.parts ?? []).map(({ part, level, uptimePercent, days }) => ({
      id: part,
      status: level === "off" ? "unknown" : WORDS[level],
      uptime_percent: uptimePercent,
      days: days
        .filter((day) => day.level !== "none")
        .map(({ day, downMinutes }) => ({ date: day, down_minutes: downMinutes })),
    })),
    incidents: (status?.incidents ?? []).map((incident) => ({
      id: incident.id,
      title: isRussian ? incident.titleRu : incident.titleEn,
      status: incident.state,
      parts: incident.parts,
      started_at: incident.startedAt,
      resolved_at: incident.resolvedAt,
      updates: incident.updates.map(({ state, textEn, textRu, at }) => ({
        status: state,
        text: isRussian ? textRu : textEn,
        created_at: at,
      })),
    })),
  };
  return Response.json(body, {
    headers: { "Cache-Control": "public, max-age=5", "Access-Control-Allow-Origin": "*" },
  });
}
