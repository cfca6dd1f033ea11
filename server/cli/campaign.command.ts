import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Clock } from '#domain/clock';
import { type Audience, audiences, parseCampaign } from '#domain/mail/campaign';
import type { Campaigns } from '#domain/mail/campaigns';
import { wholeNumber } from '#domain/numbers';
import type { CommandIo } from '#server/cli/import.command';
import { Progress } from '#server/cli/progress';

export const campaignHelp = `corklight campaign send FILE --to premium|free|all [--dry-run]

Writes a marketing letter to everybody of the audience whose address is confirmed and who has not unsubscribed. The letters leave
by themselves through the server's outbox. The same file for the same audience goes on where it was cut off, and never writes to
anybody twice.

FILE   Subject: Three boards that grow
       Action: See them | /boards

       A paragraph. Paragraphs are parted by empty lines.

  --dry-run   says how many would get it, and shows the letter; writes nothing

Ends with 0 when done, 1 when the file is wrong, 2 when called wrongly.
`;

/** What the command works with. */
export interface CampaignDependencies {
  readonly campaigns: Campaigns;
  readonly clock: Clock;
}

interface CampaignArguments {
  readonly file: string;
  readonly audience: Audience;
  readonly dryRun: boolean;
}

function parseArguments(args: readonly string[]): CampaignArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { to: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    });
    const audience = audiences.find((candidate) => candidate === values.to);
    const [verb, file, ...extra] = positionals;
    if (verb !== 'send' || file === undefined || extra.length > 0 || audience === undefined) return null;
    return { file, audience, dryRun: values['dry-run'] };
  } catch {
    return null;
  }
}

/** `corklight campaign send`. Answers the exit code. */
export async function campaignCommand(
  args: readonly string[],
  io: CommandIo,
  connect: () => Promise<CampaignDependencies>,
): Promise<number> {
  const parsed = parseArguments(args);
  if (!parsed) {
    const isHelp = args.includes('--help') || args.includes('-h');
    (isHelp ? io.stdout : io.stderr).write(campaignHelp);
    return isHelp ? 0 : 2;
  }
  const content = await readFile(resolve(io.folder, parsed.file), 'utf8');
  const text = parseCampaign(content);
  const { campaigns, clock } = await connect();
  const now = clock.now();
  const total = await campaigns.countAudience(parsed.audience, now);
  if (parsed.dryRun) {
    io.stdout.write(
      `${wholeNumber(total)} people would get "${text.subject}".\n\n${text.paragraphs.join('\n\n')}\n\n[${text.action.label}] ${text.action.path}\n`,
    );
    return 0;
  }
  const progress = new Progress(io.stderr, () => performance.now());
  const campaign = {
    name: basename(parsed.file),
    fingerprint: createHash('sha256').update(content).digest('base64url'),
    audience: parsed.audience,
    text,
  };
  const queued = await campaigns.enqueueEmails(campaign, now, (processed) => progress.show('letters', null, processed));
  progress.clear();
  const alreadySent = total - queued;
  io.stdout.write(
    `Wrote ${wholeNumber(queued)} letters.${alreadySent > 0 ? ` ${wholeNumber(alreadySent)} people had theirs already.` : ''}\n`,
  );
  return 0;
}
