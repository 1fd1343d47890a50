import { EXAMPLE_DRIVER } from "@/lib/webhooks/webhook-event";

/** The README's trip through the bundled city. */
export const exampleOrderBody = {
  external_order_id: "shop-1042",
  pickup: {
    address: {
      latitude: 47.022616,
      longitude: 28.83283,
      area: "Chișinău",
      street: "Strada Pușkin",
      building: "24",
      instructions: "Entrance from the courtyard",
    },
    contact: { value: "+37322000001", name: "The Book House" },
  },
  dropoffs: [
    {
      address: {
        latitude: 47.03123,
        longitude: 28.866775,
        area: "Chișinău",
        street: "Strada Pajurii",
        building: "5",
        apartment: 12,
        entrance: 1,
        floor: 4,
        intercom: "12K",
      },
      contact: { value: "+37369123456", name: "Anna" },
    },
  ],
  cargo_size: "S",
  comment: "Fragile",
  metadata: { crm_id: "8842" },
};

export const exampleQuoteBody = {
  pickup: { latitude: 47.022616, longitude: 28.83283 },
  dropoffs: [{ latitude: 47.03123, longitude: 28.866775 }],
  cargo_size: "S",
};

export const exampleOrder = {
  external_order_id: "shop-1042",
  order_code: "7KQ2-M4XR",
  status: "new",
  price: 350,
  total: 350,
  routing: "roads",
  tracking_url: "https://dropline.example/t/Zs8kGf1yQm2xV7bT0cN4aw",
  tracking_urls: null,
  delivered_at: null,
  driver: null,
  driver_location: null,
  return: null,
  metadata: { crm_id: "8842" },
  held_reason: null,
  ready_at: null,
  delivery_mode: "shared",
  delivery_window: null,
  stops_before: null,
};

export const exampleMovingOrder = {
  ...exampleOrder,
  status: "in_progress",
  driver: EXAMPLE_DRIVER,
  driver_location: {
    latitude: 47.02714,
    longitude: 28.84827,
    heading: 95,
    updated_at: "2026-11-21T11:24:08.512Z",
  },
};

export const exampleListedOrder = { ...exampleMovingOrder, stops_before: [2] };

export const exampleOrderWithHistory = {
  ...exampleListedOrder,
  stops: [
    {
      index: 0,
      kind: "pickup",
      outcome: "done",
      arrived_at: "2026-11-21T11:12:10.034Z",
      completed_at: "2026-11-21T11:16:32.401Z",
      failure: null,
      recipient_decision: null,
      proof: {
        photo_urls: ["https://dropline.example/files/p3X0m9QzT2yRkV7bL1cN4awZs8kGf1y"],
        signature_url: null,
        code: null,
        signer_name: null,
        location: { latitude: 47.02264, longitude: 28.83281 },
        distance_m: 3,
      },
      metadata: {},
      delivery_window: null,
    },
    {
      index: 1,
      kind: "dropoff",
      outcome: "pending",
      arrived_at: null,
      completed_at: null,
      failure: null,
      recipient_decision: null,
      proof: null,
      metadata: {},
      delivery_window: null,
    },
  ],
  charges: [],
  status_changes: [
    { status: "new", changed_at: "2026-11-21T11:02:41.120Z" },
    { status: "assigned", changed_at: "2026-11-21T11:03:05.874Z" },
    { status: "in_progress", changed_at: "2026-11-21T11:16:32.401Z" },
  ],
  estimated_arrivals: [{ from: "2026-11-21T11:25:00.000Z", to: "2026-11-21T11:35:00.000Z" }],
  planned_pickup: null,
};

export const exampleCancelledOrder = { ...exampleOrder, status: "cancelled", total: 0 };

export const exampleTrackingLink = {
  external_order_id: "shop-1043",
  order_code: "P9WD-3HVC",
  tracking_url: "https://dropline.example/t/b1XqP0m8R5uJdYt3hKzLwA",
  tracking_urls: [
    "https://dropline.example/t/Qe6fN2vC9sTgB4xW7yHkZg",
    "https://dropline.example/t/mA5rJ8pL1dUoK0iE3nVtXw",
  ],
};

export const exampleEndpoint = {
  endpoint_id: "0b6c1d52-9f3e-4d8a-8a57-5f0c2b7e4a19",
  url: "https://shop.example/dropline",
  events: ["order.assigned", "order.delivered", "order.cancelled"],
  description: "Order system",
  status: "enabled",
  created_at: "2026-11-27T09:00:00.000Z",
};

