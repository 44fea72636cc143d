import type { SQSEvent } from 'aws-lambda';
import type { Uploaded } from '#lib/runtime/uploads';
import sample from '../../../events/imports/catalogue.json' with { type: 'json' };

/** What the queue of an importer hands over when files were uploaded. */
export function uploadsOf(...keys: readonly string[]): SQSEvent {
  const [record] = sample.Records;
  if (record === undefined) throw new Error('The sample has no record.');
  const upload = JSON.parse(record.body) as Uploaded;
  return {
    Records: keys.map((key) => ({ ...record, body: JSON.stringify({ ...upload, detail: { object: { key } } }) })),
  };
}
