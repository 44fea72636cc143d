/** Google's own clients. Each reads the token from the environment. */
import { LAPTOP_URL, type Snippet } from './snippet.ts';

const node: Snippet = {
  id: 'node',
  client: 'Node',
  language: 'js',
  install: 'npm install @googleapis/calendar',
  code: `import { auth, calendar } from '@googleapis/calendar';
const client = new auth.OAuth2();
client.setCredentials({ access_token: process.env.TOKEN });
const almanac = calendar({ version: 'v3', auth: client, rootUrl: '${LAPTOP_URL}' });
const { data } = await almanac.calendarList.list();
for (const { id } of data.items) console.log(id);`,
  note: '`@googleapis/books` and `@googleapis/doubleclicksearch` take the same `rootUrl`.',
};

const googleapis: Snippet = {
  id: 'googleapis',
  client: 'googleapis',
  language: 'js',
  install: 'npm install googleapis',
  code: `import { google } from 'googleapis';
const auth = new google.auth.OAuth2();
auth.setCredentials({ access_token: process.env.TOKEN });
const almanac = google.calendar({ version: 'v3', auth, rootUrl: '${LAPTOP_URL}' });
const { data } = await almanac.calendarList.list();
for (const { id } of data.items) console.log(id);`,
  note: 'All services in one package: `google.books` and `google.doubleclicksearch` take the same `rootUrl`.',
};

const python: Snippet = {
  id: 'python',
  client: 'Python',
  language: 'python',
  install: 'pip install google-api-python-client',
  code: `import os
from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build

almanac = build('calendar', 'v3', credentials=Credentials(os.environ['TOKEN']), static_discovery=False,
                discoveryServiceUrl='${LAPTOP_URL}discovery/v1/apis/{api}/{apiVersion}/rest')
for entry in almanac.calendarList().list().execute()['items']:
    print(entry['id'])`,
  note:
    'Do not use `client_options={"api_endpoint": ...}` instead: batches would still go to Google, with your token. ' +
    'Version 1 of the client does not know `static_discovery`; leave it out there.',
};

const go: Snippet = {
  id: 'go',
  client: 'Go',
  language: 'go',
  install: 'go get google.golang.org/api golang.org/x/oauth2',
  code: `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"golang.org/x/oauth2"
	"google.golang.org/api/calendar/v3"
	"google.golang.org/api/option"
)

func main() {
	token := oauth2.StaticTokenSource(&oauth2.Token{AccessToken: os.Getenv("TOKEN")})
	almanac, err := calendar.NewService(context.Background(), option.WithTokenSource(token),
		option.WithEndpoint("${LAPTOP_URL}calendar/v3/"))
	if err != nil {
		log.Fatal(err)
	}
	list, err := almanac.CalendarList.List().Do()
	if err != nil {
		log.Fatal(err)
	}
	for _, entry := range list.Items {
		fmt.Println(entry.Id)
	}
}`,
  note:
    'The endpoint of the calendar ends in `/calendar/v3/`; ' +
    `\`books\` and \`doubleclicksearch\` take only \`${LAPTOP_URL}\`.`,
};

const ruby: Snippet = {
  id: 'ruby',
  client: 'Ruby',
  language: 'ruby',
  install: 'gem install google-apis-calendar_v3',
  code: `require 'google/apis/calendar_v3'

almanac = Google::Apis::CalendarV3::CalendarService.new
almanac.root_url = '${LAPTOP_URL}'
almanac.authorization = ENV['TOKEN']
almanac.list_calendar_lists.items.each { |entry| puts entry.id }`,
  note: 'Every service has a `root_url`. Batches use it, too.',
};

const php: Snippet = {
  id: 'php',
  client: 'PHP',
  language: 'php',
  install: 'composer require google/apiclient',
  code: `<?php
require 'vendor/autoload.php';

$client = new Google\\Client();
$client->setAccessToken(getenv('TOKEN'));
$almanac = new Google\\Service\\Calendar($client, '${LAPTOP_URL}');
foreach ($almanac->calendarList->listCalendarList()->getItems() as $entry) {
    echo $entry->getId(), "\\n";
}`,
  note: 'The root URL is the second argument of every service. Batches use it, too.',
};

export const googleClients: readonly Snippet[] = [node, googleapis, python, go, ruby, php];
