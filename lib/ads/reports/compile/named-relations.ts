/** Whether a statement reads a relation; columns may have the same name. */
export const readsRelation = (statement: string, relation: string): boolean =>
  new RegExp(`\\b(?:FROM|JOIN)\\s+${relation}\\b`).test(statement);
