-- AlterTable
ALTER TABLE "accounts" ADD COLUMN "phone_country" TEXT NOT NULL DEFAULT 'RU';

ALTER TABLE "accounts" ADD CONSTRAINT "phone_country_is_alpha_2" CHECK ("phone_country" ~ '^[A-Z]{2}$');
