import { redirect } from "next/navigation";

/** Sends every other address below /courier to the app, which decides what a phone may see. */
export default function ElsewherePage(): never {
  redirect("/courier");
}
