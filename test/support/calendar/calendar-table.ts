import type { Table } from '#lib/local/database/table';
import { newTable } from '#test/support/run/new-table';

/** A table of the calendar's shape, with its stream, that nobody else uses. */
export const newCalendarTable = (): Promise<Table> => newTable('CalendarTable');
