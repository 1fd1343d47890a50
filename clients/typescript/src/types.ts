// Made by scripts/generate-clients.ts from the API's document; change that instead.

export type OrderRequest = {
  /** The client's own identifier; not `.` or `..`. Using one again returns the original order. */
  external_order_id: string;
  /** From the quote operation. Honored only while the whole quote is valid; otherwise the trip is priced again. */
  quote_id?: string;
  pickup: {
    address: Address;
    contact: Contact;
    proof?: ProofRequest;
  };
  dropoffs: Dropoff[];
  cargo_size?: "S" | "M" | "L" | "XL";
  routing_mode?: "sequential" | "parallel";
  /** Applied to the first dropoff when not set there. */
  payment_type?: "cash" | "card";
  /** Item buyout amount in RUB. Applied to the first dropoff when left out there. */
  payment_amount?: number | null;
  /** For a scheduled delivery; null for as soon as possible. In the future. */
  delivery_time?: string | null;
  comment?: string | null;
  /** What becomes of goods that cannot be handed over: back to the pickup, left at the door, or asked when it happens. */
  if_undeliverable?: "return" | "leave" | "ask";
};

export type Address = {
  /** Degrees, -90 to 90. */
  latitude: number;
  /** Degrees, -180 to 180. */
  longitude: number;
  /** City or locality. */
  area: string;
  street: string;
  /** House or building number. */
  building: string;
  /** A whole number; anything else goes into instructions. */
  apartment?: number | null;
  entrance?: number | null;
  floor?: number | null;
  intercom?: string | null;
  /** Free text shown to the courier. */
  instructions?: string | null;
};

export type Contact = {
  /** Phone number, E.164 preferred, or messaging handle. */
  value: string;
  name?: string | null;
  type?: "phone" | "whatsapp" | "telegram";
};

export type ProofRequest = {
  photo?: boolean;
  /** Six digits that the recipient's own tracking page shows and the courier has to be told. */
  code?: boolean;
  signature?: boolean;
};

export type Dropoff = {
  address: Address;
  contact: Contact;
  proof?: ProofRequest;
  /** Default: the order's cargo_size. */
  cargo_size?: "S" | "M" | "L" | "XL";
  /** How the courier pays for goods bought out at this door. */
  payment_type?: "cash" | "card";
  /** Buyout amount in RUB for this dropoff; null when there is no buyout. Left out, the first dropoff takes the order's. */
  payment_amount?: number | null;
  /** True: the courier carries to the door. False: meets at the entrance. */
  doorstep?: boolean;
};

export type OrderPatch = {
  pickup?: {
    address?: AddressPatch;
    contact?: ContactPatch;
    proof?: ProofPatch;
  };
  /** Only the dropoffs that change. */
  dropoffs?: DropoffPatch[];
  /** Verified when coordinates, sizes or mode change. */
  quote_id?: string;
  cargo_size?: "S" | "M" | "L" | "XL";
  routing_mode?: "sequential" | "parallel";
  /** Applied to the first dropoff when not set there. */
  payment_type?: "cash" | "card";
  /** Item buyout amount in RUB. Applied to the first dropoff when left out there. */
  payment_amount?: number | null;
  /** For a scheduled delivery; null for as soon as possible. In the future. */
  delivery_time?: string | null;
  comment?: string | null;
  /** What becomes of goods that cannot be handed over: back to the pickup, left at the door, or asked when it happens. */
  if_undeliverable?: "return" | "leave" | "ask";
};

export type AddressPatch = {
  /** Degrees, -90 to 90. */
  latitude?: number;
  /** Degrees, -180 to 180. */
  longitude?: number;
  /** City or locality. */
  area?: string;
  street?: string;
  /** House or building number. */
  building?: string;
  /** A whole number; anything else goes into instructions. */
  apartment?: number | null;
  entrance?: number | null;
  floor?: number | null;
  intercom?: string | null;
  /** Free text shown to the courier. */
  instructions?: string | null;
};

export type ContactPatch = {
  /** Phone number, E.164 preferred, or messaging handle. */
  value?: string;
  name?: string | null;
  type?: "phone" | "whatsapp" | "telegram";
};

export type ProofPatch = {
  photo?: boolean;
  /** Six digits that the recipient's own tracking page shows and the courier has to be told. */
  code?: boolean;
  signature?: boolean;
};

