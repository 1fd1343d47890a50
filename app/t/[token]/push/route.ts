import { localeOf, takeWords, textIn } from "@/app/t/take-words";
import { config } from "@/lib/config";
import { followByPush } from "@/lib/tracking/follow-by-push";

export async function POST(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return takeWords(request, token, (served, values) => {
    const { keys } = values;
    const secrets: object = typeof keys === "object" && keys !== null ? keys : {};
    const told = { ...secrets, endpoint: textIn(values, "endpoint"), locale: localeOf(request) };
    const { db, clock, dispatch } = served;
    return followByPush({ db, clock, dispatch, policy: config().webhooks }, token, told);
  });
}
