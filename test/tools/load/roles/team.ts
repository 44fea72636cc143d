/** A calendar that several clients write to, with channels that must be notified. */
import { isUndecided, type Json, type Wire } from '#test/tools/load/client/wire';

export interface Member {
  readonly email: string;
  readonly wire: Wire;
}

export class Team {
  readonly calendarId: string;
  /** When the last acknowledged change was sent. */
  lastChangeMs = 0;
  readonly channels: string[] = [];

  constructor(calendarId: string) {
    this.calendarId = calendarId;
  }

  get path(): string {
    return `calendar/v3/calendars/${encodeURIComponent(this.calendarId)}`;
  }

  changed(sentMs: number): void {
    this.lastChangeMs = Math.max(this.lastChangeMs, sentMs);
  }

  async watch({ wire }: Member, id: string, address: string): Promise<void> {
    // A request without an answer may have taken its id.
    for (let attempt = 0; ; attempt += 1) {
      const channelId = `${id}-${String(attempt)}`;
      const answer = await wire.call('calendar.events.watch', 'POST', `${this.path}/events/watch`, {
        body: { id: channelId, type: 'web_hook', address },
      });
      if (isUndecided(answer)) continue;
      if (answer.status !== 200) throw new Error(`events.watch: ${answer.text}`);
      this.channels.push(channelId);
      return;
    }
  }
}

const done = (
  { status, text, body }: { readonly status: number; readonly text: string; readonly body: Json },
  what: string,
): Json => {
  if (status !== 200) throw new Error(`${what}: ${String(status)} ${text}`);
  return body;
};

/** The first member creates the calendar and gives the others write access. */
export async function formTeam(members: readonly [Member, ...Member[]]): Promise<Team> {
  const [{ wire }, ...others] = members;
  const made = done(
    await wire.sendUntilAnswered('calendar.calendars.insert', 'POST', 'calendar/v3/calendars', {
      body: { summary: 'Team', timeZone: 'Europe/Zurich' },
    }),
    'calendars.insert',
  );
  const team = new Team(String(made['id']));
  for (const { email } of others) {
    const rule = { role: 'writer', scope: { type: 'user', value: email } };
    done(
      await wire.sendUntilAnswered('calendar.acl.insert', 'POST', `${team.path}/acl?sendNotifications=false`, {
        body: rule,
      }),
      'acl.insert',
    );
  }
  return team;
}