export const exampleDelivery = {
  delivery_id: "48211",
  event_id: "01890c5e-7b1f-7e3a-9c58-2f1d6a4b8e90",
  event: "order.delivered",
  external_order_id: "shop-1042",
  status: "pending",
  created_at: "2026-11-27T09:30:00.000Z",
  next_attempt_at: "2026-11-27T09:35:06.000Z",
  attempts: [
    { attempted_at: "2026-11-27T09:30:05.000Z", status_code: 502, failure: "status", duration_ms: 318 },
    { attempted_at: "2026-11-27T09:30:00.000Z", status_code: null, failure: "timeout", duration_ms: 15000 },
  ],
};

export const exampleQuote = {
  quote_id: "6f1c2a52-3c0e-4c0f-9d0b-0b1a4d3b8a11",
  price: 350,
  return_price: 0,
  distance: 4108,
  duration: 403,
  routing: "roads",
  expires_at: "2026-11-21T11:07:41.120Z",
  dropoffs: [
    {
      route_id: "6f1c2a52-3c0e-4c0f-9d0b-0b1a4d3b8a11:0",
      distance: 4108,
      duration: 403,
      cargo_size: "S",
      price: 350,
    },
  ],
};

export const exampleTariff = {
  base_price: 290,
  first_threshold_km: 3,
  band_width_km: 2,
  band_step: 60,
  max_threshold_km: 5,
  per_km_over: 28,
  cargo_size_step_fee: 90,
  bands: [
    { min_km: 0, max_km: 3, price: 290, per_km_over: null },
    { min_km: 3, max_km: 5, price: 350, per_km_over: null },
    { min_km: 5, max_km: null, price: 410, per_km_over: 28 },
  ],
  fees: {
    cancellation_assigned: 0,
    cancellation_arrived: 0,
    waiting_free_minutes: 10,
    waiting_per_minute: 0,
    return_percent: 0,
  },
};

export const exampleAccount = {
  ok: true,
  account: { id: "0c6d2f1e-7f55-4c43-9a55-8d2a8d1e6b77", email: "shop@example.com" },
  scopes: ["orders:write"],
  rate_limit_per_minute: 300,
  data_epoch: "29924214",
  data_until: null,
};

export const exampleEventPage = {
  events: [
    {
      id: "5139d81c-8b38-429e-8c97-dbb928cd3f08",
      event: "order.cancelled",
      created_at: "2026-11-21T11:20:13.002Z",
      status: "cancelled",
      cancellation: { reason: "customer_changed_mind", comment: "The customer changed their mind" },
      external_order_id: "shop-1042",
      order_code: "7KQ2-M4XR",
      sequence: 2,
      test: false,
      order: exampleCancelledOrder,
      stop: null,
    },
  ],
  next_cursor: "1-813-3-343ce3c6",
  has_more: false,
};

const foundAddress = {
  latitude: 47.03123,
  longitude: 28.866775,
  area: "Chișinău",
  street: "Strada Pajurii",
  building: "5",
  label: "Strada Pajurii, 5, Chișinău",
  approximate: false,
};

export const exampleAddresses = { addresses: [foundAddress] };

export const exampleNearestAddress = { address: { ...foundAddress, distance: 4 } };

export const exampleQueuedBatch = {
  batch_id: "5f0c1e8a-3b7d-4c62-9a14-7d2e8f6b0c35",
  external_batch_id: "lunch-2026-11-21",
  status: "queued",
  total: 1,
  created: 0,
  existing: 0,
  rejected: 0,
  pending: 1,
  created_at: "2026-11-21T11:02:40.000Z",
  finished_at: null,
};

export const exampleBatch = {
  ...exampleQueuedBatch,
  status: "finished",
  created: 1,
  pending: 0,
  finished_at: "2026-11-21T11:02:41.120Z",
};

export const exampleStoppedBatch = { ...exampleBatch, status: "stopped", created: 0 };

export const exampleBatchResults = [
  { index: 0, external_order_id: "shop-1042", outcome: "created", order_code: "7KQ2-M4XR", error: null },
];
export const exampleStatement = {
  month: "2026-11",
  time_zone: "Europe/Moscow",
  starts_at: "2026-10-31T21:00:00.000Z",
  ends_at: "2026-11-30T21:00:00.000Z",
  closed_at: "2026-12-02T21:00:00.000Z",
  line_count: 1,
  total: 350,
  vat_percent: 20,
  vat: 58.33,
  legal_name: "Dropline LLC",
  legal_details: "INN 7700000000",
};

export const exampleStatementLine = {
  type: "order",
  corrects: null,
  external_order_id: "shop-1042",
  order_code: "7KQ2-M4XR",
  status: "delivered",
  ended_at: "2026-11-21T12:40:00.000Z",
  price: 350,
  cancellation: 0,
  waiting: 0,
  return: 0,
  adjustment: 0,
  total: 350,
  buyout: 0,
  tariff: 1,
  return_distance: null,
  legs: [{ distance: 3640, band: { min_km: 3, max_km: 5 }, cargo_size: "S", price: 350 }],
};

export const exampleStatementTariff = { version: 1, tariff: exampleTariff };
