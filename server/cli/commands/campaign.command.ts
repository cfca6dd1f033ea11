import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { audiences, parseCampaign } from '#domain/mail/campaign';
import { InvalidInput } from '#domain/errors';
import { formatCount } from '#domain/numbers';
import { nameAmong, parseVerb, UsageError } from '#server/cli/arguments';
import { printResult, type Run } from '#server/cli/command-io';
import { commandForms, optionsHelp } from '#server/cli/command-options';
import { Progress } from '#server/cli/progress';

const NO_POSTAL_ADDRESS = 'POSTAL_ADDRESS is not set: a marketing email must end with your postal address';

export const help = `corklight campaign send FILE --to premium|free|all [--dry-run]

Sends a marketing email to everyone in the audience who has confirmed their address and has not unsubscribed. The running server
delivers the emails, which end with the setting POSTAL_ADDRESS. To resume an interrupted run, run the same command again: no one gets the same email twice.

FILE   Subject: Three boards that grow
       Action: See them | /boards

       A paragraph. Separate paragraphs by empty lines.

${optionsHelp(commandForms.campaign.options)}
Example: corklight campaign send november.txt --to free --dry-run

Exit codes: 0 when done, 1 when the file is invalid, 2 on incorrect usage.
`;

/** `corklight campaign send`. */
export const run: Run<'campaigns' | 'clock' | 'postalAddress' | 'enter'> = async (args, io, connect) => {
  const { values, rest } = parseVerb(args, commandForms.campaign, 1);
  const [file] = rest;
  if (file === undefined) throw new UsageError('FILE is missing.');
  const audience = nameAmong('audience (--to)', values.to, audiences);
  const content = await readFile(resolve(io.folder, file), 'utf8');
  const text = parseCampaign(content);
  const { campaigns, clock, postalAddress, enter } = await connect();
  const now = clock.now();
  const total = await campaigns.countAudience(audience, now);
  if (values['dry-run']) {
    const { subject, paragraphs, action } = text;
    const email = `${paragraphs.join('\n\n')}\n\n[${action.label}] ${action.path}\n\n${postalAddress ?? NO_POSTAL_ADDRESS}`;
    const preview = `${formatCount(total, 'person', 'people')} would get "${subject}".\n\n${email}\n`;
    return printResult(io, preview, { recipients: total, ...text, postal_address: postalAddress });
  }
  if (postalAddress === null) throw new InvalidInput([NO_POSTAL_ADDRESS]);
  const name = basename(file);
  await enter(io.by, 'campaign_sent', { target: name, details: { to: audience } });
  const progress = new Progress(io.stderr);
  const fingerprint = createHash('sha256').update(content).digest('base64url');
  const campaign = { name, fingerprint, audience, text, postalAddress };
  const queued = await campaigns.enqueueEmails(campaign, now, (processed) => progress.show('emails', null, processed));
  progress.clear();
  const alreadySent = total - queued;
  const note = alreadySent > 0 ? ` ${formatCount(alreadySent, 'person', 'people')} already had theirs.` : '';
  return printResult(io, `Queued ${formatCount(queued, 'email', 'emails')}.${note}\n`, { queued, already_sent: alreadySent });
};
