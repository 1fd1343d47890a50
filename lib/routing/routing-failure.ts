/** `no_route`, `too_far` and `overloaded` come from a healthy server. `down`: the probe failed, nothing was sent. */
export type RoutingFailureReason =
  | "timeout"
  | "unreachable"
  | "status"
  | "malformed"
  | "too_large"
  | "down"
  | "overloaded"
  | "no_route"
  | "too_far";

export class RoutingFailure extends Error {
  readonly reason: RoutingFailureReason;

  constructor(reason: RoutingFailureReason, options?: ErrorOptions) {
    super(`The routing server gave no usable response: ${reason}`, options);
    this.name = "RoutingFailure";
    this.reason = reason;
  }
}
