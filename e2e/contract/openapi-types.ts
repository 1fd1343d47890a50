// Made by scripts/api-types.ts.
export interface paths {
    "/v1/partner/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description The calling account's orders, newest first. Returns only tracking links that already exist.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Create a delivery
         * @description Orders a courier delivery with one pickup and one to ten dropoffs. Retrying with the same `external_order_id` is safe: it answers with the original order and creates nothing. An identifier must not be reused for a different delivery.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partner/orders/{external_order_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description One order with the history of its statuses and, while it is on its way, when it may arrive. Never creates a tracking link.
         */
        get: operations["getOrder"];
        /**
         * Update a delivery
         * @description Replaces everything that the create request holds; what the body omits returns to its default. Allowed while the order is `new` or `assigned`. The price changes only when coordinates, sizes or routing mode change; `quote_id` is honoured then, and changes nothing otherwise.
         */
        put: operations["replaceOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Partially update a delivery
         * @description Changes the fields that are sent; nested address and contact values are merged with the stored ones. Send only the dropoffs that change. Allowed while the order is `new` or `assigned`. Changing coordinates, cargo size or routing mode routes and prices the trip anew, or honours `quote_id`; changing a name, contact, address text, comment or buyout amount keeps route and price, whatever quote is named. A delivery that is put off, or picked up elsewhere, loses its courier; another is found when its time comes.
         */
        patch: operations["patchOrder"];
        trace?: never;
    };
    "/v1/partner/orders/{external_order_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a delivery
         * @description Possible at any moment before delivery. Emits the `order.cancelled` event with the reason and the comment. Cancelling a cancelled order answers with it as it is and emits nothing.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partner/orders/{external_order_id}/tracking_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a tracking link
         * @description The order's tracking links, made now if it has none yet. For a create response that was lost, or a link that was never stored.
         */
        post: operations["issueTrackingLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partner/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Price a delivery
         * @description Creates no order. Needs coordinates and cargo sizes only. Pass the `quote_id` to order creation to keep these prices; a quote expires five minutes after issue, and the order is then priced at the current rate.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partner/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify a key
         * @description Confirms that the key works and reports its account.
         */
        get: operations["ping"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partner/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the event journal
         * @description The account's events of the last 30 days in order, the same ids and bytes that webhooks carry. Keep `next_cursor` and pass it as `after` to go on from there: a client that was down catches up by itself and misses nothing.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/delivery/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description The calling account's orders, newest first. Returns only tracking links that already exist.
         */
        get: operations["deliveryListOrders"];
        put?: never;
        /**
         * Create a delivery
         * @description Orders a courier delivery with one pickup and one to ten dropoffs. Retrying with the same `external_order_id` is safe: it answers with the original order and creates nothing. An identifier must not be reused for a different delivery.
         */
        post: operations["deliveryCreateOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/delivery/orders/{external_order_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description One order with the history of its statuses and, while it is on its way, when it may arrive. Never creates a tracking link.
         */
        get: operations["deliveryGetOrder"];
        /**
         * Update a delivery
         * @description Replaces everything that the create request holds; what the body omits returns to its default. Allowed while the order is `new` or `assigned`. The price changes only when coordinates, sizes or routing mode change; `quote_id` is honoured then, and changes nothing otherwise.
         */
        put: operations["deliveryReplaceOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Partially update a delivery
         * @description Changes the fields that are sent; nested address and contact values are merged with the stored ones. Send only the dropoffs that change. Allowed while the order is `new` or `assigned`. Changing coordinates, cargo size or routing mode routes and prices the trip anew, or honours `quote_id`; changing a name, contact, address text, comment or buyout amount keeps route and price, whatever quote is named. A delivery that is put off, or picked up elsewhere, loses its courier; another is found when its time comes.
         */
        patch: operations["deliveryPatchOrder"];
        trace?: never;
    };
    "/v1/delivery/orders/{external_order_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a delivery
         * @description Possible at any moment before delivery. Emits the `order.cancelled` event with the reason and the comment. Cancelling a cancelled order answers with it as it is and emits nothing.
         */
        post: operations["deliveryCancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/delivery/orders/{external_order_id}/tracking_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a tracking link
         * @description The order's tracking links, made now if it has none yet. For a create response that was lost, or a link that was never stored.
         */
        post: operations["deliveryIssueTrackingLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/delivery/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Price a delivery
         * @description Creates no order. Needs coordinates and cargo sizes only. Pass the `quote_id` to order creation to keep these prices; a quote expires five minutes after issue, and the order is then priced at the current rate.
         */
        post: operations["deliveryCreateQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/delivery/pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the tariff table
         * @description The same table for every account; it changes rarely. A distance belongs to the band with `min_km` ≤ distance < `max_km`. The last band has no end: each kilometre past its `min_km` adds `per_km_over` to its price. Each destination adds `cargo_size_step_fee` times its size steps: S 0, M 1, L 2, XL 3.
         */
        get: operations["getPricing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/delivery/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify a key
         * @description Confirms that the key works and reports its account.
         */
        get: operations["deliveryPing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/delivery/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the event journal
         * @description The account's events of the last 30 days in order, the same ids and bytes that webhooks carry. Keep `next_cursor` and pass it as `after` to go on from there: a client that was down catches up by itself and misses nothing.
         */
        get: operations["deliveryListEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test
         * @description Sent from the dashboard, signed like every event, about an order that does not exist. Samples of every other event can be sent as well; all have `test` true.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was made
         * @description Always the first event of an order, with `sequence` 1.
         */
        post: operations["onOrderCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was edited
         * @description By PUT, PATCH or the dashboard. An edit that changes nothing sends nothing.
         */
        post: operations["onOrderUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.courier_not_found": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * No courier has been found yet
         * @description Nobody has taken the order for a while (15 minutes unless the service is set otherwise), counted from the moment a courier was to be found. Sent once per search; the search goes on, and `order.assigned` or `order.driver_changed` tells that somebody has the order. The status is `new`, or `assigned` with `order.driver` null after a courier has handed the order back.
         */
        post: operations["onOrderCourierNotFound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.assigned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A courier has the order
         * @description The status is `assigned`, and `order.driver` is filled from now on.
         */
        post: operations["onOrderAssigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.driver_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Another courier has the order
         * @description The status stays `assigned`. `order.driver` is null after the first courier has lost the order, until another has it: they handed it back, or an edit made it one for somebody else.
         */
        post: operations["onOrderDriverChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.in_progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The courier has picked the order up
         * @description The status is `in_progress`. The order cannot be edited any more.
         */
        post: operations["onOrderInProgress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The order was delivered
         * @description The last dropoff was handed over, and `order.delivered_at` is set.
         */
        post: operations["onOrderDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The order was cancelled
         * @description `cancellation` has the reason, which is `unspecified` when none was given, and the comment, which may be null.
         */
        post: operations["onOrderCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "driver.location_updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The courier has moved
         * @description Only for endpoints that ask for it: where the courier of an order under way is, at most once in 20 seconds for each order, the newest position only. Not in the journal, and tried twice at most. `sequence` is that of the order's latest event.
         */
        post: operations["onDriverLocationUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        OrderRequest: {
            /**
             * @description The client's own identifier; not `.` or `..`. Using one again returns the order that it made first.
             * @example shop-1042
             */
            external_order_id: string;
            /**
             * Format: uuid
             * @description From the quote operation. Honoured only while the whole quote is valid; otherwise the trip is priced anew.
             */
            quote_id?: string;
            pickup: {
                address: components["schemas"]["Address"];
                contact: components["schemas"]["Contact"];
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
            /** @description Item buyout amount in RUB. Applied to the first dropoff when not set there. */
            payment_amount?: number | null;
            /** @description For a scheduled delivery; null for as soon as possible. At least ten minutes ahead. */
            delivery_time?: string | null;
            comment?: string | null;
        };
        Address: {
            /**
             * @description Degrees, -90 to 90.
             * @example 59.9343
             */
            latitude: number;
            /**
             * @description Degrees, -180 to 180.
             * @example 30.3351
             */
            longitude: number;
            /**
             * @description City or locality.
             * @example Санкт-Петербург
             */
            area: string;
            /** @example Невский проспект */
            street: string;
            /**
             * @description House or building number.
             * @example 28
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
             * @example +79161234567
             */
            value: string;
            name?: string | null;
            /**
             * @default phone
             * @enum {string}
             */
            type?: "phone" | "whatsapp" | "telegram";
        };
        Dropoff: {
            address: components["schemas"]["Address"];
            contact: components["schemas"]["Contact"];
            /**
             * @description Default: the order's cargo_size.
             * @enum {string}
             */
            cargo_size?: "S" | "M" | "L" | "XL";
            /**
             * @description How the courier pays for goods bought out at this door.
             * @enum {string}
             */
            payment_type?: "cash" | "card";
            /** @description Buyout amount in RUB for this dropoff; null when there is no buyout. */
            payment_amount?: number | null;
            /**
             * @description True: the courier carries to the door. False: meets at the entrance.
             * @default true
             */
            doorstep?: boolean;
        };
        /** @description What is left out stays as it is. */
        OrderPatch: {
            pickup?: {
                address?: components["schemas"]["AddressPatch"];
                contact?: components["schemas"]["ContactPatch"];
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
            /** @description Item buyout amount in RUB. Applied to the first dropoff when not set there. */
            payment_amount?: number | null;
            /** @description For a scheduled delivery; null for as soon as possible. At least ten minutes ahead. */
            delivery_time?: string | null;
            comment?: string | null;
        };
        AddressPatch: {
            /**
             * @description Degrees, -90 to 90.
             * @example 59.9343
             */
            latitude?: number;
            /**
             * @description Degrees, -180 to 180.
             * @example 30.3351
             */
            longitude?: number;
            /**
             * @description City or locality.
             * @example Санкт-Петербург
             */
            area?: string;
            /** @example Невский проспект */
            street?: string;
            /**
             * @description House or building number.
             * @example 28
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
             * @example +79161234567
             */
            value?: string;
            name?: string | null;
            /** @enum {string} */
            type?: "phone" | "whatsapp" | "telegram";
        };
        DropoffPatch: {
            /** @description Zero-based position of the dropoff. Default: the element's own position in this array. */
            index?: number;
            address?: components["schemas"]["AddressPatch"];
            contact?: components["schemas"]["ContactPatch"];
            /** @enum {string} */
            cargo_size?: "S" | "M" | "L" | "XL";
            /**
             * @description How the courier pays for goods bought out at this door.
             * @enum {string}
             */
            payment_type?: "cash" | "card";
            /** @description Buyout amount in RUB for this dropoff; null when there is no buyout. */
            payment_amount?: number | null;
            /** @description True: the courier carries to the door. False: meets at the entrance. */
            doorstep?: boolean;
        };
        CancelRequest: {
            /** @example customer_changed_mind */
            reason?: string;
            comment?: string;
        };
        QuoteRequest: {
            pickup: {
                /**
                 * @description Degrees, -90 to 90.
                 * @example 59.9343
                 */
                latitude: number;
                /**
                 * @description Degrees, -180 to 180.
                 * @example 30.3351
                 */
                longitude: number;
            };
            dropoffs: {
                /**
                 * @description Degrees, -90 to 90.
                 * @example 59.9343
                 */
                latitude: number;
                /**
                 * @description Degrees, -180 to 180.
                 * @example 30.3351
                 */
                longitude: number;
                /**
                 * @description Default: the request's cargo_size.
                 * @enum {string}
                 */
                cargo_size?: "S" | "M" | "L" | "XL";
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
        };
        WebhookTestEvent: {
            /** @description The same in the journal and in every delivery of a webhook. */
            id: string;
            /** @constant */
            event: "webhook.test";
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
        };
        Order: {
            /** @description The client's identifier. */
            external_order_id: string;
            /** @description Human-readable code given by the service. */
            order_code: string;
            /** @enum {string} */
            status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
            /** @description Delivery price in RUB. */
            price: number | null;
            /** @description Public tracking page of the whole order, safe to forward to the recipient. Null when the order has no link; reads never make one. */
            tracking_url: string | null;
            /** @description One page per dropoff, in their order. Null for a single dropoff or without a link. */
            tracking_urls: string[] | null;
            /** @description When the order completed. */
            delivered_at: string | null;
            /** @description Null until a courier is assigned, and after the first has lost the order, until another has it: they handed it back, or an edit made it one for somebody else. */
            driver: components["schemas"]["Driver"] | null;
            /** @description Only while assigned or in_progress, and only a position received less than 30 minutes ago. */
            driver_location: components["schemas"]["DriverLocation"] | null;
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
        OrderCreatedEvent: {
            /** @description The same in the journal and in every delivery of a webhook. */
            id: string;
            /** @constant */
            event: "order.created";
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
        };
        OrderUpdatedEvent: {
            /** @description The same in the journal and in every delivery of a webhook. */
            id: string;
            /** @constant */
            event: "order.updated";
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
        };
        OrderCourierNotFoundEvent: {
            /** @description The same in the journal and in every delivery of a webhook. */
            id: string;
            /** @constant */
            event: "order.courier_not_found";
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
        };
        OrderAssignedEvent: {
            /** @description The same in the journal and in every delivery of a webhook. */
            id: string;
            /** @constant */
            event: "order.assigned";
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
        };
        OrderDriverChangedEvent: {
            /** @description The same in the journal and in every delivery of a webhook. */
            id: string;
            /** @constant */
            event: "order.driver_changed";
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
        };
        OrderInProgressEvent: {
            /** @description The same in the journal and in every delivery of a webhook. */
            id: string;
            /** @constant */
            event: "order.in_progress";
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
        };
        OrderDeliveredEvent: {
            /** @description The same in the journal and in every delivery of a webhook. */
            id: string;
            /** @constant */
            event: "order.delivered";
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
        };
        OrderCancelledEvent: {
            /** @description The same in the journal and in every delivery of a webhook. */
            id: string;
            /** @constant */
            event: "order.cancelled";
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
        };
        DriverLocationUpdatedEvent: {
            /** @description The same in the journal and in every delivery of a webhook. */
            id: string;
            /** @constant */
            event: "driver.location_updated";
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
        };
        Error: {
            /** @constant */
            success: false;
            error: {
                /** @description Identifier of the kind of error. */
                id: string;
                /** @description The same kind in upper snake case. */
                code: string;
                /** @description For a rejected payload: the first offending field path and its message. */
                message: string;
                /** @description A JSON array, encoded as a string, of objects with `field` and `message`; `"[]"` where no payload was rejected. */
                details: string;
            };
        };
        OrderList: {
            orders: components["schemas"]["OrderOutput"][];
            limit: number;
            offset: number;
        };
        OrderWithHistory: {
            /** @description The client's identifier. */
            external_order_id: string;
            /** @description Human-readable code given by the service. */
            order_code: string;
            /** @enum {string} */
            status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
            /** @description Delivery price in RUB. */
            price: number | null;
            /** @description Public tracking page of the whole order, safe to forward to the recipient. Null when the order has no link; reads never make one. */
            tracking_url: string | null;
            /** @description One page per dropoff, in their order. Null for a single dropoff or without a link. */
            tracking_urls: string[] | null;
            /** @description When the order completed. */
            delivered_at: string | null;
            /** @description Null until a courier is assigned, and after the first has lost the order, until another has it: they handed it back, or an edit made it one for somebody else. */
            driver: components["schemas"]["DriverOutput"] | null;
            /** @description Only while assigned or in_progress, and only a position received less than 30 minutes ago. */
            driver_location: components["schemas"]["DriverLocationOutput"] | null;
            /** @description Oldest first; the first is `new`. */
            status_changes: components["schemas"]["StatusChange"][];
            /** @description When the courier may be expected at each dropoff, in their order; null for one that has been handed over. Null altogether unless the order is on its way and its courier was seen within five minutes. An addition of Dropline's. */
            estimated_arrivals: (components["schemas"]["ArrivalWindow"] | null)[] | null;
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
        TrackingLink: {
            /** @description The client's identifier. */
            external_order_id: string;
            /** @description Human-readable code given by the service. */
            order_code: string;
            /** @description Public tracking page of the whole order, safe to forward to the recipient. Null when the order has no link; reads never make one. */
            tracking_url: string | null;
            /** @description One page per dropoff, in their order. Null for a single dropoff or without a link. */
            tracking_urls: string[] | null;
        };
        Quote: {
            /** @description Pass it to order creation to keep these prices. */
            quote_id: string;
            /** @description RUB; the sum of every leg with its cargo surcharge. */
            price: number;
            /** @description Metres, the sum over the legs. */
            distance: number;
            /** @description Seconds, the sum over the legs. */
            duration: number;
            /**
             * Format: date-time
             * @description Five minutes after issue.
             */
            expires_at: string;
            dropoffs: {
                route_id: string;
                /** @description Metres. */
                distance: number;
                /** @description Seconds. */
                duration: number;
                /** @enum {string} */
                cargo_size: "S" | "M" | "L" | "XL";
                /** @description RUB; the leg's route price plus its cargo surcharge. */
                price: number;
            }[];
        };
        Account: {
            ok: boolean;
            account: {
                id: string;
                email: string | null;
            };
            scopes: string[];
            /** @description Null when the key is not limited. */
            rate_limit_per_minute: number | null;
        };
        EventPage: {
            events: components["schemas"]["Event"][];
            /** @description Pass it as `after`. Stays the same while nothing is new. */
            next_cursor: string;
            has_more: boolean;
        };
        Event: {
            /** @description The same in the journal and in every delivery of a webhook. */
            id: string;
            /** @enum {string} */
            event: "order.created" | "order.updated" | "order.courier_not_found" | "order.assigned" | "order.driver_changed" | "order.in_progress" | "order.delivered" | "order.cancelled";
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
            order: components["schemas"]["OrderOutput"];
        };
        Tariff: {
            /** @description Price in RUB of any trip under first_threshold_km. */
            base_price: number;
            /** @description Kilometres that the base price covers. */
            first_threshold_km: number;
            /** @description Kilometres of each band after the first. */
            band_width_km: number;
            /** @description RUB added per band. */
            band_step: number;
            /** @description Where pricing by the kilometre starts. */
            max_threshold_km: number;
            /** @description RUB for each kilometre past max_threshold_km. */
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
        };
        OrderOutput: {
            /** @description The client's identifier. */
            external_order_id: string;
            /** @description Human-readable code given by the service. */
            order_code: string;
            /** @enum {string} */
            status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
            /** @description Delivery price in RUB. */
            price: number | null;
            /** @description Public tracking page of the whole order, safe to forward to the recipient. Null when the order has no link; reads never make one. */
            tracking_url: string | null;
            /** @description One page per dropoff, in their order. Null for a single dropoff or without a link. */
            tracking_urls: string[] | null;
            /** @description When the order completed. */
            delivered_at: string | null;
            /** @description Null until a courier is assigned, and after the first has lost the order, until another has it: they handed it back, or an edit made it one for somebody else. */
            driver: components["schemas"]["DriverOutput"] | null;
            /** @description Only while assigned or in_progress, and only a position received less than 30 minutes ago. */
            driver_location: components["schemas"]["DriverLocationOutput"] | null;
        };
        DriverOutput: {
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
        DriverLocationOutput: {
            latitude: number;
            longitude: number;
            /** @description Degrees clockwise from true north, 0 to 360. */
            heading: number;
            /** Format: date-time */
            updated_at: string;
        };
    };
    responses: {
        /** @description `validation.partner_payload_invalid`: The request was rejected. error.details lists every offending field. */
        PartnerInvalidPayload: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `auth.key_missing`: Send your API key in the header Authorization: Bearer <API_KEY>.
         *
         *     `auth.key_malformed`: The Authorization header does not carry an API key in its full form.
         *
         *     `auth.key_invalid`: This API key does not exist.
         *
         *     `auth.key_revoked`: This API key has been revoked.
         *
         *     `auth.account_disabled`: The account of this API key is disabled.
         *
         *     `auth.ordering_not_allowed`: The owner of this account is no longer a customer and cannot create orders.
         */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `order.creation_in_progress`: Another request is creating this order right now. Retry shortly. */
        OrderCreationInProgress: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `payload.too_large`: The body is larger than 256 KiB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limit.exceeded`: The rate limit of this key is exceeded. Retry after the time in Retry-After. */
        RateLimitExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `internal.error`: Something went wrong on our side. Nothing of this request has been kept. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `service.unavailable`: The service cannot answer right now. Retry shortly. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `validation.delivery_payload_invalid`: The request was rejected. error.details lists every offending field. */
        DeliveryInvalidPayload: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `order.not_found`: There is no order for this external_order_id. */
        OrderNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `order.not_editable`: An order can be edited only while it is new or assigned. */
        OrderNotEditable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `order.not_cancellable`: An order that has been delivered cannot be cancelled. */
        OrderNotCancellable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifies this answer; the client's own when it sent one. */
        "X-Request-Id": string;
        /** @description The key's quota (draft-ietf-httpapi-ratelimit-headers): q requests in w seconds. Absent where a key is not limited. */
        "RateLimit-Policy": string;
        /** @description What is left of it: r requests now, and one more in t seconds. */
        RateLimit: string;
        /** @description Seconds to wait. */
        "Retry-After": number;
        /** @description The scheme of keys, and `error="invalid_token"` where one was sent. */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listOrders: {
        parameters: {
            query?: {
                /** @description How many orders to return. */
                limit?: number;
                /** @description How many of the newest orders to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "orders": [
                     *           {
                     *             "external_order_id": "shop-1042",
                     *             "order_code": "7KQ2-M4XR",
                     *             "status": "in_progress",
                     *             "price": 290,
                     *             "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *             "tracking_urls": null,
                     *             "delivered_at": null,
                     *             "driver": {
                     *               "name": "Алексей Громов",
                     *               "phone": "+79115550001",
                     *               "transport": {
                     *                 "type": "car",
                     *                 "make": "Lada",
                     *                 "model": "Largus",
                     *                 "color": "белый",
                     *                 "number": "А123ВС178"
                     *               }
                     *             },
                     *             "driver_location": {
                     *               "latitude": 59.93012,
                     *               "longitude": 30.34011,
                     *               "heading": 95,
                     *               "updated_at": "2026-11-21T11:24:08.512Z"
                     *             }
                     *           }
                     *         ],
                     *         "limit": 20,
                     *         "offset": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderList"];
                    };
                };
            };
            400: components["responses"]["PartnerInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_order_id": "shop-1042",
                 *       "pickup": {
                 *         "address": {
                 *           "latitude": 59.935493,
                 *           "longitude": 30.325412,
                 *           "area": "Санкт-Петербург",
                 *           "street": "Невский проспект",
                 *           "building": "28",
                 *           "instructions": "Вход со двора, пункт выдачи"
                 *         },
                 *         "contact": {
                 *           "value": "+78120000001",
                 *           "name": "Дом книги"
                 *         }
                 *       },
                 *       "dropoffs": [
                 *         {
                 *           "address": {
                 *             "latitude": 59.928702,
                 *             "longitude": 30.360718,
                 *             "area": "Санкт-Петербург",
                 *             "street": "улица Марата",
                 *             "building": "30",
                 *             "apartment": 12,
                 *             "entrance": 1,
                 *             "floor": 4,
                 *             "intercom": "12К"
                 *           },
                 *           "contact": {
                 *             "value": "+79161234567",
                 *             "name": "Анна"
                 *           }
                 *         }
                 *       ],
                 *       "cargo_size": "S",
                 *       "comment": "Хрупкое"
                 *     }
                 */
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description The identifier was used before: the original order, unchanged. Nothing new has been created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true`: this is the original order. */
                    "Idempotent-Replayed"?: string;
                    /** @description `true` when the body differs from the one that made the order. */
                    "Idempotent-Mismatch"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1042",
                     *         "order_code": "7KQ2-M4XR",
                     *         "status": "in_progress",
                     *         "price": 290,
                     *         "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *         "tracking_urls": null,
                     *         "delivered_at": null,
                     *         "driver": {
                     *           "name": "Алексей Громов",
                     *           "phone": "+79115550001",
                     *           "transport": {
                     *             "type": "car",
                     *             "make": "Lada",
                     *             "model": "Largus",
                     *             "color": "белый",
                     *             "number": "А123ВС178"
                     *           }
                     *         },
                     *         "driver_location": {
                     *           "latitude": 59.93012,
                     *           "longitude": 30.34011,
                     *           "heading": 95,
                     *           "updated_at": "2026-11-21T11:24:08.512Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderOutput"];
                    };
                };
            };
            /** @description The order was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1042",
                     *         "order_code": "7KQ2-M4XR",
                     *         "status": "new",
                     *         "price": 290,
                     *         "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *         "tracking_urls": null,
                     *         "delivered_at": null,
                     *         "driver": null,
                     *         "driver_location": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderOutput"];
                    };
                };
            };
            400: components["responses"]["PartnerInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["OrderCreationInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client's own identifier; not `.` or `..`. Using one again returns the order that it made first. */
                external_order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1042",
                     *         "order_code": "7KQ2-M4XR",
                     *         "status": "in_progress",
                     *         "price": 290,
                     *         "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *         "tracking_urls": null,
                     *         "delivered_at": null,
                     *         "driver": {
                     *           "name": "Алексей Громов",
                     *           "phone": "+79115550001",
                     *           "transport": {
                     *             "type": "car",
                     *             "make": "Lada",
                     *             "model": "Largus",
                     *             "color": "белый",
                     *             "number": "А123ВС178"
                     *           }
                     *         },
                     *         "driver_location": {
                     *           "latitude": 59.93012,
                     *           "longitude": 30.34011,
                     *           "heading": 95,
                     *           "updated_at": "2026-11-21T11:24:08.512Z"
                     *         },
                     *         "status_changes": [
                     *           {
                     *             "status": "new",
                     *             "changed_at": "2026-11-21T11:02:41.120Z"
                     *           },
                     *           {
                     *             "status": "assigned",
                     *             "changed_at": "2026-11-21T11:03:05.874Z"
                     *           },
                     *           {
                     *             "status": "in_progress",
                     *             "changed_at": "2026-11-21T11:16:32.401Z"
                     *           }
                     *         ],
                     *         "estimated_arrivals": [
                     *           {
                     *             "from": "2026-11-21T11:25:00.000Z",
                     *             "to": "2026-11-21T11:35:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderWithHistory"];
                    };
                };
            };
            400: components["responses"]["PartnerInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrderNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replaceOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client's own identifier; not `.` or `..`. Using one again returns the order that it made first. */
                external_order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_order_id": "shop-1042",
                 *       "pickup": {
                 *         "address": {
                 *           "latitude": 59.935493,
                 *           "longitude": 30.325412,
                 *           "area": "Санкт-Петербург",
                 *           "street": "Невский проспект",
                 *           "building": "28",
                 *           "instructions": "Вход со двора, пункт выдачи"
                 *         },
                 *         "contact": {
                 *           "value": "+78120000001",
                 *           "name": "Дом книги"
                 *         }
                 *       },
                 *       "dropoffs": [
                 *         {
                 *           "address": {
                 *             "latitude": 59.928702,
                 *             "longitude": 30.360718,
                 *             "area": "Санкт-Петербург",
                 *             "street": "улица Марата",
                 *             "building": "30",
                 *             "apartment": 12,
                 *             "entrance": 1,
                 *             "floor": 4,
                 *             "intercom": "12К"
                 *           },
                 *           "contact": {
                 *             "value": "+79161234567",
                 *             "name": "Анна"
                 *           }
                 *         }
                 *       ],
                 *       "cargo_size": "S",
                 *       "comment": "Хрупкое"
                 *     }
                 */
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description The order after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1042",
                     *         "order_code": "7KQ2-M4XR",
                     *         "status": "new",
                     *         "price": 290,
                     *         "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *         "tracking_urls": null,
                     *         "delivered_at": null,
                     *         "driver": null,
                     *         "driver_location": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderOutput"];
                    };
                };
            };
            400: components["responses"]["PartnerInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrderNotFound"];
            409: components["responses"]["OrderNotEditable"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patchOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client's own identifier; not `.` or `..`. Using one again returns the order that it made first. */
                external_order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "comment": "Позвоните за 10 минут",
                 *       "dropoffs": [
                 *         {
                 *           "index": 0,
                 *           "address": {
                 *             "apartment": 14
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OrderPatch"];
            };
        };
        responses: {
            /** @description The order after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1042",
                     *         "order_code": "7KQ2-M4XR",
                     *         "status": "new",
                     *         "price": 290,
                     *         "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *         "tracking_urls": null,
                     *         "delivered_at": null,
                     *         "driver": null,
                     *         "driver_location": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderOutput"];
                    };
                };
            };
            400: components["responses"]["PartnerInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrderNotFound"];
            409: components["responses"]["OrderNotEditable"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client's own identifier; not `.` or `..`. Using one again returns the order that it made first. */
                external_order_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "customer_changed_mind",
                 *       "comment": "Покупатель передумал"
                 *     }
                 */
                "application/json": components["schemas"]["CancelRequest"];
            };
        };
        responses: {
            /** @description The cancelled order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1042",
                     *         "order_code": "7KQ2-M4XR",
                     *         "status": "cancelled",
                     *         "price": 290,
                     *         "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *         "tracking_urls": null,
                     *         "delivered_at": null,
                     *         "driver": null,
                     *         "driver_location": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderOutput"];
                    };
                };
            };
            400: components["responses"]["PartnerInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrderNotFound"];
            409: components["responses"]["OrderNotCancellable"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    issueTrackingLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client's own identifier; not `.` or `..`. Using one again returns the order that it made first. */
                external_order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1043",
                     *         "order_code": "P9WD-3HVC",
                     *         "tracking_url": "https://dropline.example/t/b1XqP0m8R5uJdYt3hKzLwA",
                     *         "tracking_urls": [
                     *           "https://dropline.example/t/Qe6fN2vC9sTgB4xW7yHkZg",
                     *           "https://dropline.example/t/mA5rJ8pL1dUoK0iE3nVtXw"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["TrackingLink"];
                    };
                };
            };
            400: components["responses"]["PartnerInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrderNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pickup": {
                 *         "latitude": 59.935493,
                 *         "longitude": 30.325412
                 *       },
                 *       "dropoffs": [
                 *         {
                 *           "latitude": 59.928702,
                 *           "longitude": 30.360718
                 *         }
                 *       ],
                 *       "cargo_size": "S"
                 *     }
                 */
                "application/json": components["schemas"]["QuoteRequest"];
            };
        };
        responses: {
            /** @description The quote. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "quote_id": "6f1c2a52-3c0e-4c0f-9d0b-0b1a4d3b8a11",
                     *         "price": 290,
                     *         "distance": 2870,
                     *         "duration": 517,
                     *         "expires_at": "2026-11-21T11:07:41.120Z",
                     *         "dropoffs": [
                     *           {
                     *             "route_id": "6f1c2a52-3c0e-4c0f-9d0b-0b1a4d3b8a11:0",
                     *             "distance": 2870,
                     *             "duration": 517,
                     *             "cargo_size": "S",
                     *             "price": 290
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Quote"];
                    };
                };
            };
            400: components["responses"]["PartnerInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key works. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "ok": true,
                     *         "account": {
                     *           "id": "0c6d2f1e-7f55-4c43-9a55-8d2a8d1e6b77",
                     *           "email": "shop@example.com"
                     *         },
                     *         "scopes": [
                     *           "orders:write"
                     *         ],
                     *         "rate_limit_per_minute": 300
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Account"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description A `next_cursor`. Default: from the oldest event. */
                after?: string;
                /** @description How many events to return. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the journal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "events": [
                     *           {
                     *             "id": "5139d81c-8b38-429e-8c97-dbb928cd3f08",
                     *             "event": "order.cancelled",
                     *             "created_at": "2026-11-21T11:20:13.002Z",
                     *             "status": "cancelled",
                     *             "cancellation": {
                     *               "reason": "customer_changed_mind",
                     *               "comment": "Покупатель передумал"
                     *             },
                     *             "external_order_id": "shop-1042",
                     *             "order_code": "7KQ2-M4XR",
                     *             "sequence": 2,
                     *             "test": false,
                     *             "order": {
                     *               "external_order_id": "shop-1042",
                     *               "order_code": "7KQ2-M4XR",
                     *               "status": "cancelled",
                     *               "price": 290,
                     *               "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *               "tracking_urls": null,
                     *               "delivered_at": null,
                     *               "driver": null,
                     *               "driver_location": null
                     *             }
                     *           }
                     *         ],
                     *         "next_cursor": "1-813-3",
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EventPage"];
                    };
                };
            };
            400: components["responses"]["PartnerInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deliveryListOrders: {
        parameters: {
            query?: {
                /** @description How many orders to return. */
                limit?: number;
                /** @description How many of the newest orders to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "orders": [
                     *           {
                     *             "external_order_id": "shop-1042",
                     *             "order_code": "7KQ2-M4XR",
                     *             "status": "in_progress",
                     *             "price": 290,
                     *             "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *             "tracking_urls": null,
                     *             "delivered_at": null,
                     *             "driver": {
                     *               "name": "Алексей Громов",
                     *               "phone": "+79115550001",
                     *               "transport": {
                     *                 "type": "car",
                     *                 "make": "Lada",
                     *                 "model": "Largus",
                     *                 "color": "белый",
                     *                 "number": "А123ВС178"
                     *               }
                     *             },
                     *             "driver_location": {
                     *               "latitude": 59.93012,
                     *               "longitude": 30.34011,
                     *               "heading": 95,
                     *               "updated_at": "2026-11-21T11:24:08.512Z"
                     *             }
                     *           }
                     *         ],
                     *         "limit": 20,
                     *         "offset": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderList"];
                    };
                };
            };
            400: components["responses"]["DeliveryInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deliveryCreateOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_order_id": "shop-1042",
                 *       "pickup": {
                 *         "address": {
                 *           "latitude": 59.935493,
                 *           "longitude": 30.325412,
                 *           "area": "Санкт-Петербург",
                 *           "street": "Невский проспект",
                 *           "building": "28",
                 *           "instructions": "Вход со двора, пункт выдачи"
                 *         },
                 *         "contact": {
                 *           "value": "+78120000001",
                 *           "name": "Дом книги"
                 *         }
                 *       },
                 *       "dropoffs": [
                 *         {
                 *           "address": {
                 *             "latitude": 59.928702,
                 *             "longitude": 30.360718,
                 *             "area": "Санкт-Петербург",
                 *             "street": "улица Марата",
                 *             "building": "30",
                 *             "apartment": 12,
                 *             "entrance": 1,
                 *             "floor": 4,
                 *             "intercom": "12К"
                 *           },
                 *           "contact": {
                 *             "value": "+79161234567",
                 *             "name": "Анна"
                 *           }
                 *         }
                 *       ],
                 *       "cargo_size": "S",
                 *       "comment": "Хрупкое"
                 *     }
                 */
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description The identifier was used before: the original order, unchanged. Nothing new has been created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true`: this is the original order. */
                    "Idempotent-Replayed"?: string;
                    /** @description `true` when the body differs from the one that made the order. */
                    "Idempotent-Mismatch"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1042",
                     *         "order_code": "7KQ2-M4XR",
                     *         "status": "in_progress",
                     *         "price": 290,
                     *         "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *         "tracking_urls": null,
                     *         "delivered_at": null,
                     *         "driver": {
                     *           "name": "Алексей Громов",
                     *           "phone": "+79115550001",
                     *           "transport": {
                     *             "type": "car",
                     *             "make": "Lada",
                     *             "model": "Largus",
                     *             "color": "белый",
                     *             "number": "А123ВС178"
                     *           }
                     *         },
                     *         "driver_location": {
                     *           "latitude": 59.93012,
                     *           "longitude": 30.34011,
                     *           "heading": 95,
                     *           "updated_at": "2026-11-21T11:24:08.512Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderOutput"];
                    };
                };
            };
            /** @description The order was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1042",
                     *         "order_code": "7KQ2-M4XR",
                     *         "status": "new",
                     *         "price": 290,
                     *         "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *         "tracking_urls": null,
                     *         "delivered_at": null,
                     *         "driver": null,
                     *         "driver_location": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderOutput"];
                    };
                };
            };
            400: components["responses"]["DeliveryInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["OrderCreationInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deliveryGetOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client's own identifier; not `.` or `..`. Using one again returns the order that it made first. */
                external_order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1042",
                     *         "order_code": "7KQ2-M4XR",
                     *         "status": "in_progress",
                     *         "price": 290,
                     *         "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *         "tracking_urls": null,
                     *         "delivered_at": null,
                     *         "driver": {
                     *           "name": "Алексей Громов",
                     *           "phone": "+79115550001",
                     *           "transport": {
                     *             "type": "car",
                     *             "make": "Lada",
                     *             "model": "Largus",
                     *             "color": "белый",
                     *             "number": "А123ВС178"
                     *           }
                     *         },
                     *         "driver_location": {
                     *           "latitude": 59.93012,
                     *           "longitude": 30.34011,
                     *           "heading": 95,
                     *           "updated_at": "2026-11-21T11:24:08.512Z"
                     *         },
                     *         "status_changes": [
                     *           {
                     *             "status": "new",
                     *             "changed_at": "2026-11-21T11:02:41.120Z"
                     *           },
                     *           {
                     *             "status": "assigned",
                     *             "changed_at": "2026-11-21T11:03:05.874Z"
                     *           },
                     *           {
                     *             "status": "in_progress",
                     *             "changed_at": "2026-11-21T11:16:32.401Z"
                     *           }
                     *         ],
                     *         "estimated_arrivals": [
                     *           {
                     *             "from": "2026-11-21T11:25:00.000Z",
                     *             "to": "2026-11-21T11:35:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderWithHistory"];
                    };
                };
            };
            400: components["responses"]["DeliveryInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrderNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deliveryReplaceOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client's own identifier; not `.` or `..`. Using one again returns the order that it made first. */
                external_order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_order_id": "shop-1042",
                 *       "pickup": {
                 *         "address": {
                 *           "latitude": 59.935493,
                 *           "longitude": 30.325412,
                 *           "area": "Санкт-Петербург",
                 *           "street": "Невский проспект",
                 *           "building": "28",
                 *           "instructions": "Вход со двора, пункт выдачи"
                 *         },
                 *         "contact": {
                 *           "value": "+78120000001",
                 *           "name": "Дом книги"
                 *         }
                 *       },
                 *       "dropoffs": [
                 *         {
                 *           "address": {
                 *             "latitude": 59.928702,
                 *             "longitude": 30.360718,
                 *             "area": "Санкт-Петербург",
                 *             "street": "улица Марата",
                 *             "building": "30",
                 *             "apartment": 12,
                 *             "entrance": 1,
                 *             "floor": 4,
                 *             "intercom": "12К"
                 *           },
                 *           "contact": {
                 *             "value": "+79161234567",
                 *             "name": "Анна"
                 *           }
                 *         }
                 *       ],
                 *       "cargo_size": "S",
                 *       "comment": "Хрупкое"
                 *     }
                 */
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description The order after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1042",
                     *         "order_code": "7KQ2-M4XR",
                     *         "status": "new",
                     *         "price": 290,
                     *         "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *         "tracking_urls": null,
                     *         "delivered_at": null,
                     *         "driver": null,
                     *         "driver_location": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderOutput"];
                    };
                };
            };
            400: components["responses"]["DeliveryInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrderNotFound"];
            409: components["responses"]["OrderNotEditable"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deliveryPatchOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client's own identifier; not `.` or `..`. Using one again returns the order that it made first. */
                external_order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "comment": "Позвоните за 10 минут",
                 *       "dropoffs": [
                 *         {
                 *           "index": 0,
                 *           "address": {
                 *             "apartment": 14
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OrderPatch"];
            };
        };
        responses: {
            /** @description The order after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1042",
                     *         "order_code": "7KQ2-M4XR",
                     *         "status": "new",
                     *         "price": 290,
                     *         "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *         "tracking_urls": null,
                     *         "delivered_at": null,
                     *         "driver": null,
                     *         "driver_location": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderOutput"];
                    };
                };
            };
            400: components["responses"]["DeliveryInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrderNotFound"];
            409: components["responses"]["OrderNotEditable"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deliveryCancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client's own identifier; not `.` or `..`. Using one again returns the order that it made first. */
                external_order_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "customer_changed_mind",
                 *       "comment": "Покупатель передумал"
                 *     }
                 */
                "application/json": components["schemas"]["CancelRequest"];
            };
        };
        responses: {
            /** @description The cancelled order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1042",
                     *         "order_code": "7KQ2-M4XR",
                     *         "status": "cancelled",
                     *         "price": 290,
                     *         "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *         "tracking_urls": null,
                     *         "delivered_at": null,
                     *         "driver": null,
                     *         "driver_location": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderOutput"];
                    };
                };
            };
            400: components["responses"]["DeliveryInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrderNotFound"];
            409: components["responses"]["OrderNotCancellable"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deliveryIssueTrackingLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client's own identifier; not `.` or `..`. Using one again returns the order that it made first. */
                external_order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "external_order_id": "shop-1043",
                     *         "order_code": "P9WD-3HVC",
                     *         "tracking_url": "https://dropline.example/t/b1XqP0m8R5uJdYt3hKzLwA",
                     *         "tracking_urls": [
                     *           "https://dropline.example/t/Qe6fN2vC9sTgB4xW7yHkZg",
                     *           "https://dropline.example/t/mA5rJ8pL1dUoK0iE3nVtXw"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["TrackingLink"];
                    };
                };
            };
            400: components["responses"]["DeliveryInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrderNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deliveryCreateQuote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pickup": {
                 *         "latitude": 59.935493,
                 *         "longitude": 30.325412
                 *       },
                 *       "dropoffs": [
                 *         {
                 *           "latitude": 59.928702,
                 *           "longitude": 30.360718
                 *         }
                 *       ],
                 *       "cargo_size": "S"
                 *     }
                 */
                "application/json": components["schemas"]["QuoteRequest"];
            };
        };
        responses: {
            /** @description The quote. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "quote_id": "6f1c2a52-3c0e-4c0f-9d0b-0b1a4d3b8a11",
                     *         "price": 290,
                     *         "distance": 2870,
                     *         "duration": 517,
                     *         "expires_at": "2026-11-21T11:07:41.120Z",
                     *         "dropoffs": [
                     *           {
                     *             "route_id": "6f1c2a52-3c0e-4c0f-9d0b-0b1a4d3b8a11:0",
                     *             "distance": 2870,
                     *             "duration": 517,
                     *             "cargo_size": "S",
                     *             "price": 290
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Quote"];
                    };
                };
            };
            400: components["responses"]["DeliveryInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPricing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tariff in force. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "base_price": 290,
                     *         "first_threshold_km": 3,
                     *         "band_width_km": 2,
                     *         "band_step": 60,
                     *         "max_threshold_km": 5,
                     *         "per_km_over": 28,
                     *         "cargo_size_step_fee": 90,
                     *         "bands": [
                     *           {
                     *             "min_km": 0,
                     *             "max_km": 3,
                     *             "price": 290,
                     *             "per_km_over": null
                     *           },
                     *           {
                     *             "min_km": 3,
                     *             "max_km": 5,
                     *             "price": 350,
                     *             "per_km_over": null
                     *           },
                     *           {
                     *             "min_km": 5,
                     *             "max_km": null,
                     *             "price": 410,
                     *             "per_km_over": 28
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Tariff"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deliveryPing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key works. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "ok": true,
                     *         "account": {
                     *           "id": "0c6d2f1e-7f55-4c43-9a55-8d2a8d1e6b77",
                     *           "email": "shop@example.com"
                     *         },
                     *         "scopes": [
                     *           "orders:write"
                     *         ],
                     *         "rate_limit_per_minute": 300
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Account"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deliveryListEvents: {
        parameters: {
            query?: {
                /** @description A `next_cursor`. Default: from the oldest event. */
                after?: string;
                /** @description How many events to return. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the journal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "events": [
                     *           {
                     *             "id": "5139d81c-8b38-429e-8c97-dbb928cd3f08",
                     *             "event": "order.cancelled",
                     *             "created_at": "2026-11-21T11:20:13.002Z",
                     *             "status": "cancelled",
                     *             "cancellation": {
                     *               "reason": "customer_changed_mind",
                     *               "comment": "Покупатель передумал"
                     *             },
                     *             "external_order_id": "shop-1042",
                     *             "order_code": "7KQ2-M4XR",
                     *             "sequence": 2,
                     *             "test": false,
                     *             "order": {
                     *               "external_order_id": "shop-1042",
                     *               "order_code": "7KQ2-M4XR",
                     *               "status": "cancelled",
                     *               "price": 290,
                     *               "tracking_url": "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
                     *               "tracking_urls": null,
                     *               "delivered_at": null,
                     *               "driver": null,
                     *               "driver_location": null
                     *             }
                     *           }
                     *         ],
                     *         "next_cursor": "1-813-3",
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EventPage"];
                    };
                };
            };
            400: components["responses"]["DeliveryInvalidPayload"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try: keep it to know what you have had.
                 * @example 5139d81c-8b38-429e-8c97-dbb928cd3f08
                 */
                "webhook-id": string;
                /**
                 * @description When this try was signed, in seconds since 1970.
                 * @example 1795260013
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`; several, parted by spaces, while a secret is being rotated.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "5139d81c-8b38-429e-8c97-dbb928cd3f08",
                 *       "event": "webhook.test",
                 *       "created_at": "2026-11-21T11:20:13.002Z",
                 *       "status": "new",
                 *       "cancellation": null,
                 *       "external_order_id": "webhook-test",
                 *       "order_code": "TEST-TEST",
                 *       "sequence": 1,
                 *       "test": true,
                 *       "order": {
                 *         "external_order_id": "webhook-test",
                 *         "order_code": "TEST-TEST",
                 *         "status": "new",
                 *         "price": 290,
                 *         "tracking_url": "https://dropline.example/t/webhook-test",
                 *         "tracking_urls": null,
                 *         "delivered_at": null,
                 *         "driver": null,
                 *         "driver_location": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Nothing is to be sent here any more: the endpoint is turned off at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later; `Retry-After` is honoured. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try: keep it to know what you have had.
                 * @example 5139d81c-8b38-429e-8c97-dbb928cd3f08
                 */
                "webhook-id": string;
                /**
                 * @description When this try was signed, in seconds since 1970.
                 * @example 1795260013
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`; several, parted by spaces, while a secret is being rotated.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "5139d81c-8b38-429e-8c97-dbb928cd3f08",
                 *       "event": "order.created",
                 *       "created_at": "2026-11-21T11:20:13.002Z",
                 *       "status": "new",
                 *       "cancellation": null,
                 *       "external_order_id": "webhook-test",
                 *       "order_code": "TEST-TEST",
                 *       "sequence": 1,
                 *       "test": true,
                 *       "order": {
                 *         "external_order_id": "webhook-test",
                 *         "order_code": "TEST-TEST",
                 *         "status": "new",
                 *         "price": 290,
                 *         "tracking_url": "https://dropline.example/t/webhook-test",
                 *         "tracking_urls": null,
                 *         "delivered_at": null,
                 *         "driver": null,
                 *         "driver_location": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderCreatedEvent"];
            };
        };
        responses: {
            /** @description Nothing is to be sent here any more: the endpoint is turned off at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later; `Retry-After` is honoured. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try: keep it to know what you have had.
                 * @example 5139d81c-8b38-429e-8c97-dbb928cd3f08
                 */
                "webhook-id": string;
                /**
                 * @description When this try was signed, in seconds since 1970.
                 * @example 1795260013
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`; several, parted by spaces, while a secret is being rotated.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "5139d81c-8b38-429e-8c97-dbb928cd3f08",
                 *       "event": "order.updated",
                 *       "created_at": "2026-11-21T11:20:13.002Z",
                 *       "status": "new",
                 *       "cancellation": null,
                 *       "external_order_id": "webhook-test",
                 *       "order_code": "TEST-TEST",
                 *       "sequence": 2,
                 *       "test": true,
                 *       "order": {
                 *         "external_order_id": "webhook-test",
                 *         "order_code": "TEST-TEST",
                 *         "status": "new",
                 *         "price": 290,
                 *         "tracking_url": "https://dropline.example/t/webhook-test",
                 *         "tracking_urls": null,
                 *         "delivered_at": null,
                 *         "driver": null,
                 *         "driver_location": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderUpdatedEvent"];
            };
        };
        responses: {
            /** @description Nothing is to be sent here any more: the endpoint is turned off at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later; `Retry-After` is honoured. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderCourierNotFound: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try: keep it to know what you have had.
                 * @example 5139d81c-8b38-429e-8c97-dbb928cd3f08
                 */
                "webhook-id": string;
                /**
                 * @description When this try was signed, in seconds since 1970.
                 * @example 1795260013
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`; several, parted by spaces, while a secret is being rotated.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "5139d81c-8b38-429e-8c97-dbb928cd3f08",
                 *       "event": "order.courier_not_found",
                 *       "created_at": "2026-11-21T11:20:13.002Z",
                 *       "status": "new",
                 *       "cancellation": null,
                 *       "external_order_id": "webhook-test",
                 *       "order_code": "TEST-TEST",
                 *       "sequence": 2,
                 *       "test": true,
                 *       "order": {
                 *         "external_order_id": "webhook-test",
                 *         "order_code": "TEST-TEST",
                 *         "status": "new",
                 *         "price": 290,
                 *         "tracking_url": "https://dropline.example/t/webhook-test",
                 *         "tracking_urls": null,
                 *         "delivered_at": null,
                 *         "driver": null,
                 *         "driver_location": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderCourierNotFoundEvent"];
            };
        };
        responses: {
            /** @description Nothing is to be sent here any more: the endpoint is turned off at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later; `Retry-After` is honoured. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderAssigned: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try: keep it to know what you have had.
                 * @example 5139d81c-8b38-429e-8c97-dbb928cd3f08
                 */
                "webhook-id": string;
                /**
                 * @description When this try was signed, in seconds since 1970.
                 * @example 1795260013
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`; several, parted by spaces, while a secret is being rotated.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "5139d81c-8b38-429e-8c97-dbb928cd3f08",
                 *       "event": "order.assigned",
                 *       "created_at": "2026-11-21T11:20:13.002Z",
                 *       "status": "assigned",
                 *       "cancellation": null,
                 *       "external_order_id": "webhook-test",
                 *       "order_code": "TEST-TEST",
                 *       "sequence": 2,
                 *       "test": true,
                 *       "order": {
                 *         "external_order_id": "webhook-test",
                 *         "order_code": "TEST-TEST",
                 *         "status": "assigned",
                 *         "price": 290,
                 *         "tracking_url": "https://dropline.example/t/webhook-test",
                 *         "tracking_urls": null,
                 *         "delivered_at": null,
                 *         "driver": {
                 *           "name": "Алексей Громов",
                 *           "phone": "+79115550001",
                 *           "transport": {
                 *             "type": "car",
                 *             "make": "Lada",
                 *             "model": "Largus",
                 *             "color": "белый",
                 *             "number": "А123ВС178"
                 *           }
                 *         },
                 *         "driver_location": {
                 *           "latitude": 59.93012,
                 *           "longitude": 30.34011,
                 *           "heading": 95,
                 *           "updated_at": "2026-11-21T11:20:13.002Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderAssignedEvent"];
            };
        };
        responses: {
            /** @description Nothing is to be sent here any more: the endpoint is turned off at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later; `Retry-After` is honoured. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderDriverChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try: keep it to know what you have had.
                 * @example 5139d81c-8b38-429e-8c97-dbb928cd3f08
                 */
                "webhook-id": string;
                /**
                 * @description When this try was signed, in seconds since 1970.
                 * @example 1795260013
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`; several, parted by spaces, while a secret is being rotated.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "5139d81c-8b38-429e-8c97-dbb928cd3f08",
                 *       "event": "order.driver_changed",
                 *       "created_at": "2026-11-21T11:20:13.002Z",
                 *       "status": "assigned",
                 *       "cancellation": null,
                 *       "external_order_id": "webhook-test",
                 *       "order_code": "TEST-TEST",
                 *       "sequence": 3,
                 *       "test": true,
                 *       "order": {
                 *         "external_order_id": "webhook-test",
                 *         "order_code": "TEST-TEST",
                 *         "status": "assigned",
                 *         "price": 290,
                 *         "tracking_url": "https://dropline.example/t/webhook-test",
                 *         "tracking_urls": null,
                 *         "delivered_at": null,
                 *         "driver": {
                 *           "name": "Алексей Громов",
                 *           "phone": "+79115550001",
                 *           "transport": {
                 *             "type": "car",
                 *             "make": "Lada",
                 *             "model": "Largus",
                 *             "color": "белый",
                 *             "number": "А123ВС178"
                 *           }
                 *         },
                 *         "driver_location": {
                 *           "latitude": 59.93012,
                 *           "longitude": 30.34011,
                 *           "heading": 95,
                 *           "updated_at": "2026-11-21T11:20:13.002Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderDriverChangedEvent"];
            };
        };
        responses: {
            /** @description Nothing is to be sent here any more: the endpoint is turned off at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later; `Retry-After` is honoured. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderInProgress: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try: keep it to know what you have had.
                 * @example 5139d81c-8b38-429e-8c97-dbb928cd3f08
                 */
                "webhook-id": string;
                /**
                 * @description When this try was signed, in seconds since 1970.
                 * @example 1795260013
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`; several, parted by spaces, while a secret is being rotated.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "5139d81c-8b38-429e-8c97-dbb928cd3f08",
                 *       "event": "order.in_progress",
                 *       "created_at": "2026-11-21T11:20:13.002Z",
                 *       "status": "in_progress",
                 *       "cancellation": null,
                 *       "external_order_id": "webhook-test",
                 *       "order_code": "TEST-TEST",
                 *       "sequence": 3,
                 *       "test": true,
                 *       "order": {
                 *         "external_order_id": "webhook-test",
                 *         "order_code": "TEST-TEST",
                 *         "status": "in_progress",
                 *         "price": 290,
                 *         "tracking_url": "https://dropline.example/t/webhook-test",
                 *         "tracking_urls": null,
                 *         "delivered_at": null,
                 *         "driver": {
                 *           "name": "Алексей Громов",
                 *           "phone": "+79115550001",
                 *           "transport": {
                 *             "type": "car",
                 *             "make": "Lada",
                 *             "model": "Largus",
                 *             "color": "белый",
                 *             "number": "А123ВС178"
                 *           }
                 *         },
                 *         "driver_location": {
                 *           "latitude": 59.93012,
                 *           "longitude": 30.34011,
                 *           "heading": 95,
                 *           "updated_at": "2026-11-21T11:20:13.002Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderInProgressEvent"];
            };
        };
        responses: {
            /** @description Nothing is to be sent here any more: the endpoint is turned off at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later; `Retry-After` is honoured. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderDelivered: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try: keep it to know what you have had.
                 * @example 5139d81c-8b38-429e-8c97-dbb928cd3f08
                 */
                "webhook-id": string;
                /**
                 * @description When this try was signed, in seconds since 1970.
                 * @example 1795260013
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`; several, parted by spaces, while a secret is being rotated.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "5139d81c-8b38-429e-8c97-dbb928cd3f08",
                 *       "event": "order.delivered",
                 *       "created_at": "2026-11-21T11:20:13.002Z",
                 *       "status": "delivered",
                 *       "cancellation": null,
                 *       "external_order_id": "webhook-test",
                 *       "order_code": "TEST-TEST",
                 *       "sequence": 4,
                 *       "test": true,
                 *       "order": {
                 *         "external_order_id": "webhook-test",
                 *         "order_code": "TEST-TEST",
                 *         "status": "delivered",
                 *         "price": 290,
                 *         "tracking_url": "https://dropline.example/t/webhook-test",
                 *         "tracking_urls": null,
                 *         "delivered_at": "2026-11-21T11:20:13.002Z",
                 *         "driver": {
                 *           "name": "Алексей Громов",
                 *           "phone": "+79115550001",
                 *           "transport": {
                 *             "type": "car",
                 *             "make": "Lada",
                 *             "model": "Largus",
                 *             "color": "белый",
                 *             "number": "А123ВС178"
                 *           }
                 *         },
                 *         "driver_location": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderDeliveredEvent"];
            };
        };
        responses: {
            /** @description Nothing is to be sent here any more: the endpoint is turned off at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later; `Retry-After` is honoured. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderCancelled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try: keep it to know what you have had.
                 * @example 5139d81c-8b38-429e-8c97-dbb928cd3f08
                 */
                "webhook-id": string;
                /**
                 * @description When this try was signed, in seconds since 1970.
                 * @example 1795260013
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`; several, parted by spaces, while a secret is being rotated.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "5139d81c-8b38-429e-8c97-dbb928cd3f08",
                 *       "event": "order.cancelled",
                 *       "created_at": "2026-11-21T11:20:13.002Z",
                 *       "status": "cancelled",
                 *       "cancellation": {
                 *         "reason": "customer_changed_mind",
                 *         "comment": null
                 *       },
                 *       "external_order_id": "webhook-test",
                 *       "order_code": "TEST-TEST",
                 *       "sequence": 2,
                 *       "test": true,
                 *       "order": {
                 *         "external_order_id": "webhook-test",
                 *         "order_code": "TEST-TEST",
                 *         "status": "cancelled",
                 *         "price": 290,
                 *         "tracking_url": "https://dropline.example/t/webhook-test",
                 *         "tracking_urls": null,
                 *         "delivered_at": null,
                 *         "driver": null,
                 *         "driver_location": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderCancelledEvent"];
            };
        };
        responses: {
            /** @description Nothing is to be sent here any more: the endpoint is turned off at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later; `Retry-After` is honoured. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDriverLocationUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try: keep it to know what you have had.
                 * @example 5139d81c-8b38-429e-8c97-dbb928cd3f08
                 */
                "webhook-id": string;
                /**
                 * @description When this try was signed, in seconds since 1970.
                 * @example 1795260013
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`; several, parted by spaces, while a secret is being rotated.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "5139d81c-8b38-429e-8c97-dbb928cd3f08",
                 *       "event": "driver.location_updated",
                 *       "created_at": "2026-11-21T11:20:13.002Z",
                 *       "status": "in_progress",
                 *       "cancellation": null,
                 *       "external_order_id": "webhook-test",
                 *       "order_code": "TEST-TEST",
                 *       "sequence": 3,
                 *       "test": true,
                 *       "order": {
                 *         "external_order_id": "webhook-test",
                 *         "order_code": "TEST-TEST",
                 *         "status": "in_progress",
                 *         "price": 290,
                 *         "tracking_url": "https://dropline.example/t/webhook-test",
                 *         "tracking_urls": null,
                 *         "delivered_at": null,
                 *         "driver": {
                 *           "name": "Алексей Громов",
                 *           "phone": "+79115550001",
                 *           "transport": {
                 *             "type": "car",
                 *             "make": "Lada",
                 *             "model": "Largus",
                 *             "color": "белый",
                 *             "number": "А123ВС178"
                 *           }
                 *         },
                 *         "driver_location": {
                 *           "latitude": 59.93012,
                 *           "longitude": 30.34011,
                 *           "heading": 95,
                 *           "updated_at": "2026-11-21T11:20:13.002Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DriverLocationUpdatedEvent"];
            };
        };
        responses: {
            /** @description Nothing is to be sent here any more: the endpoint is turned off at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The event is sent again later; `Retry-After` is honoured. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
