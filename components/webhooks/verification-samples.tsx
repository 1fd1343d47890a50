import { useTranslations } from "next-intl";
import { Code } from "@/components/docs/code";
import { Disclosure } from "@/components/orders/detail/section";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";
import { VERIFICATION_SAMPLES } from "@/lib/docs/samples";

export function VerificationSamples() {
  const t = useTranslations("webhooks.secret");
  return (
    <div>
      {VERIFICATION_SAMPLES.map(({ id, label, highlight, code }) => (
        <div key={id} className="border-b border-line">
          <Disclosure name="verification-sample" summary={label}>
            <div className="pb-4">
              <Code code={code} language={highlight} label={t("sample", { language: label })} />
            </div>
          </Disclosure>
        </div>
      ))}
      <p className="pt-2 text-sm text-soft">
        {t("samples_note")}{" "}
        <Link href="/docs/webhooks#signature" className={LINK}>
          {t("samples_docs")}
        </Link>
      </p>
    </div>
  );
}