export type DropoffPatch = {
  /** Zero-based position of the dropoff. Default: the element's own position in this array. */
  index?: number;
  address?: AddressPatch;
  contact?: ContactPatch;
  proof?: ProofPatch;
  cargo_size?: "S" | "M" | "L" | "XL";
  /** How the courier pays for goods bought out at this door. */
  payment_type?: "cash" | "card";
  /** Buyout amount in RUB for this dropoff; null when there is no buyout. Left out, the first dropoff takes the order's. */
  payment_amount?: number | null;
  /** True: the courier carries to the door. False: meets at the entrance. */
  doorstep?: boolean;
};

export type CancelRequest = {
  reason?: string;
  comment?: string | null;
  /** The most that the cancellation may cost, in RUB. If it costs more by now, nothing is cancelled (409). Default: whatever it costs. */
  max_fee?: number;
};

export type UndeliverableRequest = {
  action: "retry" | "return" | "leave";
  /** The dropoff as in `stops`: n is dropoff n. May be left out while one question is open. */
  index?: number;
};

export type QuoteRequest = {
  pickup: {
    /** Degrees, -90 to 90. */
    latitude: number;
    /** Degrees, -180 to 180. */
    longitude: number;
  };
  dropoffs: {
    /** Degrees, -90 to 90. */
    latitude: number;
    /** Degrees, -180 to 180. */
    longitude: number;
    /** Default: the request's cargo_size. */
    cargo_size?: "S" | "M" | "L" | "XL";
  }[];
  /** Applies to every dropoff without its own; priced per destination. */
  cargo_size?: "S" | "M" | "L" | "XL";
  /** `sequential`: one chained trip through every dropoff in order. `parallel`: each dropoff priced on its own from the pickup. */
  routing_mode?: "sequential" | "parallel";
  /** The order's `delivery_time`, if it has one: decides only whether the service area is open at the stops. */
  delivery_time?: string | null;
};

export type SandboxStep = {
  /** Instead of a step: let the order move by itself (`play`) or by hand alone (`pause`), lose its courier's position or find it again, or have the courier stand still for 15 minutes by the clock of the sandbox. */
  control?: "play" | "pause" | "lose_gps" | "find_gps" | "delay";
  /** Instead of a step: how many times faster than in life the order goes from now on. */
  speed?: number;
  /** Instead of one step: take steps until the order has this status. */
  until?: "assigned" | "in_progress" | "delivered";
  /** At the dropoff that comes next. Default: the step that comes next. */
  step?:
    | "assign"
    | "accept"
    | "arrive_at_pickup"
    | "pick_up"
    | "arrive"
    | "hand_over"
    | "fail"
    | "arrive_back"
    | "give_back";
  /** What the courier tells with the step. They bring what the stop asks for by themselves. */
  report?: {
    /** What the recipient says. Default: the right code. */
    code?: string;
    signer_name?: string;
    /** Why nothing could be handed over; required with the step `fail`. */
    failure?: {
      code:
        | "recipient_absent"
        | "refused"
        | "wrong_address"
        | "no_access"
        | "damaged"
        | "code_failed"
        | "payment_problem"
        | "other";
      comment?: string | null;
    };
    calls?: number;
  };
};

export type WebhookTestEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "webhook.test";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type Order = {
  /** The client's identifier. */
  external_order_id: string;
  /** Human-readable code assigned by the service. */
  order_code: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Delivery price in RUB. */
  price: number | null;
  /** What is owed, in RUB: the price and all charges; of a cancelled order the charges alone. */
  total: number | null;
  /** Where the distances behind the price come from: `roads` of a map, or an `estimate` from straight lines. Null for orders made before 2026-11-24. */
  routing: "roads" | "estimate" | null;
  /** Public tracking page of the whole order, safe to forward to the recipient. Null when the order has no link; reads never create one. */
  tracking_url: string | null;
  /** One page per dropoff, in their order. Null for a single dropoff or without a link. */
  tracking_urls: string[] | null;
  /** When the order completed. */
  delivered_at: string | null;
  /** Null until a courier is assigned, and between two couriers: after the first handed the order back, or an edit freed them, until another one has it. */
  driver: Driver | null;
  /** Only while assigned or in_progress, and only a position received less than 30 minutes ago. */
  driver_location: DriverLocation | null;
  /** The way of goods back to the pickup; null unless some go back. */
  return: OrderReturn | null;
};

