-- How many times longer driving takes than on empty streets, by hour; the newest row is in force.
CREATE TABLE "travel_factors" (
    "id" SERIAL NOT NULL,
    "weekday" DOUBLE PRECISION[] NOT NULL,
    "weekend" DOUBLE PRECISION[] NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "travel_factors_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "travel_factors"
    ADD CONSTRAINT "a_factor_for_each_hour" CHECK (cardinality("weekday") = 24 AND cardinality("weekend") = 24),
    ADD CONSTRAINT "factors_are_plausible"
        CHECK (0.5 <= ALL ("weekday") AND 5 >= ALL ("weekday") AND 0.5 <= ALL ("weekend") AND 5 >= ALL ("weekend"));

-- Night, morning peak, day, evening peak, evening: from 40 km/h across a city with empty streets to 18, 24 and 33.
INSERT INTO "travel_factors" ("weekday", "weekend") VALUES (
    ARRAY[1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.3, 1.7, 2.1, 2, 1.7, 1.7, 1.7, 1.7, 1.7, 1.7, 1.8, 2.1, 2.2, 1.9, 1.6, 1.5, 1.3, 1.2],
    ARRAY[1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.3, 1.4, 1.5, 1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 1.5, 1.5, 1.4, 1.3, 1.2]);
