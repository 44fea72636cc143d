/** Clients that are not Google's. */
import { LAPTOP_URL, type Snippet } from './snippet.ts';

const curl: Snippet = {
  id: 'curl',
  client: 'curl',
  language: 'sh',
  install: undefined,
  code: `curl -H "Authorization: Bearer $TOKEN" ${LAPTOP_URL}calendar/v3/users/me/calendarList`,
  note:
    'If an operation has no body, you can also send its parameters as a form: `-d text="Tea tomorrow at 3pm"` to ' +
    '`/calendar/v3/calendars/primary/events/quickAdd`.',
};

const fullCalendar: Snippet = {
  id: 'fullcalendar',
  client: 'FullCalendar',
  language: 'js',
  install: 'npm install @fullcalendar/core @fullcalendar/daygrid @fullcalendar/google-calendar',
  code: `import { Calendar } from '@fullcalendar/core';
import dayGrid from '@fullcalendar/daygrid';
import googleCalendar from '@fullcalendar/google-calendar';

new Calendar(document.getElementById('calendar'), {
  plugins: [dayGrid, googleCalendar],
  googleCalendarApiKey: 'KEY',
  events: {
    googleCalendarId: 'alice@example.com',
    googleCalendarApiBase: '${LAPTOP_URL}calendar/v3/calendars',
  },
}).render();`,
  note:
    '`npm run --silent key -- create` prints a key. It gives access only to public calendars: those with an access ' +
    'rule for `default`.',
};

const googleHosts: Snippet = {
  id: 'google-hosts',
  client: 'other programs',
  language: 'sh',
  install: undefined,
  code: `npm run --silent with -- curl -H "Authorization: Bearer $TOKEN" \\
  https://www.googleapis.com/calendar/v3/users/me/calendarList`,
  note:
    'For clients that insist on Google’s hosts, on a laptop: start with `npm start -- --https`. You can use any ' +
    'command instead of curl; its requests to `googleapis.com` and `accounts.google.com` come here.',
};

const gcalcli: Snippet = {
  id: 'gcalcli',
  client: 'gcalcli',
  language: 'sh',
  install: 'pip install gcalcli',
  code: `npm run --silent credentials -- create --type installed --out client_secret.json
npm run --silent with -- gcalcli --client-id ID --client-secret SECRET list`,
  note:
    'Needs `npm start -- --https`. The file has the id and the secret. gcalcli prints an address at ' +
    `\`https://accounts.google.com/\`: replace that part by \`${LAPTOP_URL}\`, open it and choose who you are. ` +
    'From then on `npm run --silent with -- gcalcli agenda` is enough.',
};

export const otherClients: readonly Snippet[] = [curl, fullCalendar, gcalcli, googleHosts];
