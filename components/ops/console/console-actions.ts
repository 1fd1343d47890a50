import type { FormAction } from "@/components/ui/form-state";

/** The server actions of the console. */
export interface ConsoleActions {
  readonly handle: FormAction;
  readonly answer: FormAction;
  readonly override: FormAction;
  readonly takeBack: FormAction;
  readonly cancel: FormAction;
  readonly assign: FormAction;
}
