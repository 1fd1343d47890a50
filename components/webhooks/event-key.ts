/** The key of an event's words: in keys of messages a dot leads a level deeper. */
export function eventKey<Type extends string>(type: Type) {
  return type.replaceAll(".", "_") as Type extends `${infer A}.${infer B}` ? `${A}_${B}` : Type;
}
