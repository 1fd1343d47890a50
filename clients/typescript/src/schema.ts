// Written by scripts/generate-clients.ts.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export type components = {
  schemas: {
    Event: {
      /** @description The same in the journal and in every delivery of a webhook. */
      id: string;
      /** @enum {string} */
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
        | "order.cancelled"
        | "webhook.test"
        | "driver.location_updated";
      /** Format: date-time */
      created_at: string;
      /** @enum {string} */
      status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
      /** @description Only on order.cancelled; null on every other event. */
      cancellation: {
        reason: string;
        comment: string | null;
      } | null;
      external_order_id: string;
      order_code: string;
      /** @description Counts the events of one order, from 1, without gaps. */
      sequence: number;
      /** @description True for orders made with a test key. */
      test: boolean;
      order: components["schemas"]["Order"];
      /** @description The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones. */
      stop: components["schemas"]["Stop"] | null;
    };
    OrderRequest: {
      /**
       * @description The client's own identifier; not `.` or `..`. Using one again returns the original order.
       * @example shop-1042
       */
      external_order_id: string;
      /**
       * Format: uuid
       * @description From the quote operation. Honored only while the whole quote is valid; otherwise the trip is priced again.
       */
      quote_id?: string;
      pickup: {
        address: components["schemas"]["Address"];
        contact: components["schemas"]["Contact"];
        proof?: components["schemas"]["ProofRequest"];
      };
      dropoffs: components["schemas"]["Dropoff"][];
      /**
       * @default M
       * @enum {string}
       */
      cargo_size?: "S" | "M" | "L" | "XL";
      /**
       * @default sequential
       * @enum {string}
       */
      routing_mode?: "sequential" | "parallel";
      /**
       * @description Applied to the first dropoff when not set there.
       * @default cash
       * @enum {string}
       */
      payment_type?: "cash" | "card";
      /** @description Item buyout amount in RUB. Applied to the first dropoff when left out there. */
      payment_amount?: number | null;
      /** @description For a scheduled delivery; null for as soon as possible. In the future. */
      delivery_time?: string | null;
      /** @description When recipients expect the delivery: for every dropoff without its own. Not together with `delivery_time`. */
      delivery_window?: components["schemas"]["DeliveryWindow"] | null;
      /** @description From when the goods can be collected; null or a time in the past for at once. Earlier than `delivery_time` or the end of `delivery_window`. */
      ready_at?: string | null;
      /**
       * @description `direct`: the courier delivers no other order at the same time. `shared`: where operators allow it, other orders may be delivered on the way. The price is the same.
       * @default shared
       * @enum {string}
       */
      delivery_mode?: "shared" | "direct";
      comment?: string | null;
      /**
       * @description What becomes of goods that cannot be handed over: back to the pickup, left at the door, or asked when it happens.
       * @default ask
       * @enum {string}
       */
      if_undeliverable?: "return" | "leave" | "ask";
      /** @description Whether recipients get the text messages that the account has switched on. Default: true. */
      notify?: boolean;
      /**
       * @description Language of messages to recipients. Default: the account's.
       * @enum {string}
       */
      locale?: "ru" | "en";
      /**
       * @description Your own keys and texts, such as an ID in another system. Never shown to couriers or recipients.
       * @example {
       *       "crm_id": "8842"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
    };
    Address: {
      /**
       * @description Degrees, -90 to 90.
       * @example 47.0226
       */
      latitude: number;
      /**
       * @description Degrees, -180 to 180.
       * @example 28.8328
       */
      longitude: number;
      /**
       * @description City or locality.
       * @example Chișinău
       */
      area: string;
      /** @example Strada Pușkin */
      street: string;
      /**
       * @description House or building number.
       * @example 24
       */
      building: string;
      /**
       * @description A whole number; anything else goes into instructions.
       * @example 12
       */
      apartment?: number | null;
      entrance?: number | null;
      floor?: number | null;
      intercom?: string | null;
      /** @description Free text shown to the courier. */
      instructions?: string | null;
    };
    Contact: {
      /**
       * @description Phone number, E.164 preferred, or messaging handle.
       * @example +37369123456
       */
      value: string;
      name?: string | null;
      /**
       * @default phone
       * @enum {string}
       */
      type?: "phone" | "whatsapp" | "telegram";
    };
    /** @description What the courier brings from this stop. What is left out is as the account's settings say. */
    ProofRequest: {
      photo?: boolean;
      /** @description Six digits that the recipient's own tracking page shows and the recipient gives to the courier. */
      code?: boolean;
      signature?: boolean;
    };
    Dropoff: {
      address: components["schemas"]["Address"];
      contact: components["schemas"]["Contact"];
      proof?: components["schemas"]["ProofRequest"];
      /**
       * @description Default: the order's cargo_size.
       * @enum {string}
       */
      cargo_size?: "S" | "M" | "L" | "XL";
      /**
       * @description How the courier pays for the goods at this dropoff.
       * @enum {string}
       */
      payment_type?: "cash" | "card";
      /** @description Buyout amount in RUB for this dropoff; null if there is no buyout. If left out, the first dropoff takes the order's. */
      payment_amount?: number | null;
      /**
       * @description True: the courier carries to the door. False: meets at the entrance.
       * @default true
       */
      doorstep?: boolean;
      /** @description Whether the recipient gets text messages. Default: the order's notify. */
      notify?: boolean;
      /**
       * @description Language of messages to the recipient. Default: the order's locale.
       * @enum {string}
       */
      locale?: "ru" | "en";
      /** @description When this recipient expects the delivery. Default: the order's delivery_window. */
      delivery_window?: components["schemas"]["DeliveryWindow"] | null;
      /**
       * @description Your own keys and texts, such as an ID in another system. Never shown to couriers or recipients.
       * @example {
       *       "crm_id": "8842"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
    };
    DeliveryWindow: {
      /**
       * Format: date-time
       * @description The earliest delivery.
       * @example 2026-11-21T14:00:00+03:00
       */
      from: string;
      /**
       * Format: date-time
       * @description The latest delivery: at least 20 minutes and at most 24 hours later, within 30 days.
       * @example 2026-11-21T14:00:00+03:00
       */
      to: string;
    };
    /** @description What is left out stays as it is. */
    OrderPatch: {
      pickup?: {
        address?: components["schemas"]["AddressPatch"];
        contact?: components["schemas"]["ContactPatch"];
        proof?: components["schemas"]["ProofPatch"];
      };
      /** @description Only the dropoffs that change. */
      dropoffs?: components["schemas"]["DropoffPatch"][];
      /** @description Verified when coordinates, sizes or mode change. */
      quote_id?: string;
      /** @enum {string} */
      cargo_size?: "S" | "M" | "L" | "XL";
      /** @enum {string} */
      routing_mode?: "sequential" | "parallel";
      /**
       * @description Applied to the first dropoff when not set there.
       * @enum {string}
       */
      payment_type?: "cash" | "card";
      /** @description Item buyout amount in RUB. Applied to the first dropoff when left out there. */
      payment_amount?: number | null;
      /** @description For a scheduled delivery; null for as soon as possible. In the future. */
      delivery_time?: string | null;
      /** @description When recipients expect the delivery: for every dropoff without its own. Not together with `delivery_time`. */
      delivery_window?: components["schemas"]["DeliveryWindow"] | null;
      /** @description From when the goods can be collected; null or a time in the past for at once. Earlier than `delivery_time` or the end of `delivery_window`. */
      ready_at?: string | null;
      /**
       * @description `direct`: the courier delivers no other order at the same time. `shared`: where operators allow it, other orders may be delivered on the way. The price is the same.
       * @enum {string}
       */
      delivery_mode?: "shared" | "direct";
      comment?: string | null;
      /**
       * @description What becomes of goods that cannot be handed over: back to the pickup, left at the door, or asked when it happens.
       * @enum {string}
       */
      if_undeliverable?: "return" | "leave" | "ask";
      /** @description Whether recipients get the text messages that the account has switched on. Default: true. */
      notify?: boolean;
      /**
       * @description Language of messages to recipients. Default: the account's.
       * @enum {string}
       */
      locale?: "ru" | "en";
      /** @description Merged by key; null removes a key. */
      metadata?: {
        [key: string]: string | null;
      };
    };
    AddressPatch: {
      /**
       * @description Degrees, -90 to 90.
       * @example 47.0226
       */
      latitude?: number;
      /**
       * @description Degrees, -180 to 180.
       * @example 28.8328
       */
      longitude?: number;
      /**
       * @description City or locality.
       * @example Chișinău
       */
      area?: string;
      /** @example Strada Pușkin */
      street?: string;
      /**
       * @description House or building number.
       * @example 24
       */
      building?: string;
      /**
       * @description A whole number; anything else goes into instructions.
       * @example 12
       */
      apartment?: number | null;
      entrance?: number | null;
      floor?: number | null;
      intercom?: string | null;
      /** @description Free text shown to the courier. */
      instructions?: string | null;
    };
    ContactPatch: {
      /**
       * @description Phone number, E.164 preferred, or messaging handle.
       * @example +37369123456
       */
      value?: string;
      name?: string | null;
      /** @enum {string} */
      type?: "phone" | "whatsapp" | "telegram";
    };
    ProofPatch: {
      photo?: boolean;
      /** @description Six digits that the recipient's own tracking page shows and the recipient gives to the courier. */
      code?: boolean;
      signature?: boolean;
    };
    DropoffPatch: {
      /** @description Zero-based position of the dropoff. Default: the element's own position in this array. */
      index?: number;
      address?: components["schemas"]["AddressPatch"];
      contact?: components["schemas"]["ContactPatch"];
      proof?: components["schemas"]["ProofPatch"];
      /** @enum {string} */
      cargo_size?: "S" | "M" | "L" | "XL";
      /**
       * @description How the courier pays for the goods at this dropoff.
       * @enum {string}
       */
      payment_type?: "cash" | "card";
      /** @description Buyout amount in RUB for this dropoff; null if there is no buyout. If left out, the first dropoff takes the order's. */
      payment_amount?: number | null;
      /** @description True: the courier carries to the door. False: meets at the entrance. */
      doorstep?: boolean;
      /** @description Whether the recipient gets text messages. Default: the order's notify. */
      notify?: boolean;
      /**
       * @description Language of messages to the recipient. Default: the order's locale.
       * @enum {string}
       */
      locale?: "ru" | "en";
      /** @description When this recipient expects the delivery. Default: the order's delivery_window. */
      delivery_window?: components["schemas"]["DeliveryWindow"] | null;
      /** @description Merged by key; null removes a key. */
      metadata?: {
        [key: string]: string | null;
      };
    };
    CancelRequest: {
      /** @example customer_changed_mind */
      reason?: string;
      comment?: string | null;
      /**
       * @description The most that the cancellation may cost, in RUB. If it costs more by now, nothing is cancelled (409). Default: whatever it costs.
       * @example 1500
       */
      max_fee?: number;
    };
    UndeliverableRequest: {
      /** @enum {string} */
      action: "retry" | "return" | "leave";
      /** @description The dropoff as in `stops`: n is dropoff n. May be left out while one question is open. */
      index?: number;
    };
    BatchRequest: {
      /**
       * @description The client's own identifier. Using one again returns the original batch.
       * @example lunch-2026-11-21
       */
      external_batch_id?: string;
      /** @description Orders as in POST /orders, each judged by itself. */
      orders: components["schemas"]["OrderRequest"][];
    };
    QuoteRequest: {
      pickup: {
        /**
         * @description Degrees, -90 to 90.
         * @example 47.0226
         */
        latitude: number;
        /**
         * @description Degrees, -180 to 180.
         * @example 28.8328
         */
        longitude: number;
      };
      dropoffs: {
        /**
         * @description Degrees, -90 to 90.
         * @example 47.0226
         */
        latitude: number;
        /**
         * @description Degrees, -180 to 180.
         * @example 28.8328
         */
        longitude: number;
        /**
         * @description Default: the request's cargo_size.
         * @enum {string}
         */
        cargo_size?: "S" | "M" | "L" | "XL";
        /** @description Default: the request's delivery_window. */
        delivery_window?: components["schemas"]["DeliveryWindow"] | null;
      }[];
      /**
       * @description Applies to every dropoff without its own; priced per destination.
       * @default M
       * @enum {string}
       */
      cargo_size?: "S" | "M" | "L" | "XL";
      /**
       * @description `sequential`: one chained trip through every dropoff in order. `parallel`: each dropoff priced on its own from the pickup.
       * @default sequential
       * @enum {string}
       */
      routing_mode?: "sequential" | "parallel";
      /** @description The order's `delivery_time`, if it has one: decides only whether the service area is open at the stops. */
      delivery_time?: string | null;
      /** @description The order's `delivery_window`, if it has one: decides only whether the service area is open at the stops. */
      delivery_window?: components["schemas"]["DeliveryWindow"] | null;
    };
    SandboxStep: {
      /**
       * @description Instead of a step: let the order move automatically (`play`) or only manually (`pause`), lose or restore the courier's position, or stop the courier for 15 minutes of sandbox time.
       * @enum {string}
       */
      control?: "play" | "pause" | "lose_gps" | "find_gps" | "delay";
      /** @description Instead of a step: how many times faster than real time the order goes from now on. */
      speed?: number;
      /**
       * @description Instead of one step: take steps until the order has this status.
       * @enum {string}
       */
      until?: "assigned" | "in_progress" | "delivered";
      /**
       * @description At the next dropoff. Default: the next step.
       * @enum {string}
       */
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
      /** @description What the courier reports with the step. Required proof is added automatically. */
      report?: {
        /** @description The code that the recipient gives. Default: the right one. */
        code?: string;
        signer_name?: string;
        /** @description Reason of the failure; required with the step `fail`. */
        failure?: {
          /** @enum {string} */
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
    WebhookEndpointBody: {
      /**
       * Format: uri
       * @description A public URL, https with a live key.
       * @example https://shop.example/dropline
       */
      url: string;
      /** @description Default: every event of orders, without positions. */
      events?: (
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
        | "order.cancelled"
        | "driver.location_updated"
      )[];
      /**
       * @description Your own note about the endpoint.
       * @default
       */
      description?: string;
    };
    WebhookEndpointPatch: {
      /**
       * Format: uri
       * @description A public URL, https with a live key.
       * @example https://shop.example/dropline
       */
      url?: string;
      events?: (
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
        | "order.cancelled"
        | "driver.location_updated"
      )[];
      /** @description Your own note about the endpoint. */
      description?: string;
      /** @enum {string} */
      status?: "enabled" | "disabled";
    };
    Order: {
      /** @description The client's identifier. */
      external_order_id: string;
      /** @description Human-readable code assigned by the service. */
      order_code: string;
      /** @enum {string} */
      status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
      /** @description Delivery price in RUB. */
      price: number | null;
      /** @description Amount due in RUB: the price and all charges; for a cancelled order, the charges alone. */
      total: number | null;
      /** @description Where the distances behind the price come from: `roads` of a map, or an `estimate` from straight lines. Null for orders made before 2026-11-24. */
      routing: ("roads" | "estimate") | null;
      /** @description Public tracking page of the whole order, safe to forward to each recipient: of several dropoffs it shows only the `area`. Null if the order has no link; reads never create one. */
      tracking_url: string | null;
      /** @description One page per dropoff, in their order. Null for a single dropoff or without a link. */
      tracking_urls: string[] | null;
      /** @description When the order completed. */
      delivered_at: string | null;
      /** @description Null until a courier is assigned, and between two couriers: after the first handed the order back, or an edit freed them, until another one has it. */
      driver: components["schemas"]["Driver"] | null;
      /** @description Only while assigned or in_progress, and only a position received less than 30 minutes ago. Null near a stop of another order. */
      driver_location: components["schemas"]["DriverLocation"] | null;
      /** @description The return of goods to the pickup; null if nothing is returned. */
      return: components["schemas"]["OrderReturn"] | null;
      /** @description Your own keys and texts. */
      metadata: {
        [key: string]: string;
      };
      /** @description Why the order is being checked: no courier is assigned before an operator has confirmed it. `unusual_trip`: a leg is very long in a straight line, or a point is at 0, 0; latitude and longitude may be swapped. Null for every other order. */
      held_reason: "unusual_trip" | null;
      /** @description From when the goods can be collected; null if at once. */
      ready_at: string | null;
      /**
       * @description `direct`: the courier delivers no other order at the same time.
       * @enum {string}
       */
      delivery_mode: "shared" | "direct";
      /** @description When recipients expect the delivery; null without a window. Of several windows, the one that ends first: `stops` has each. */
      delivery_window: components["schemas"]["ChosenWindow"] | null;
      /** @description How many stops of other orders the courier makes before each dropoff, in their order; null for one that has been handed over or has failed. Only when orders are read or listed, and only while a courier has accepted the order. Null in events: read the order for it. */
      stops_before: (number | null)[] | null;
    };
    Driver: {
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
    DriverLocation: {
      latitude: number;
      longitude: number;
      /** @description Degrees clockwise from true north, 0 to 360. */
      heading: number;
      /** Format: date-time */
      updated_at: string;
    };
    OrderReturn: {
      /**
       * @description `pending` while other stops or questions come first, `on_the_way` while the courier brings the goods back, then `returned`.
       * @enum {string}
       */
      state: "pending" | "on_the_way" | "returned";
      /** @description RUB; the price of the return trip, charged when it begins. */
      price: number;
      /** @description When the courier may be back; only while on_the_way. */
      eta: string | null;
      /** @description Only while on_the_way, also of a cancelled order, and only a position received less than 30 minutes ago. */
      driver_location: components["schemas"]["DriverLocation"] | null;
    };
    ChosenWindow: {
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
    };
    Stop: {
      /** @description 0 is the pickup, n is dropoff n; the return trip to the pickup, if there is one, is the last. */
      index: number;
      /** @enum {string} */
      kind: "pickup" | "dropoff" | "return";
      /** @enum {string} */
      outcome: "pending" | "done" | "failed";
      arrived_at: string | null;
      /** @description When the goods were handed over. */
      completed_at: string | null;
      /** @description Only on a dropoff whose outcome is `failed`. */
      failure: components["schemas"]["StopFailure"] | null;
      /** @description The recipient's decision after a failed attempt, where the account allows it: the courier comes again, leaves the goods at the door, or comes later. Null without a decision. */
      recipient_decision: ("come_again" | "leave" | "later") | null;
      /** @description Null while there is none. */
      proof: components["schemas"]["StopProof"] | null;
      /** @description The dropoff's metadata; empty at the pickup. */
      metadata: {
        [key: string]: string;
      };
      /** @description When the recipient expects the delivery; null without a window, and at the pickup. */
      delivery_window: components["schemas"]["ChosenWindow"] | null;
    };
    StopFailure: {
      /** @enum {string} */
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
      /** Format: date-time */
      at: string;
      /** @description Failed attempts, including this one. */
      attempts: number;
      /** @description How often the courier has called the recipient from the app. */
      calls: number;
      /**
       * @description What happens to the goods; `open` while the question has no answer.
       * @enum {string}
       */
      resolution: "open" | "return" | "leave";
      /** @description Time until which POST …/undeliverable accepts an answer; null once answered. */
      answer_until: string | null;
    };
    StopProof: {
      /** @description URLs of the photos, valid for five minutes. Null in events: read the order for them. */
      photo_urls: string[] | null;
      /** @description The same for the signature. */
      signature_url: string | null;
      /** @description `overridden`: an operator has let the courier go on without the recipient's code. */
      code: ("matched" | "overridden") | null;
      signer_name: string | null;
      /** @description The courier's newest position at that moment. */
      location: {
        latitude: number;
        longitude: number;
      } | null;
      /** @description Distance from there to the stop, in meters. */
      distance_m: number | null;
    };
    OrderList: {
      orders: components["schemas"]["Order"][];
      limit: number;
      offset: number;
      /** @description Pass it as `cursor` for the next page. Null on the last page. */
      next_cursor: string | null;
    };
    OrderWithHistory: {
      /** @description The client's identifier. */
      external_order_id: string;
      /** @description Human-readable code assigned by the service. */
      order_code: string;
      /** @enum {string} */
      status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
      /** @description Delivery price in RUB. */
      price: number | null;
      /** @description Amount due in RUB: the price and all charges; for a cancelled order, the charges alone. */
      total: number | null;
      /** @description Where the distances behind the price come from: `roads` of a map, or an `estimate` from straight lines. Null for orders made before 2026-11-24. */
      routing: ("roads" | "estimate") | null;
      /** @description Public tracking page of the whole order, safe to forward to each recipient: of several dropoffs it shows only the `area`. Null if the order has no link; reads never create one. */
      tracking_url: string | null;
      /** @description One page per dropoff, in their order. Null for a single dropoff or without a link. */
      tracking_urls: string[] | null;
      /** @description When the order completed. */
      delivered_at: string | null;
      /** @description Null until a courier is assigned, and between two couriers: after the first handed the order back, or an edit freed them, until another one has it. */
      driver: components["schemas"]["Driver"] | null;
      /** @description Only while assigned or in_progress, and only a position received less than 30 minutes ago. Null near a stop of another order. */
      driver_location: components["schemas"]["DriverLocation"] | null;
      /** @description The return of goods to the pickup; null if nothing is returned. */
      return: components["schemas"]["OrderReturn"] | null;
      /** @description Your own keys and texts. */
      metadata: {
        [key: string]: string;
      };
      /** @description Why the order is being checked: no courier is assigned before an operator has confirmed it. `unusual_trip`: a leg is very long in a straight line, or a point is at 0, 0; latitude and longitude may be swapped. Null for every other order. */
      held_reason: "unusual_trip" | null;
      /** @description From when the goods can be collected; null if at once. */
      ready_at: string | null;
      /**
       * @description `direct`: the courier delivers no other order at the same time.
       * @enum {string}
       */
      delivery_mode: "shared" | "direct";
      /** @description When recipients expect the delivery; null without a window. Of several windows, the one that ends first: `stops` has each. */
      delivery_window: components["schemas"]["ChosenWindow"] | null;
      /** @description How many stops of other orders the courier makes before each dropoff, in their order; null for one that has been handed over or has failed. Only when orders are read or listed, and only while a courier has accepted the order. Null in events: read the order for it. */
      stops_before: (number | null)[] | null;
      /** @description In the order of the trip. */
      stops: components["schemas"]["Stop"][];
      /** @description Charges in addition to the price, oldest first. */
      charges: components["schemas"]["Charge"][];
      /** @description Oldest first; the first is `new`. */
      status_changes: components["schemas"]["StatusChange"][];
      /** @description When the courier is expected at each dropoff, in their order, as the tracking pages show it; null for one that has been handed over. A window moves only when the arrival is no longer expected in it or it becomes much narrower. Null unless a courier has accepted the order and was seen within five minutes. */
      estimated_arrivals: (components["schemas"]["ArrivalWindow"] | null)[] | null;
      /** @description When a courier is planned to arrive at the pickup; the plan may change until a courier is assigned. Null unless the order waits for a courier and one is planned. Test orders are not planned. */
      planned_pickup: components["schemas"]["ArrivalWindow"] | null;
    };
    Charge: {
      /** @enum {string} */
      type: "cancellation" | "waiting" | "return" | "adjustment";
      /** @description In RUB; only an adjustment may be negative. */
      amount: number;
      /** Format: date-time */
      at: string;
      why: string;
    };
    StatusChange: {
      /** @enum {string} */
      status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
      /** Format: date-time */
      changed_at: string;
    };
    ArrivalWindow: {
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
    };
    CancellationTerms: {
      /** @description False once the order has ended. */
      allowed: boolean;
      /** @description RUB; all charges of a cancellation now. */
      fee: number;
      /**
       * @description Why it costs that much. `free_until_assigned`: no courier has it. `courier_assigned`, `courier_arrived`: a courier is on the way to the pickup, or there. `goods_return`: the goods are picked up and would go back. `already_cancelled`, `already_delivered`: there is nothing to cancel.
       * @enum {string}
       */
      reason:
        | "free_until_assigned"
        | "courier_assigned"
        | "courier_arrived"
        | "goods_return"
        | "already_cancelled"
        | "already_delivered";
      /** @description The earliest time at which it may change without an event; null if only an event of the order changes it. */
      valid_until: string | null;
    };
    TrackingLink: {
      /** @description The client's identifier. */
      external_order_id: string;
      /** @description Human-readable code assigned by the service. */
      order_code: string;
      /** @description Public tracking page of the whole order, safe to forward to each recipient: of several dropoffs it shows only the `area`. Null if the order has no link; reads never create one. */
      tracking_url: string | null;
      /** @description One page per dropoff, in their order. Null for a single dropoff or without a link. */
      tracking_urls: string[] | null;
    };
    Batch: {
      /** @description Identifies the batch. */
      batch_id: string;
      /** @description The client's own identifier. */
      external_batch_id: string | null;
      /**
       * @description `stopped` means that orders were skipped: the batch was stopped or its key no longer works.
       * @enum {string}
       */
      status: "queued" | "running" | "finished" | "stopped";
      /** @description How many orders the batch has. */
      total: number;
      /** @description How many were created. */
      created: number;
      /** @description How many identifiers were used before. */
      existing: number;
      /** @description How many are invalid. */
      rejected: number;
      /** @description How many have not been started. */
      pending: number;
      /**
       * Format: date-time
       * @description When the batch was submitted.
       */
      created_at: string;
      /** @description When its last order got its outcome. */
      finished_at: string | null;
    };
    BatchWithResults: {
      /** @description Identifies the batch. */
      batch_id: string;
      /** @description The client's own identifier. */
      external_batch_id: string | null;
      /**
       * @description `stopped` means that orders were skipped: the batch was stopped or its key no longer works.
       * @enum {string}
       */
      status: "queued" | "running" | "finished" | "stopped";
      /** @description How many orders the batch has. */
      total: number;
      /** @description How many were created. */
      created: number;
      /** @description How many identifiers were used before. */
      existing: number;
      /** @description How many are invalid. */
      rejected: number;
      /** @description How many have not been started. */
      pending: number;
      /**
       * Format: date-time
       * @description When the batch was submitted.
       */
      created_at: string;
      /** @description When its last order got its outcome. */
      finished_at: string | null;
      /** @description A page of outcomes, in the order of `orders`. */
      results: components["schemas"]["BatchResult"][];
    };
    BatchResult: {
      /** @description Position in `orders`, from 0. */
      index: number;
      /** @description The order's identifier; null if it is invalid. */
      external_order_id: string | null;
      /**
       * @description `existing`: the identifier was used before. `skipped`: the batch was stopped first.
       * @enum {string}
       */
      outcome: "pending" | "created" | "existing" | "rejected" | "skipped";
      /** @description Code of the created or existing order, such as `7KQ2-M4XR`. */
      order_code: string | null;
      /** @description Why the order was rejected, as POST /orders would say it. */
      error: {
        /** @description The kind of error. */
        id: string;
        /** @description The same in upper snake case. */
        code: string;
        /** @description The first invalid field and its message. */
        message: string;
        /** @description A JSON array of `{field, message}`, encoded as a string. */
        details: string;
      } | null;
    };
    Quote: {
      /** @description Pass it to order creation to keep these prices. */
      quote_id: string;
      /** @description RUB; the sum of every leg with its cargo surcharge. */
      price: number;
      /** @description RUB; the cost of a return to the pickup. Charged in addition to `price`, never part of it; 0 while returns are free. */
      return_price: number;
      /** @description Meters, the sum over the legs. */
      distance: number;
      /** @description Seconds of driving, the sum over the legs. Time at the stops is not part of it. */
      duration: number;
      /**
       * @description Where distances and durations come from: `roads` of a map, or an `estimate` from straight lines where the map has no route.
       * @enum {string}
       */
      routing: "roads" | "estimate";
      /**
       * Format: date-time
       * @description Five minutes after issue.
       */
      expires_at: string;
      dropoffs: {
        route_id: string;
        /** @description Meters. */
        distance: number;
        /** @description Seconds. */
        duration: number;
        /** @enum {string} */
        cargo_size: "S" | "M" | "L" | "XL";
        /** @description RUB; the leg's route price plus its cargo surcharge. */
        price: number;
      }[];
    };
    AddressList: {
      addresses: components["schemas"]["FoundAddress"][];
    };
    FoundAddress: {
      /**
       * @description Degrees, -90 to 90.
       * @example 47.0226
       */
      latitude: number;
      /**
       * @description Degrees, -180 to 180.
       * @example 28.8328
       */
      longitude: number;
      /** @description City or locality; empty if the map does not have it. */
      area: string;
      /** @description Empty for a locality. */
      street: string;
      /** @description House or building number; empty for a street. */
      building: string;
      /** @description The whole address in one line, for display. */
      label: string;
      /** @description Whether the point is an estimate: the house is not on the map, only the street is known, or a part of the query, such as a town, matches nothing there. Also true if several places have this address, and neither the query nor `near` decides between them. */
      approximate: boolean;
    };
    NearestAddressAnswer: {
      address: components["schemas"]["NearestAddress"] | null;
    };
    NearestAddress: {
      /**
       * @description Degrees, -90 to 90.
       * @example 47.0226
       */
      latitude: number;
      /**
       * @description Degrees, -180 to 180.
       * @example 28.8328
       */
      longitude: number;
      /** @description City or locality; empty if the map does not have it. */
      area: string;
      /** @description Empty for a locality. */
      street: string;
      /** @description House or building number; empty for a street. */
      building: string;
      /** @description The whole address in one line, for display. */
      label: string;
      /** @description Whether the point is an estimate: the house is not on the map, only the street is known, or a part of the query, such as a town, matches nothing there. Also true if several places have this address, and neither the query nor `near` decides between them. */
      approximate: boolean;
      /** @description Meters from the point. */
      distance: number;
    };
    StatementList: {
      /** @description Newest first. */
      statements: components["schemas"]["Statement"][];
      /** @description Payments minus closed statements, in RUB; null if no payments are recorded. */
      balance: number | null;
    };
    Statement: {
      /** @description Such as 2026-11. */
      month: string;
      /** @description Calendar of the month. */
      time_zone: string;
      /**
       * Format: date-time
       * @description First instant of the month.
       */
      starts_at: string;
      /**
       * Format: date-time
       * @description Exclusive.
       */
      ends_at: string;
      /** @description Null while the lines may still change. */
      closed_at: string | null;
      /** @description Number of lines. */
      line_count: number;
      /** @description Sum of the lines in RUB, including VAT. */
      total: number;
      /** @description VAT rate; null without one. */
      vat_percent: number | null;
      /** @description VAT included in the total; null without a rate. */
      vat: number | null;
      /** @description Who issues the statement. */
      legal_name: string | null;
      /** @description Their tax number and address. */
      legal_details: string | null;
    };
    StatementWithLines: {
      statement: components["schemas"]["Statement"];
      /** @description By the end of their orders. */
      lines: components["schemas"]["StatementLine"][];
      /** @description Every version that a line names. */
      tariffs: {
        /** @description Number that lines name. */
        version: number;
        tariff: components["schemas"]["Tariff"];
      }[];
    };
    StatementLine: {
      /**
       * @description A correction has the amounts of an order that earlier statements lack.
       * @enum {string}
       */
      type: "order" | "correction";
      /** @description The month of the order's first line. */
      corrects: string | null;
      external_order_id: string;
      order_code: string;
      /** @enum {string} */
      status: "delivered" | "cancelled";
      /**
       * Format: date-time
       * @description When it was delivered or cancelled.
       */
      ended_at: string;
      /** @description 0 for a cancelled order. */
      price: number;
      /** @description Cancellation fee in RUB. */
      cancellation: number;
      /** @description Waiting in RUB. */
      waiting: number;
      /** @description Return to the pickup in RUB. */
      return: number;
      /** @description Adjustments by operators in RUB. */
      adjustment: number;
      /** @description Amount of the line in RUB. */
      total: number;
      /** @description Cash paid by the courier for the goods; not part of the total. */
      buyout: number;
      /** @description Version of the tariff, listed in `tariffs`. */
      tariff: number;
      /** @description Meters of a charged return. */
      return_distance: number | null;
      /** @description One element per dropoff; empty for a correction of an earlier line. */
      legs: {
        /** @description Meters of the leg. */
        distance: number;
        /** @description Distance band of the tariff. */
        band: {
          /** @description Inclusive. */
          min_km: number;
          /** @description Exclusive; null on the last band only. */
          max_km: number | null;
        };
        /** @enum {string} */
        cargo_size: "S" | "M" | "L" | "XL";
        /** @description Price of the leg in RUB, with its cargo surcharge. */
        price: number;
      }[];
    };
    Tariff: {
      /** @description Price in RUB of a trip shorter than first_threshold_km. */
      base_price: number;
      /** @description Kilometers that the base price covers. */
      first_threshold_km: number;
      /** @description Kilometers of each band after the first. */
      band_width_km: number;
      /** @description RUB added per band. */
      band_step: number;
      /** @description Distance at which pricing by the kilometer starts. */
      max_threshold_km: number;
      /** @description RUB for each kilometer past max_threshold_km. */
      per_km_over: number;
      /** @description Cargo surcharge in RUB per size step. */
      cargo_size_step_fee: number;
      bands: {
        /** @description Inclusive. */
        min_km: number;
        /** @description Exclusive; null on the last band only. */
        max_km: number | null;
        /** @description Flat price in RUB of any distance in the band. */
        price: number;
        /** @description On the last band only; null elsewhere. */
        per_km_over: number | null;
      }[];
      /** @description Possible charges in addition to a trip's price; all free unless set. */
      fees: {
        /** @description RUB for a cancellation once a courier is assigned. */
        cancellation_assigned: number;
        /** @description RUB for a cancellation once the courier has arrived at the pickup. */
        cancellation_arrived: number;
        /** @description Whole minutes of waiting at a stop that cost nothing. */
        waiting_free_minutes: number;
        /** @description RUB for each further whole minute. */
        waiting_per_minute: number;
        /** @description Price of a return in percent of the price of a leg over the return route with the trip's largest cargo size; 0: returns are free. */
        return_percent: number;
      };
    };
    Account: {
      ok: boolean;
      account: {
        id: string;
        email: string | null;
      };
      scopes: string[];
      /** @description Null if the key is not limited. */
      rate_limit_per_minute: number | null;
      /** @description Changes when the service may have lost data: after a restore or a failover. */
      data_epoch: string;
      /** @description At the newest restore from a backup, changes after this instant were lost. Null without one. */
      data_until: string | null;
    };
    EventPage: {
      events: components["schemas"]["Event"][];
      /** @description Pass it as `after`. Stays the same while nothing is new. */
      next_cursor: string;
      has_more: boolean;
    };
    WebhookEndpoint: {
      endpoint_id: string;
      url: string;
      events: (
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
        | "order.cancelled"
        | "driver.location_updated"
      )[];
      description: string;
      /**
       * @description `disabled` by you, or after failures.
       * @enum {string}
       */
      status: "enabled" | "disabled";
      /** Format: date-time */
      created_at: string;
    };
    CreatedWebhookEndpoint: {
      endpoint_id: string;
      url: string;
      events: (
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
        | "order.cancelled"
        | "driver.location_updated"
      )[];
      description: string;
      /**
       * @description `disabled` by you, or after failures.
       * @enum {string}
       */
      status: "enabled" | "disabled";
      /** @description Signs webhooks. Returned only here and by a rotation. */
      secret: string;
      /** Format: date-time */
      created_at: string;
    };
    WebhookEndpointList: {
      endpoints: components["schemas"]["WebhookEndpoint"][];
    };
    WebhookSecret: {
      secret: string;
    };
    WebhookDeliveryId: {
      delivery_id: string;
    };
    WebhookDeliveryPage: {
      deliveries: components["schemas"]["WebhookDelivery"][];
      /** @description Null on the last page. */
      next_cursor: string | null;
    };
    WebhookDelivery: {
      delivery_id: string;
      event_id: string;
      event: string;
      /** @description Null for a test. */
      external_order_id: string | null;
      /** @enum {string} */
      status: "pending" | "succeeded" | "failed";
      /** Format: date-time */
      created_at: string;
      /** @description Null unless `pending`. */
      next_attempt_at: string | null;
      /** @description Newest first, at most 20. */
      attempts: {
        /** Format: date-time */
        attempted_at: string;
        /** @description Null without a response. */
        status_code: number | null;
        /** @description Null after a success. */
        failure: string | null;
        duration_ms: number;
      }[];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
};
export type Event = components["schemas"]["Event"];
export type OrderRequest = components["schemas"]["OrderRequest"];
export type Address = components["schemas"]["Address"];
export type Contact = components["schemas"]["Contact"];
export type ProofRequest = components["schemas"]["ProofRequest"];
export type Dropoff = components["schemas"]["Dropoff"];
export type DeliveryWindow = components["schemas"]["DeliveryWindow"];
export type OrderPatch = components["schemas"]["OrderPatch"];
export type AddressPatch = components["schemas"]["AddressPatch"];
export type ContactPatch = components["schemas"]["ContactPatch"];
export type ProofPatch = components["schemas"]["ProofPatch"];
export type DropoffPatch = components["schemas"]["DropoffPatch"];
export type CancelRequest = components["schemas"]["CancelRequest"];
export type UndeliverableRequest = components["schemas"]["UndeliverableRequest"];
export type BatchRequest = components["schemas"]["BatchRequest"];
export type QuoteRequest = components["schemas"]["QuoteRequest"];
export type SandboxStep = components["schemas"]["SandboxStep"];
export type WebhookEndpointBody = components["schemas"]["WebhookEndpointBody"];
export type WebhookEndpointPatch = components["schemas"]["WebhookEndpointPatch"];
export type Order = components["schemas"]["Order"];
export type Driver = components["schemas"]["Driver"];
export type DriverLocation = components["schemas"]["DriverLocation"];
export type OrderReturn = components["schemas"]["OrderReturn"];
export type ChosenWindow = components["schemas"]["ChosenWindow"];
export type Stop = components["schemas"]["Stop"];
export type StopFailure = components["schemas"]["StopFailure"];
export type StopProof = components["schemas"]["StopProof"];
export type OrderList = components["schemas"]["OrderList"];
export type OrderWithHistory = components["schemas"]["OrderWithHistory"];
export type Charge = components["schemas"]["Charge"];
export type StatusChange = components["schemas"]["StatusChange"];
export type ArrivalWindow = components["schemas"]["ArrivalWindow"];
export type CancellationTerms = components["schemas"]["CancellationTerms"];
export type TrackingLink = components["schemas"]["TrackingLink"];
export type Batch = components["schemas"]["Batch"];
export type BatchWithResults = components["schemas"]["BatchWithResults"];
export type BatchResult = components["schemas"]["BatchResult"];
export type Quote = components["schemas"]["Quote"];
export type AddressList = components["schemas"]["AddressList"];
export type FoundAddress = components["schemas"]["FoundAddress"];
export type NearestAddressAnswer = components["schemas"]["NearestAddressAnswer"];
export type NearestAddress = components["schemas"]["NearestAddress"];
export type StatementList = components["schemas"]["StatementList"];
export type Statement = components["schemas"]["Statement"];
export type StatementWithLines = components["schemas"]["StatementWithLines"];
export type StatementLine = components["schemas"]["StatementLine"];
export type Tariff = components["schemas"]["Tariff"];
export type Account = components["schemas"]["Account"];
export type EventPage = components["schemas"]["EventPage"];
export type WebhookEndpoint = components["schemas"]["WebhookEndpoint"];
export type CreatedWebhookEndpoint = components["schemas"]["CreatedWebhookEndpoint"];
export type WebhookEndpointList = components["schemas"]["WebhookEndpointList"];
export type WebhookSecret = components["schemas"]["WebhookSecret"];
export type WebhookDeliveryId = components["schemas"]["WebhookDeliveryId"];
export type WebhookDeliveryPage = components["schemas"]["WebhookDeliveryPage"];
export type WebhookDelivery = components["schemas"]["WebhookDelivery"];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
