/** What a notification says. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The page that it opens, on this service. */
  readonly url: string;
  /** A later message with the same tag replaces it. */
  readonly tag: string;
}
