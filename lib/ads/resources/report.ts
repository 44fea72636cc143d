import {
  any,
  array,
  as,
  boolean,
  int64,
  integer,
  object,
  record,
  resource,
  type Schema,
  string,
} from '#lib/api/schema';
import { ReportRequestResource } from './report-request.ts';

/** Keys are the headers of the request; empty cells have no key. */
const ReportRowResource: Schema<Record<string, unknown>> = {
  ...record('One row of a report.', any('Value of one cell.')),
  id: 'ReportRow',
};

const file = object('One part of the report.', {
  byteCount: int64('Its size in bytes.'),
  url: string('Where to download it.'),
});

export const ReportResource = resource('Report', 'A report: its rows, or its files and their state.', {
  kind: string('Always `doubleclicksearch#report`.'),
  id: string('Id of an asynchronous report.'),
  isReportReady: boolean('Whether the files of an asynchronous report can be fetched.'),
  request: as(ReportRequestResource, 'The request, with defaults filled in.'),
  rowCount: integer('Rows without headers.'),
  rows: array('Rows of a synchronous report.', ReportRowResource),
  files: array('Files of an asynchronous report, once it is ready.', file),
  statisticsCurrencyCode: string('ISO 4217 code of every amount.'),
  statisticsTimeZone: string('The time zone of all numbers; absent if there are several.'),
});
