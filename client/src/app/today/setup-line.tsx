import type { Today } from '#domain/watching/today/contract';
import { Button, buttonClass } from '../../ui/form/button';
import type { FirstRunStep } from './first-run';
import { Prompt } from './prompt';

interface SetupLineProps {
  readonly today: Today;
  readonly onAsk: (step: FirstRunStep) => void;
}

/** What is left to set up, until all four things are. */
export function SetupLine({ today, onAsk }: SetupLineProps) {
  const things: readonly { readonly name: string; readonly isSet: boolean; readonly step: FirstRunStep | null }[] = [
    { name: 'your topics', isSet: today.topics.length > 0, step: 'topics' },
    { name: 'your site', isSet: today.site.site !== null, step: 'site' },
    { name: 'something to watch', isSet: today.watched.total > 0, step: 'follow' },
    { name: 'a linked account', isSet: today.linked_accounts > 0, step: null },
  ];
  const open = things.filter(({ isSet }) => !isSet);
  const [next] = open;
  if (!next) return null;
  const names = new Intl.ListFormat('en').format(open.map(({ name }) => name));
  return (
    <div data-testid="setup">
      <Prompt text={`Setup: ${things.length - open.length} of ${things.length} done. Still open: ${names}.`}>
        {next.step === null ? (
          <a className={buttonClass()} href="#linked-accounts">
            Link an account
          </a>
        ) : (
          <Button onClick={() => onAsk(next.step ?? 'topics')}>Continue setup</Button>
        )}
      </Prompt>
    </div>
  );
}
