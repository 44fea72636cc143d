/** How the snippet of each client is run, by the id of the snippet. */
import { join } from 'node:path';
import { inShell } from '#lib/command/in-shell';
import { ROOT } from '#test/support/stack/stack-process';
import type { Client, Way } from './run-client.ts';

const NODE = `${inShell(process.execPath)} --import ${inShell(new URL('../../../lib/local/require-node.mjs', import.meta.url).href)}`;

/** `npm run --silent NAME --` from a folder of its own, whose `.almanac` is the stack's. */
export const withoutNpm = (code: string): string =>
  code.replaceAll(
    /npm run --silent (\w+) --/g,
    (_all, name: string) => `${NODE} ${inShell(join(ROOT, 'lib/cli', `${name}.ts`))}`,
  );

const onNode = (packageName: string): Client => ({
  needs: packageName,
  file: 'almanac.mjs',
  ways: [
    {
      probe: [process.execPath, '--input-type=module', '--eval', `import '${packageName}'`],
      command: [process.execPath, 'almanac.mjs'],
    },
  ],
});

const VERSION_2 =
  'import inspect, google.oauth2.credentials, googleapiclient.discovery as d; ' +
  'assert "static_discovery" in inspect.signature(d.build).parameters';
const VERSION_1 = 'import google.oauth2.credentials, googleapiclient.discovery';

/** The system's own may have the client where another one comes first in the PATH. */
const PYTHONS = ['python3', '/usr/bin/python3'];

const pythonWays: readonly Way[] = [
  ...PYTHONS.map((python): Way => ({ probe: [python, '-c', VERSION_2], command: [python, 'almanac.py'] })),
  ...PYTHONS.map((python): Way => ({
    probe: [python, '-c', VERSION_1],
    command: [python, 'almanac.py'],
    edit: (code) => code.replace(' static_discovery=False,', ''),
  })),
];

const shell: Client = {
  needs: 'curl',
  file: 'almanac.sh',
  ways: [{ probe: ['curl', '--version'], command: ['bash', 'almanac.sh'], edit: withoutNpm }],
};

const CSPROJ = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework></PropertyGroup>
  <ItemGroup><PackageReference Include="Google.Apis.Calendar.v3" Version="*" /></ItemGroup>
</Project>
`;

export const clients = {
  node: onNode('@googleapis/calendar'),
  googleapis: onNode('googleapis'),
  python: { needs: 'google-api-python-client', file: 'almanac.py', ways: pythonWays },
  go: {
    needs: 'google.golang.org/api/calendar/v3',
    file: 'main.go',
    ways: [{ probe: ['go', 'list', 'google.golang.org/api/calendar/v3'], command: ['go', 'run', 'main.go'] }],
    // Where Debian has the sources of packages. What is compiled once is kept.
    environment: {
      GO111MODULE: 'off',
      GOPATH: '/usr/share/gocode',
      GOCACHE: join(ROOT, 'node_modules/.cache/almanac/go'),
    },
  },
  ruby: {
    needs: 'google-apis-calendar_v3',
    file: 'almanac.rb',
    ways: [{ probe: ['ruby', '-e', "require 'google/apis/calendar_v3'"], command: ['ruby', 'almanac.rb'] }],
  },
  php: {
    needs: 'google/apiclient',
    file: 'almanac.php',
    ways: [
      {
        probe: ['php', '-r', "require 'vendor/autoload.php'; exit(class_exists('Google\\Service\\Calendar') ? 0 : 1);"],
        command: ['php', 'almanac.php'],
      },
    ],
  },
  java: {
    needs: 'com.google.apis:google-api-services-calendar',
    file: 'Almanac.java',
    ways: [{ probe: ['javap', 'com.google.api.services.calendar.Calendar'], command: ['java', 'Almanac.java'] }],
  },
  dotnet: {
    needs: 'Google.Apis.Calendar.v3',
    file: 'Program.cs',
    beside: { 'almanac.csproj': CSPROJ },
    ways: [{ probe: ['dotnet', 'restore'], command: ['dotnet', 'run', '--no-restore'] }],
  },
  curl: shell,
  'google-hosts': shell,
} as const satisfies Readonly<Record<string, Client>>;
