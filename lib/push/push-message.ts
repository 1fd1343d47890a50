export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
}

/** Notifications to recipients, in this order and each once. */
export type RecipientNotification = "onTheWay" | "near";
