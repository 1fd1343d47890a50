/** In message keys a dot starts a nested level. */
export function eventKey<Type extends string>(type: Type) {
  return type.replaceAll(".", "_") as Type extends `${infer A}.${infer B}` ? `${A}_${B}` : Type;
}
