import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Audience, audiences, parseCampaign } from '#domain/mail/campaign';
import { InvalidInput } from '#domain/errors';
import { formatCount } from '#domain/numbers';
import { nameAmong, parseVerb, UsageError } from '#server/cli/arguments';
import { asksForHelp, type CommandIo, type Connect, printHelp, printResult } from '#server/cli/command-io';
import { campaignOptions, campaignVerbs, optionsHelp } from '#server/cli/command-options';
import { Progress } from '#server/cli/progress';

const NO_POSTAL_ADDRESS = 'POSTAL_ADDRESS is not set: a marketing email must end with your postal address';

const campaignHelp = `corklight campaign send FILE --to premium|free|all [--dry-run]

Sends a marketing email to everyone in the audience who has confirmed their address and has not unsubscribed. The running server
delivers the emails, which end with the setting POSTAL_ADDRESS. To resume an interrupted run, run the same command again: no one gets the same email twice.

FILE   Subject: Three boards that grow
       Action: See them | /boards

       A paragraph. Separate paragraphs by empty lines.

${optionsHelp(campaignOptions)}
Example: corklight campaign send november.txt --to free --dry-run

Exit codes: 0 when done, 1 when the file is invalid, 2 on incorrect usage.
`;

interface CampaignArguments {
  readonly file: string;
  readonly audience: Audience;
  readonly dryRun: boolean;
}

function parseArguments(args: readonly string[]): CampaignArguments {
  const { values, rest } = parseVerb(args, campaignVerbs, campaignOptions, 1);
  const [file] = rest;
  if (file === undefined) throw new UsageError('FILE is missing.');
  return { file, audience: nameAmong('audience (--to)', values.to, audiences), dryRun: values['dry-run'] };
}

/** `corklight campaign send`. Returns the exit code. Throws `UsageError`. */
export async function campaignCommand(
  args: readonly string[],
  io: CommandIo,
  connect: Connect<'campaigns' | 'clock' | 'postalAddress' | 'enter'>,
): Promise<number> {
  if (asksForHelp(args)) return printHelp(campaignHelp, io);
  const parsed = parseArguments(args);
  const content = await readFile(resolve(io.folder, parsed.file), 'utf8');
  const text = parseCampaign(content);
  const { campaigns, clock, postalAddress, enter } = await connect();
  const now = clock.now();
  const total = await campaigns.countAudience(parsed.audience, now);
  if (parsed.dryRun) {
    printResult(
      io,
      `${formatCount(total, 'person', 'people')} would get "${text.subject}".\n\n${text.paragraphs.join('\n\n')}\n\n[${text.action.label}] ${text.action.path}\n\n${postalAddress ?? NO_POSTAL_ADDRESS}\n`,
      { recipients: total, ...text, postal_address: postalAddress },
    );
    return 0;
  }
  if (postalAddress === null) throw new InvalidInput([NO_POSTAL_ADDRESS]);
  await enter(io.by, 'campaign_sent', { target: basename(parsed.file), details: { to: parsed.audience } });
  const progress = new Progress(io.stderr);
  const campaign = {
    name: basename(parsed.file),
    fingerprint: createHash('sha256').update(content).digest('base64url'),
    audience: parsed.audience,
    text,
    postalAddress,
  };
  const queued = await campaigns.enqueueEmails(campaign, now, (processed) => progress.show('emails', null, processed));
  progress.clear();
  const alreadySent = total - queued;
  printResult(
    io,
    `Queued ${formatCount(queued, 'email', 'emails')}.${alreadySent > 0 ? ` ${formatCount(alreadySent, 'person', 'people')} already had theirs.` : ''}\n`,
    { queued, already_sent: alreadySent },
  );
  return 0;
}