export type Driver = {
  name: string;
  phone: string;
  transport: {
    type?: string;
    make?: string;
    model?: string;
    color?: string;
    number?: string;
  };
};

export type DriverLocation = {
  latitude: number;
  longitude: number;
  /** Degrees clockwise from true north, 0 to 360. */
  heading: number;
  updated_at: string;
};

export type OrderReturn = {
  /** `pending` while other stops or questions come first, `on_the_way` while the courier brings the goods back, then `returned`. */
  state: "pending" | "on_the_way" | "returned";
  /** Of the way back in RUB; charged when it begins. */
  price: number;
  /** When the courier may be back; only while on_the_way. */
  eta: string | null;
  /** Only while on_the_way, also of a cancelled order, and only a position received less than 30 minutes ago. */
  driver_location: DriverLocation | null;
};

export type Stop = {
  /** 0 is the pickup, n is dropoff n; the way back to the pickup, if there is one, is the last. */
  index: number;
  kind: "pickup" | "dropoff" | "return";
  outcome: "pending" | "done" | "failed";
  arrived_at: string | null;
  /** When the goods changed hands. */
  completed_at: string | null;
  /** Only on a dropoff whose outcome is `failed`. */
  failure: StopFailure | null;
  /** The recipient's decision after a failed attempt, where the account allows it: the courier comes again, leaves the goods at the door, or comes later. Null without a decision. */
  recipient_decision: "come_again" | "leave" | "later" | null;
  /** Null while there is none. */
  proof: StopProof | null;
};

export type StopFailure = {
  code:
    | "recipient_absent"
    | "refused"
    | "wrong_address"
    | "no_access"
    | "damaged"
    | "code_failed"
    | "payment_problem"
    | "other";
  comment: string | null;
  at: string;
  /** Tries that have failed, this one included. */
  attempts: number;
  /** How often the courier has called the recipient from the app. */
  calls: number;
  /** What becomes of the goods; `open` while the question waits for an answer. */
  resolution: "open" | "return" | "leave";
  /** Until when POST …/undeliverable answers an open question; null once answered. */
  answer_until: string | null;
};

export type StopProof = {
  /** Addresses that open the photos for five minutes. Null in events: read the order for them. */
  photo_urls: string[] | null;
  /** The same for the signature. */
  signature_url: string | null;
  /** `overridden`: an operator has let the courier go on without the recipient's code. */
  code: "matched" | "overridden" | null;
  signer_name: string | null;
  /** Where the courier was by their newest position. */
  location: {
    latitude: number;
    longitude: number;
  } | null;
  /** From there to the stop, in meters. */
  distance_m: number | null;
};

export type OrderCreatedEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "order.created";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type OrderUpdatedEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "order.updated";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type OrderCourierNotFoundEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "order.courier_not_found";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type OrderAssignedEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "order.assigned";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type OrderDriverChangedEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "order.driver_changed";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type OrderInProgressEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "order.in_progress";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type OrderStopCompletedEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "order.stop_completed";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type OrderStopFailedEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "order.stop_failed";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type OrderReturnStartedEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "order.return_started";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type OrderReturnedEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "order.returned";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type OrderProofAddedEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "order.proof_added";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type OrderDeliveredEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "order.delivered";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type OrderCancelledEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "order.cancelled";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type DriverLocationUpdatedEvent = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event: "driver.location_updated";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: Order;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: Stop | null;
};

export type Error = {
  success: false;
  error: {
    /** Identifier of the kind of error. */
    id: string;
    /** The same kind in upper snake case. */
    code: string;
    /** For a rejected payload: the first offending field path and its message. */
    message: string;
    /** A JSON array, encoded as a string, of objects with `field` and `message`; `"[]"` where no payload was rejected. */
    details: string;
  };
};

export type OrderList = {
  orders: OrderOutput[];
  limit: number;
  offset: number;
};

