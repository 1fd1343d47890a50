-- AlterTable
ALTER TABLE "users" ADD COLUMN "oidc_identity" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "one_user_per_oidc_identity" ON "users"("oidc_identity");
