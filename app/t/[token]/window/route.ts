import { getText, recipientFormRoute } from "@/app/t/handle-recipient-form";
import { chooseWindow } from "@/lib/orders/feedback/choose-window";

export const POST = recipientFormRoute((served, token, values) =>
  chooseWindow(served, token, getText(values, "from")),
);