export type OrderWithHistory = {
  /** The client's identifier. */
  external_order_id: string;
  /** Human-readable code assigned by the service. */
  order_code: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Delivery price in RUB. */
  price: number | null;
  /** What is owed, in RUB: the price and all charges; of a cancelled order the charges alone. */
  total: number | null;
  /** Where the distances behind the price come from: `roads` of a map, or an `estimate` from straight lines. Null for orders made before 2026-11-24. */
  routing: "roads" | "estimate" | null;
  /** Public tracking page of the whole order, safe to forward to the recipient. Null when the order has no link; reads never create one. */
  tracking_url: string | null;
  /** One page per dropoff, in their order. Null for a single dropoff or without a link. */
  tracking_urls: string[] | null;
  /** When the order completed. */
  delivered_at: string | null;
  /** Null until a courier is assigned, and between two couriers: after the first handed the order back, or an edit freed them, until another one has it. */
  driver: DriverOutput | null;
  /** Only while assigned or in_progress, and only a position received less than 30 minutes ago. */
  driver_location: DriverLocationOutput | null;
  /** The way of goods back to the pickup; null unless some go back. */
  return: OrderReturnOutput | null;
  /** In the order of the trip. */
  stops: StopOutput[];
  /** What the order costs beside its price, oldest first. */
  charges: Charge[];
  /** Oldest first; the first is `new`. */
  status_changes: StatusChange[];
  /** When the courier may be expected at each dropoff, in their order; null for one that has been handed over. Null altogether unless the order is on its way and its courier was seen within five minutes. An addition of Dropline. */
  estimated_arrivals: (ArrivalWindow | null)[] | null;
};

export type Charge = {
  type: "cancellation" | "waiting" | "return" | "adjustment";
  /** In RUB; only an adjustment may be negative. */
  amount: number;
  at: string;
  why: string;
};

export type StatusChange = {
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  changed_at: string;
};

export type ArrivalWindow = {
  from: string;
  to: string;
};

export type CancellationTerms = {
  /** False once the order has ended. */
  allowed: boolean;
  /** RUB; all charges that a cancellation would bring now. */
  fee: number;
  /** Why it costs that much. `free_until_assigned`: no courier has it. `courier_assigned`, `courier_arrived`: a courier is on the way to the pickup, or there. `goods_return`: the goods are picked up and would go back. `already_cancelled`, `already_delivered`: there is nothing to cancel. */
  reason:
    | "free_until_assigned"
    | "courier_assigned"
    | "courier_arrived"
    | "goods_return"
    | "already_cancelled"
    | "already_delivered";
  /** The earliest moment at which it may change by itself; null if it changes only with what happens to the order. */
  valid_until: string | null;
};

export type TrackingLink = {
  /** The client's identifier. */
  external_order_id: string;
  /** Human-readable code assigned by the service. */
  order_code: string;
  /** Public tracking page of the whole order, safe to forward to the recipient. Null when the order has no link; reads never create one. */
  tracking_url: string | null;
  /** One page per dropoff, in their order. Null for a single dropoff or without a link. */
  tracking_urls: string[] | null;
};

export type Quote = {
  /** Pass it to order creation to keep these prices. */
  quote_id: string;
  /** RUB; the sum of every leg with its cargo surcharge. */
  price: number;
  /** RUB; what it costs if goods go back to the pickup. A charge beside `price`, never part of it; 0 while returns are free. */
  return_price: number;
  /** Meters, the sum over the legs. */
  distance: number;
  /** Seconds of driving, the sum over the legs. Time at the stops is not part of it. */
  duration: number;
  /** Where distances and durations come from: `roads` of a map, or an `estimate` from straight lines where the map has no route. */
  routing: "roads" | "estimate";
  /** Five minutes after issue. */
  expires_at: string;
  dropoffs: {
    route_id: string;
    /** Meters. */
    distance: number;
    /** Seconds. */
    duration: number;
    cargo_size: "S" | "M" | "L" | "XL";
    /** RUB; the leg's route price plus its cargo surcharge. */
    price: number;
  }[];
};

export type AddressList = {
  addresses: FoundAddress[];
};

export type FoundAddress = {
  /** Degrees, -90 to 90. */
  latitude: number;
  /** Degrees, -180 to 180. */
  longitude: number;
  /** City or locality; empty where the map does not say. */
  area: string;
  /** Empty for a locality. */
  street: string;
  /** House or building number; empty for a street. */
  building: string;
  /** The whole address in one line, for people. */
  label: string;
  /** Whether the point is an estimate, of a house that is not on the map or of a street as a whole. */
  approximate: boolean;
};

