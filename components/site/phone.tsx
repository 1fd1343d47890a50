import { Navigation, Phone as PhoneIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Pill } from "@/components/ui/pill";
import { ShopTile } from "@/components/ui/shop-tile";
import type { ShopIdentity } from "@/lib/accounts/shop-identity";

export function Phone(props: {
  label: string;
  shop: Pick<ShopIdentity, "name" | "accent" | "glyph" | "logoUrl">;
  words: Readonly<Record<"status" | "arrives" | "distance" | "courier" | "car" | "call", string>>;
  plate: string;
  map: ReactNode;
}) {
  const { label, shop, words, plate, map } = props;
  return (
    <figure className="relative z-10 w-79 overflow-hidden rounded-[46px] bg-surface shadow-[0_0_0_9px_var(--on-live),0_0_0_10px_var(--edge),0_30px_80px_var(--shade)]">
      <figcaption className="sr-only">{label}</figcaption>
      <div className="relative h-80 overflow-hidden">
        {map}
        <p className="absolute top-4.5 left-3.5 flex items-center gap-2 rounded-xl bg-raised py-1 pr-3 pl-1 text-[0.8125rem] font-semibold shadow-e1">
          <ShopTile shop={shop} />
          {shop.name}
        </p>
      </div>
      <div className="relative -mt-5 rounded-t-[20px] bg-surface px-4.5 pt-5 pb-12">
        <Pill look={{ icon: Navigation, tone: "live" }}>{words.status}</Pill>
        <p className="mt-2 text-[1.5rem] leading-7.5 font-[650] tracking-[-0.025em]">{words.arrives}</p>
        <p className="mt-1.5 text-sm text-soft">{words.distance}</p>
        <div className="my-4 flex items-center justify-between gap-3 border-y border-line py-4 text-sm">
          <p>
            <b className="font-semibold">{words.courier}</b>
            <br />
            <span className="text-soft">{words.car}</span>
          </p>
          <span className="inline-flex min-h-8 items-center rounded-md border-[1.5px] border-ink px-2.5 font-semibold tracking-wider whitespace-nowrap">
            {plate}
          </span>
        </div>
        <p className="flex min-h-14 items-center justify-center gap-2.5 rounded-xl bg-fir text-[1.0625rem] font-semibold text-on-fir">
          <PhoneIcon aria-hidden="true" className="size-5" />
          {words.call}
        </p>
      </div>
    </figure>
  );
}
