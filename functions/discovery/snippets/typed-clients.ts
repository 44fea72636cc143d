/** Google's clients that are compiled into a program of Java or .NET. */
import { LAPTOP_URL, type Snippet } from './snippet.ts';

const java: Snippet = {
  id: 'java',
  client: 'Java',
  language: 'java',
  install: 'com.google.apis:google-api-services-calendar, com.google.auth:google-auth-library-oauth2-http',
  code: `import com.google.api.client.http.javanet.NetHttpTransport;
import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.calendar.Calendar;
import com.google.auth.http.HttpCredentialsAdapter;
import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;

public class Almanac {
  public static void main(String[] args) throws Exception {
    var token = GoogleCredentials.create(new AccessToken(System.getenv("TOKEN"), null));
    var json = GsonFactory.getDefaultInstance();
    var almanac =
        new Calendar.Builder(new NetHttpTransport(), json, new HttpCredentialsAdapter(token))
            .setRootUrl("${LAPTOP_URL}")
            .setApplicationName("almanac")
            .build();
    almanac.calendarList().list().execute().getItems().forEach(entry -> System.out.println(entry.getId()));
  }
}`,
  note: 'Every builder has `setRootUrl`. Batches made by `almanac.batch()` use it, too.',
};

const dotnet: Snippet = {
  id: 'dotnet',
  client: '.NET',
  language: 'csharp',
  install: 'dotnet add package Google.Apis.Calendar.v3',
  code: `using System;
using Google.Apis.Auth.OAuth2;
using Google.Apis.Calendar.v3;
using Google.Apis.Services;

var almanac = new CalendarService(new BaseClientService.Initializer
{
    HttpClientInitializer = GoogleCredential.FromAccessToken(Environment.GetEnvironmentVariable("TOKEN")),
    BaseUri = "${LAPTOP_URL}calendar/v3/",
});
var list = await almanac.CalendarList.List().ExecuteAsync();
foreach (var entry in list.Items) Console.WriteLine(entry.Id);`,
  note:
    'As in Go: `/calendar/v3/` for the calendar, only the root for the others. With `BaseUri`, batches ' +
    '(`BatchRequest`) still go to Google, with your token: send single requests, or use `npm start -- --https`.',
};

export const typedClients: readonly Snippet[] = [java, dotnet];
