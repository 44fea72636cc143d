/** Checks that SES can send the stage's mail. */
import { GetAccountCommand, GetEmailIdentityCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { faultsOrPassed, passed, unlessMissing, wrong, type Finding } from './finding.ts';

/** The address itself or its whole domain may be verified. */
async function isVerified(ses: SESv2Client, sender: string): Promise<boolean> {
  const identities = [sender, sender.slice(sender.lastIndexOf('@') + 1)];
  const asked = identities.map((EmailIdentity) =>
    unlessMissing(ses.send(new GetEmailIdentityCommand({ EmailIdentity }))),
  );
  return (await Promise.all(asked)).some((found) => found?.VerifiedForSendingStatus === true);
}

export async function checkMail(ses: SESv2Client, sender: string | undefined): Promise<Finding[]> {
  if (sender === undefined) return [passed('mail: no sender is set, nothing is mailed')];
  const [verified, account] = await Promise.all([isVerified(ses, sender), ses.send(new GetAccountCommand({}))]);
  const faults = [
    ...(verified
      ? []
      : [wrong(`mail: SES has not verified ${sender}`, 'Verify it or its domain in SES, in this region.')]),
    ...(account.SendingEnabled === false
      ? [wrong('mail: SES has paused this account', 'See why in the console of SES.')]
      : []),
    ...(account.ProductionAccessEnabled === false
      ? [
          wrong(
            'mail: the account is in the sandbox of SES, only verified addresses get letters',
            'Ask AWS for production access to SES.',
          ),
        ]
      : []),
  ];
  return faultsOrPassed(faults, `mail: from ${sender}`);
}
