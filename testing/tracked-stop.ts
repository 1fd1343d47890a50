import type { StopState } from "@/components/orders/detail/order-state";

/** A stop of an order's page: not visited yet and without requirements, unless changed. */
export const makeTrackedStop = (change: Partial<StopState> = {}): StopState => ({
  address: {
    latitude: 59.9287,
    longitude: 30.3607,
    area: "Санкт-Петербург",
    street: "улица Марата",
    building: "30",
    apartment: null,
    entrance: null,
    floor: null,
    intercom: null,
    instructions: null,
  },
  contact: { type: "phone", value: "+79161234567", name: null },
  asked: [],
  code: null,
  isCodeBlocked: false,
  arrivedAt: null,
  completedAt: null,
  attempts: 0,
  failure: null,
  proof: null,
  said: null,
  dropoff: null,
  ...change,
});
