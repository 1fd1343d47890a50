-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "was_accepted" BOOLEAN NOT NULL DEFAULT false;
