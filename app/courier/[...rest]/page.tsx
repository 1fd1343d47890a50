import { redirect } from "next/navigation";

/** Whatever else is asked for below the courier's app leads to it: it says by itself what a phone may see. */
export default function ElsewherePage(): never {
  redirect("/courier");
}
