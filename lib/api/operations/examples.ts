/** The create request of the reference and of the README's tour. */
export const exampleOrderBody = {
  external_order_id: "shop-1042",
  pickup: {
    address: {
      latitude: 59.935493,
      longitude: 30.325412,
      area: "Санкт-Петербург",
      street: "Невский проспект",
      building: "28",
      instructions: "Вход со двора, пункт выдачи",
    },
    contact: { value: "+78120000001", name: "Дом книги" },
  },
  dropoffs: [
    {
      address: {
        latitude: 59.928702,
        longitude: 30.360718,
        area: "Санкт-Петербург",
        street: "улица Марата",
        building: "30",
        apartment: 12,
        entrance: 1,
        floor: 4,
        intercom: "12К",
      },
      contact: { value: "+79161234567", name: "Анна" },
    },
  ],
  cargo_size: "S",
  comment: "Хрупкое",
};

/** The quote request of the reference and of the README's tour: the same trip. */
export const exampleQuoteBody = {
  pickup: { latitude: 59.935493, longitude: 30.325412 },
  dropoffs: [{ latitude: 59.928702, longitude: 30.360718 }],
  cargo_size: "S",
};