export type NearestAddressAnswer = {
  address: NearestAddress | null;
};

export type NearestAddress = {
  /** Degrees, -90 to 90. */
  latitude: number;
  /** Degrees, -180 to 180. */
  longitude: number;
  /** City or locality; empty where the map does not say. */
  area: string;
  /** Empty for a locality. */
  street: string;
  /** House or building number; empty for a street. */
  building: string;
  /** The whole address in one line, for people. */
  label: string;
  /** Whether the point is an estimate, of a house that is not on the map or of a street as a whole. */
  approximate: boolean;
  /** Meters from the point. */
  distance: number;
};

export type Account = {
  ok: boolean;
  account: {
    id: string;
    email: string | null;
  };
  scopes: string[];
  /** Null when the key is not limited. */
  rate_limit_per_minute: number | null;
};

export type EventPage = {
  events: Event[];
  /** Pass it as `after`. Stays the same while nothing is new. */
  next_cursor: string;
  has_more: boolean;
};

export type Event = {
  /** The same in the journal and in every delivery of a webhook. */
  id: string;
  event:
    | "order.created"
    | "order.updated"
    | "order.courier_not_found"
    | "order.assigned"
    | "order.driver_changed"
    | "order.in_progress"
    | "order.stop_completed"
    | "order.stop_failed"
    | "order.return_started"
    | "order.returned"
    | "order.proof_added"
    | "order.delivered"
    | "order.cancelled";
  created_at: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Only on order.cancelled; null on every other event. */
  cancellation: {
    reason: string;
    comment: string | null;
  } | null;
  external_order_id: string;
  order_code: string;
  /** Counts the events of one order, from 1, without gaps. */
  sequence: number;
  /** True for orders made with a test key. */
  test: boolean;
  order: OrderOutput;
  /** The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
  stop: StopOutput | null;
};

export type Tariff = {
  /** Price in RUB of any trip under first_threshold_km. */
  base_price: number;
  /** Kilometers that the base price covers. */
  first_threshold_km: number;
  /** Kilometers of each band after the first. */
  band_width_km: number;
  /** RUB added per band. */
  band_step: number;
  /** Where pricing by the kilometer starts. */
  max_threshold_km: number;
  /** RUB for each kilometer past max_threshold_km. */
  per_km_over: number;
  /** Cargo surcharge in RUB per size step. */
  cargo_size_step_fee: number;
  bands: {
    /** Inclusive. */
    min_km: number;
    /** Exclusive; null on the last band only. */
    max_km: number | null;
    /** Flat price in RUB of any distance in the band. */
    price: number;
    /** On the last band only; null elsewhere. */
    per_km_over: number | null;
  }[];
  /** What may be charged beside a trip's price; all free unless set. */
  fees: {
    /** RUB for a cancellation once a courier is assigned. */
    cancellation_assigned: number;
    /** RUB for a cancellation once the courier has arrived at the pickup. */
    cancellation_arrived: number;
    /** Whole minutes of waiting at a stop that cost nothing. */
    waiting_free_minutes: number;
    /** RUB for each further whole minute. */
    waiting_per_minute: number;
    /** Price of a return in percent of the price of a leg over the way back with the trip's largest cargo size; 0: returns are free. */
    return_percent: number;
  };
};

export type OrderOutput = {
  /** The client's identifier. */
  external_order_id: string;
  /** Human-readable code assigned by the service. */
  order_code: string;
  status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Delivery price in RUB. */
  price: number | null;
  /** What is owed, in RUB: the price and all charges; of a cancelled order the charges alone. */
  total: number | null;
  /** Where the distances behind the price come from: `roads` of a map, or an `estimate` from straight lines. Null for orders made before 2026-11-24. */
  routing: "roads" | "estimate" | null;
  /** Public tracking page of the whole order, safe to forward to the recipient. Null when the order has no link; reads never create one. */
  tracking_url: string | null;
  /** One page per dropoff, in their order. Null for a single dropoff or without a link. */
  tracking_urls: string[] | null;
  /** When the order completed. */
  delivered_at: string | null;
  /** Null until a courier is assigned, and between two couriers: after the first handed the order back, or an edit freed them, until another one has it. */
  driver: DriverOutput | null;
  /** Only while assigned or in_progress, and only a position received less than 30 minutes ago. */
  driver_location: DriverLocationOutput | null;
  /** The way of goods back to the pickup; null unless some go back. */
  return: OrderReturnOutput | null;
};

