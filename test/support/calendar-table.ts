import type { Table } from '#lib/local/database/tables';
import { newTable } from './new-table.ts';

/** A table of the calendar's shape, with its stream, that nobody else uses. */
export const newCalendarTable = (): Promise<Table> => newTable('CalendarTable');
