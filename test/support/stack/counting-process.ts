/** Adds to a counter of a database file, one condition after the other, and says how many additions took place. */
import { openEmbedded } from '#lib/local/database/embedded/open';
import { GetCommand, UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import { ConditionalCheckFailedException } from '#lib/stores/dynamodb/client/exceptions';

const [file = '', TableName = '', wanted = '0'] = process.argv.slice(2);
const documents = openEmbedded({ file }).connect();
const Key = { pk: 'counter', sk: 'counter' };

let added = 0;
while (added < Number(wanted)) {
  const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const before = Number(Item?.['seq']);
  try {
    await documents.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET seq = :next',
        ConditionExpression: 'seq = :before',
        ExpressionAttributeValues: { ':before': before, ':next': before + 1 },
      }),
    );
    added += 1;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
console.log(added);
