/** Operations of our own as programs ask for them without a client, since Google's clients do not have them. */
import { JAVASCRIPT, literal, PYTHON, quoted } from './literal.ts';
import type { Json } from './sample-request.ts';

export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly body: Json | undefined;
}

export function plainNode({ method, url, body }: PlainRequest): string {
  const type = body === undefined ? '' : `, 'Content-Type': 'application/json'`;
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    `headers: { Authorization: \`Bearer \${process.env.TOKEN}\`${type} },`,
    ...(body === undefined ? [] : [`body: JSON.stringify(${literal(body, JAVASCRIPT, '  ')}),`]),
  ];
  return `const answer = await fetch(${quoted(url)}, {
${options.map((line) => `  ${line}`).join('\n')}
});
console.log(await answer.text());`;
}

export function plainPython({ method, url, body }: PlainRequest): string {
  const type = body === undefined ? '' : `, 'Content-Type': 'application/json'`;
  const data = body === undefined ? '' : `,\n    data=json.dumps(${literal(body, PYTHON, '    ')}).encode()`;
  return `import ${body === undefined ? 'os' : 'json, os'}, urllib.request

request = urllib.request.Request(
    ${quoted(url)}, method='${method}',
    headers={'Authorization': f"Bearer {os.environ['TOKEN']}"${type}}${data})
print(urllib.request.urlopen(request).read().decode())`;
}