export type DriverOutput = {
  name: string;
  phone: string;
  transport: {
    type?: string;
    make?: string;
    model?: string;
    color?: string;
    number?: string;
  };
};

export type DriverLocationOutput = {
  latitude: number;
  longitude: number;
  /** Degrees clockwise from true north, 0 to 360. */
  heading: number;
  updated_at: string;
};

export type OrderReturnOutput = {
  /** `pending` while other stops or questions come first, `on_the_way` while the courier brings the goods back, then `returned`. */
  state: "pending" | "on_the_way" | "returned";
  /** Of the way back in RUB; charged when it begins. */
  price: number;
  /** When the courier may be back; only while on_the_way. */
  eta: string | null;
  /** Only while on_the_way, also of a cancelled order, and only a position received less than 30 minutes ago. */
  driver_location: DriverLocationOutput | null;
};

export type StopOutput = {
  /** 0 is the pickup, n is dropoff n; the way back to the pickup, if there is one, is the last. */
  index: number;
  kind: "pickup" | "dropoff" | "return";
  outcome: "pending" | "done" | "failed";
  arrived_at: string | null;
  /** When the goods changed hands. */
  completed_at: string | null;
  /** Only on a dropoff whose outcome is `failed`. */
  failure: StopFailureOutput | null;
  /** The recipient's decision after a failed attempt, where the account allows it: the courier comes again, leaves the goods at the door, or comes later. Null without a decision. */
  recipient_decision: "come_again" | "leave" | "later" | null;
  /** Null while there is none. */
  proof: StopProofOutput | null;
};

export type StopFailureOutput = {
  code:
    | "recipient_absent"
    | "refused"
    | "wrong_address"
    | "no_access"
    | "damaged"
    | "code_failed"
    | "payment_problem"
    | "other";
  comment: string | null;
  at: string;
  /** Tries that have failed, this one included. */
  attempts: number;
  /** How often the courier has called the recipient from the app. */
  calls: number;
  /** What becomes of the goods; `open` while the question waits for an answer. */
  resolution: "open" | "return" | "leave";
  /** Until when POST …/undeliverable answers an open question; null once answered. */
  answer_until: string | null;
};

export type StopProofOutput = {
  /** Addresses that open the photos for five minutes. Null in events: read the order for them. */
  photo_urls: string[] | null;
  /** The same for the signature. */
  signature_url: string | null;
  /** `overridden`: an operator has let the courier go on without the recipient's code. */
  code: "matched" | "overridden" | null;
  signer_name: string | null;
  /** Where the courier was by their newest position. */
  location: {
    latitude: number;
    longitude: number;
  } | null;
  /** From there to the stop, in meters. */
  distance_m: number | null;
};

/** What `createOrder` answers. */
export type CreateOrderData = OrderOutput;

/** What `listOrders` answers. */
export type ListOrdersData = OrderList;

/** What `getOrder` answers. */
export type GetOrderData = OrderWithHistory;

/** What `replaceOrder` answers. */
export type ReplaceOrderData = OrderOutput;

/** What `patchOrder` answers. */
export type PatchOrderData = OrderOutput;

/** What `getCancellation` answers. */
export type GetCancellationData = CancellationTerms;

/** What `cancelOrder` answers. */
export type CancelOrderData = OrderOutput;

/** What `answerUndeliverable` answers. */
export type AnswerUndeliverableData = OrderOutput;

/** What `issueTrackingLink` answers. */
export type IssueTrackingLinkData = TrackingLink;

/** What `createQuote` answers. */
export type CreateQuoteData = Quote;

/** What `getPricing` answers. */
export type GetPricingData = Tariff;

/** What `searchAddresses` answers. */
export type SearchAddressesData = AddressList;

/** What `findNearestAddress` answers. */
export type FindNearestAddressData = NearestAddressAnswer;

/** What `ping` answers. */
export type PingData = Account;

/** What `listEvents` answers. */
export type ListEventsData = EventPage;

/** What `stepOrder` answers. */
export type StepOrderData = OrderOutput;
