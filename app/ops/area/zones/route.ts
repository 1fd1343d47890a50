import { currentOperator } from "@/app/session";
import { runtime } from "@/lib/process/runtime";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { writeZoneFile } from "@/lib/service-area/zone-file";

export async function GET(): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  if (!(await currentOperator("service.view"))) return new Response("null", { status: 404, headers });
  const { zones } = await getServiceArea(runtime());
  return new Response(writeZoneFile(zones), {
    headers: {
      ...headers,
      "Content-Type": "application/geo+json",
      "Content-Disposition": 'attachment; filename="service-area.geojson"',
    },
  });
}
