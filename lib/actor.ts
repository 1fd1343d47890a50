/** The author of a change, as events and the audit log name it. */
export type Actor =
  | { readonly type: "key"; readonly id: string }
  | { readonly type: "user"; readonly id: string }
  | { readonly type: "courier"; readonly id: string }
  | { readonly type: "recipient"; readonly id: string }
  | { readonly type: "operator"; readonly id: string }
  | { readonly type: "job"; readonly id: string }
  | { readonly type: "simulator"; readonly id: string };
