-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "promised_until" TIMESTAMPTZ(3);
