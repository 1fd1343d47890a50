/** An event to be written: its body is serialized once, for the journal and every webhook. */
export interface NewEvent<Type extends string = string> {
  readonly id: string;
  readonly type: Type;
  readonly sequence: number;
  readonly createdAt: Date;
  readonly body: string;
}
