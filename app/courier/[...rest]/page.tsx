import { redirect } from "next/navigation";

export default function ElsewherePage(): never {
  redirect("/courier");
}
