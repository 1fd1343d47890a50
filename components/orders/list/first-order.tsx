"use client";

import { ArrowRight, Play, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { RunButton } from "@/components/sandbox/run-button";
import type { FormAction } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { Permitted, usePermissions } from "@/components/ui/permissions";
import { CARD, LINK, PRIMARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import { withMode } from "@/lib/http/mode";

const STEPS = [
  { name: "key", path: "/dashboard/keys", needs: "account.manage_integrations" },
  { name: "order", path: "/dashboard/new", needs: "account.manage_orders" },
  { name: "docs", path: "/docs", needs: "account.view" },
] as const;

export function FirstOrder({ mode, run }: { mode: Mode; run: FormAction }) {
  const t = useTranslations("orders.first");
  const isPermitted = usePermissions();
  const steps = STEPS.filter(({ needs }) => isPermitted(needs));
  return (
    <section aria-labelledby="first" className={`${CARD} mx-auto max-w-2xl p-5 sm:p-8`}>
      <h2 id="first" className="type-heading">
        {t(`heading_${mode}`)}
      </h2>
      <p className="mt-1 text-sm text-soft">{t(`text_${mode}`)}</p>
      <ol className="mt-5 divide-y divide-line border-y border-line">
        {steps.map(({ name, path }, index) => (
          <li key={name} className="flex gap-4 py-3.5">
            <span
              aria-hidden="true"
              className="flex size-7 shrink-0 items-center justify-center rounded-full border border-field-line text-sm font-medium text-soft"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <Link
                href={withMode(path, mode)}
                className={`${LINK} inline-flex min-h-7 items-center gap-1 text-sm font-medium`}
              >
                {t(`${name}`)}
                <ArrowRight aria-hidden="true" className="size-3.5" />
              </Link>
              <p className="text-sm text-soft">{t(`${name}_hint`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-6">
        <Permitted needs={mode === "test" ? "account.use_sandbox" : "account.manage_orders"}>
          {mode === "test" ? (
            <RunButton scenario="happy" run={run} look={`${PRIMARY} max-sm:w-full`}>
              <Play aria-hidden="true" className="size-4" />
              {t("action_test")}
            </RunButton>
          ) : (
            <Link href={withMode("/dashboard/new", mode)} className={`${PRIMARY} max-sm:w-full`}>
              <Plus aria-hidden="true" className="size-4" />
              {t("action")}
            </Link>
          )}
        </Permitted>
      </div>
    </section>
  );
}
