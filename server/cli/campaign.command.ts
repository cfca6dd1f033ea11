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

interface Asked {
  readonly file: string;
  readonly audience: Audience;
  readonly dryRun: boolean;
}

function asked(args: readonly string[]): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { to: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    });
    const audience = audiences.find((one) => one === values.to);
    const [verb, file, ...rest] = positionals;
    if (verb !== 'send' || file === undefined || rest.length > 0 || audience === undefined) return null;
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
  const wanted = asked(args);
  if (!wanted) {
    const help = args.includes('--help') || args.includes('-h');
    (help ? io.stdout : io.stderr).write(campaignHelp);
    return help ? 0 : 2;
  }
  const content = await readFile(resolve(io.folder, wanted.file), 'utf8');
  const text = parseCampaign(content);
  const { campaigns, clock } = await connect();
  const now = clock.now();
  const total = await campaigns.count(wanted.audience, now);
  if (wanted.dryRun) {
    io.stdout.write(
      `${wholeNumber(total)} people would get "${text.subject}".\n\n${text.paragraphs.join('\n\n')}\n\n[${text.action.label}] ${text.action.path}\n`,
    );
    return 0;
  }
  const progress = new Progress(io.stderr, () => performance.now());
  const campaign = {
    name: basename(wanted.file),
    fingerprint: createHash('sha256').update(content).digest('base64url'),
    audience: wanted.audience,
    text,
  };
  const written = await campaigns.write(campaign, now, (looked) => progress.show('letters', null, looked));
  progress.clear();
  const already = total - written;
  io.stdout.write(`Wrote ${wholeNumber(written)} letters.${already > 0 ? ` ${wholeNumber(already)} people had theirs already.` : ''}\n`);
  return 0;
}
