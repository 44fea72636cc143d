/** A table of the stack, in whichever database. */
export interface Table {
  readonly logicalId: string;
  readonly name: string;
  readonly streamArn: string | undefined;
}
