import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readDeployment } from '#lib/package/template/deployment';

const { functions, environment, bucket } = readDeployment('local');

describe('the deployment that serverless.yml declares', () => {
  test('gives every function a source file that exists', () => {
    expect(functions.map(({ file }) => file).filter((file) => !existsSync(file))).toEqual([]);
  });

  test('has one function for what no route takes', () => {
    expect(functions.filter(({ routes }) => routes.includes('$default')).map(({ name }) => name)).toEqual([
      'discovery',
    ]);
  });

  test('names the tables and the bucket of the stage', () => {
    expect(environment).toMatchObject({
      STAGE: 'local',
      CALENDAR_TABLE: 'almanac-local-calendar',
      BOOKS_TABLE: 'almanac-local-books',
      ADS_TABLE: 'almanac-local-ads',
    });
    expect(bucket).toBe('almanac-local');
  });

  test('connects the stream of the calendar table and the schedules', () => {
    expect(functions.flatMap(({ streams }) => streams).map(({ table }) => table)).toContain('CalendarTable');
    expect(functions.flatMap(({ schedules }) => schedules)).toContain('rate(1 minute)');
  });
});
