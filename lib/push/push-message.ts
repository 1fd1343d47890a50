export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
}

export type RecipientNotification = "onTheWay" | "near";
