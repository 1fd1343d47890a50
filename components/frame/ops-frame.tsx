import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Frame, LanguageLinks, SectionItem } from "@/components/frame/frame";
import { OPS_SECTIONS, type OpsSection } from "@/components/navigation/ops-sections";
import { SignOutButton } from "@/components/ui/sign-out";
import type { Mode } from "@/lib/accounts/scope";
import { inMode } from "@/lib/pages/mode";

/** Frames the operators' pages: the current section, the mode and the reader. */
export function OpsFrame({
  section,
  path,
  mode,
  email,
  wide = false,
  children,
}: {
  section: OpsSection;
  path: string;
  mode: Mode;
  email: string;
  wide?: boolean;
  children: ReactNode;
}) {
  const t = useTranslations("ops.nav");
  return (
    <Frame
      mode={mode}
      home={inMode("/ops", mode)}
      title="Dropline"
      // An order's page and an account's page exist in one mode only, so the switch leads to their list.
      addressIn={(one) => inMode(one === mode ? path : path.split("/").slice(0, 3).join("/"), one)}
      navLabel={t("label")}
      nav={
        <ul className="flex flex-1 lg:flex-col lg:gap-0.5">
          {OPS_SECTIONS.map(({ name, path: to, icon }) => (
            <SectionItem
              key={name}
              href={inMode(to, mode)}
              icon={icon}
              label={t(name)}
              isCurrent={name === section}
            />
          ))}
        </ul>
      }
      personal={
        <div className="ml-auto flex items-center gap-1 lg:mt-auto lg:ml-0 lg:flex-wrap lg:gap-y-0.5">
          <p className="hidden truncate px-2.5 text-xs text-soft lg:block lg:basis-full" title={email}>
            {email}
          </p>
          <LanguageLinks address={(one) => inMode(`${path}?lang=${one}`, mode)} />
          <SignOutButton />
        </div>
      }
      wide={wide}
    >
      {children}
    </Frame>
  );
}
