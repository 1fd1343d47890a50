import { dismissInput } from "@/lib/courier-app/schema";
import { handleCourierAction } from "@/lib/courier-app/serve-courier";
import { dismissSuggestion } from "@/lib/dispatch/dismiss-suggestion";

export const POST = (request: Request) =>
  handleCourierAction(request, dismissInput, (context, courier, { suggestedAt }) =>
    dismissSuggestion(context, courier.id, suggestedAt),
  );
