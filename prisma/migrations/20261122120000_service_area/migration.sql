-- Where and how far couriers are sent. Each change is a row; nothing is ever overwritten.
CREATE TABLE "service_areas" (
    "version" INTEGER NOT NULL,
    "is_on" BOOLEAN NOT NULL,
    "max_trip_meters" INTEGER,
    "zones" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "service_areas_pkey" PRIMARY KEY ("version"),
    CONSTRAINT "versions_count_from_one" CHECK ("version" > 0),
    CONSTRAINT "longest_trip_in_range" CHECK ("max_trip_meters" BETWEEN 1000 AND 100000000),
    CONSTRAINT "an_area_that_is_on_has_zones" CHECK (NOT "is_on" OR jsonb_array_length("zones") > 0)
);
