/** `npm run books -- pull`: takes people's shelves from another service. */
import { WrongUsage, type Values } from '#lib/command/command';
import { openProgress } from '#lib/command/progress';
import { type FROM_OPTIONS, peopleOf, rootUrlOf, upstreamOf } from './pull-options.ts';

type PullValues = Values<typeof FROM_OPTIONS>;

export async function pullBookshelves(values: PullValues): Promise<void> {
  const people = peopleOf(values);
  if (people === undefined) throw new WrongUsage('Whose shelves? --user EMAIL or --users FILE is needed.');
  if (values.from === undefined) throw new WrongUsage('From where? --from ROOT_URL is needed.');
  const options = upstreamOf(rootUrlOf(values.from), values);
  const { openBooksService, pullBooks } = await import('#lib/runtime/pull/books');
  const service = openBooksService(options);
  const progress = openProgress();
  // One after the other: they write one search index.
  for (const email of people) {
    const onProgress = (volumes: number): void => {
      progress.show(`${volumes.toLocaleString('en')} volumes of ${email}`);
    };
    try {
      const result = await pullBooks({ email, upstream: service.as(email), onProgress }).finally(progress.clear);
      const { shelves, volumes, changed, untaken } = result;
      for (const { id, shelf, reason } of untaken)
        console.error(`${email}: volume ${id} of ${shelf} not taken: ${reason}`);
      console.log(
        `${email}: ${String(volumes)} volumes on ${String(shelves)} shelves, ${String(changed)} changes taken, ` +
          `${String(untaken.length)} not taken.`,
      );
      if (untaken.length > 0) process.exitCode = 1;
    } catch (error) {
      console.error(`${email}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }
  service.close();
}
