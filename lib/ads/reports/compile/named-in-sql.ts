/** Whether a statement reads a relation; columns may have the same name. */
export const readsRelation = (statement: string, relation: string): boolean =>
  new RegExp(`\\b(?:FROM|JOIN)\\s+${relation}\\b`).test(statement);

/** Whether a piece of SQL names a column. Values are not part of its text. */
export const namesColumn = (statement: string, column: string): boolean =>
  new RegExp(`\\b${column}\\b`).test(statement);
