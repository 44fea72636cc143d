/** Adjusts two answers before they are compared. */
import type { Command } from '#test/tools/database-fuzz/commands/command';
import type { Item } from '#test/tools/database-fuzz/commands/values';
import type { Answer, Page } from './answer.ts';

export interface Answers {
  readonly reference: Answer;
  readonly own: Answer;
}

/** An intended difference between our database and the reference. */
export interface IntendedDifference {
  /** One sentence that describes it. */
  readonly what: string;
  /** Changes the reference's answer to what ours should be, or removes what cannot be compared from both. */
  apply(command: Command, answers: Answers): Answers;
}

export interface Units {
  readonly TableName: string;
  readonly CapacityUnits: number;
}

export const unitsOf = ({ ConsumedCapacity }: Page): readonly Units[] =>
  [(ConsumedCapacity ?? []) as Units | Units[]].flat();

const onPages = (answer: Answer, change: (page: Page) => Page): Answer =>
  answer.pages === undefined ? answer : { pages: answer.pages.map(change) };
export const onReference = ({ reference, own }: Answers, change: (page: Page) => Page): Answers => ({
  reference: onPages(reference, change),
  own,
});
export const onBoth = ({ reference, own }: Answers, change: (page: Page) => Page): Answers => ({
  reference: onPages(reference, change),
  own: onPages(own, change),
});

export const withoutUnits = (page: Page, isLeftOut: (units: Units) => boolean): Page =>
  page['ConsumedCapacity'] === undefined
    ? page
    : { ...page, ConsumedCapacity: unitsOf(page).filter((units) => !isLeftOut(units)) };

export const minReadUnits = ({ ConsistentRead }: Item): number => (ConsistentRead === true ? 1 : 0.5);
