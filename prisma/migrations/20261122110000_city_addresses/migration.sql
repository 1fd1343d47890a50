-- The addresses of a city's extract, keyed by the city's version.
CREATE TABLE "city_areas" (
    "version" TEXT NOT NULL,
    "id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_ru" TEXT,
    "name_en" TEXT,
    "other_names" TEXT[],
    "is_district" BOOLEAN NOT NULL,
    "latitude" DOUBLE PRECISION NOT NULL,
    "longitude" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "city_areas_pkey" PRIMARY KEY ("version","id")
);

CREATE TABLE "city_streets" (
    "version" TEXT NOT NULL,
    "id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_ru" TEXT,
    "name_en" TEXT,
    "other_names" TEXT[],
    "area_id" INTEGER,
    "district_id" INTEGER,
    "latitude" DOUBLE PRECISION NOT NULL,
    "longitude" DOUBLE PRECISION NOT NULL,
    "houses" INTEGER NOT NULL,

    CONSTRAINT "city_streets_pkey" PRIMARY KEY ("version","id")
);

CREATE TABLE "city_street_pieces" (
    "version" TEXT NOT NULL,
    "id" INTEGER NOT NULL,
    "street_id" INTEGER NOT NULL,
    "from_latitude" DOUBLE PRECISION NOT NULL,
    "from_longitude" DOUBLE PRECISION NOT NULL,
    "to_latitude" DOUBLE PRECISION NOT NULL,
    "to_longitude" DOUBLE PRECISION NOT NULL,
    "cell" BIGINT NOT NULL,

    CONSTRAINT "city_street_pieces_pkey" PRIMARY KEY ("version","id")
);

CREATE TABLE "city_houses" (
    "version" TEXT NOT NULL,
    "id" INTEGER NOT NULL,
    "street_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "latitude" DOUBLE PRECISION NOT NULL,
    "longitude" DOUBLE PRECISION NOT NULL,
    "cell" BIGINT NOT NULL,
    "is_approximate" BOOLEAN NOT NULL,

    CONSTRAINT "city_houses_pkey" PRIMARY KEY ("version","id")
);

CREATE INDEX "street_pieces_by_cell" ON "city_street_pieces"("version", "cell");

CREATE INDEX "houses_along_street" ON "city_houses"("version", "street_id", "number");

CREATE INDEX "houses_by_cell" ON "city_houses"("version", "cell");
