export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** A later message with the same tag replaces it. */
  readonly tag: string;
}

/** Notifications to recipients, in this order and each once. */
export type RecipientNotification = "onTheWay" | "near";
