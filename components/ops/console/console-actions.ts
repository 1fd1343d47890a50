import type { FormAction } from "@/components/ui/form-state";

export interface ConsoleActions {
  readonly handle: FormAction;
  readonly answer: FormAction;
  readonly override: FormAction;
  readonly takeBack: FormAction;
  readonly cancel: FormAction;
  readonly assign: FormAction;
}
