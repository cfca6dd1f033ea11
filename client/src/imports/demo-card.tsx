import type { SetupOverview } from '#domain/setup/contract';
import { formatCount } from '#domain/numbers';
import { Link } from 'wouter';
import { api } from '../api/api';
import { loadSettings } from '../api/settings';
import { paths } from '../site/paths';
import { Card } from '../ui/card';
import { ConfirmButton } from '../ui/feedback/confirm-dialog';

/** What the demo consists of. */
const demoSize = ({ boards, pinners, pins, visitor_events: events, users }: NonNullable<SetupOverview['demo']>): string =>
  [
    formatCount(boards, 'board', 'boards'),
    formatCount(pinners, 'influencer', 'influencers'),
    formatCount(pins, 'pin', 'pins'),
    formatCount(events, 'visitor event', 'visitor events'),
    formatCount(users, 'account', 'accounts'),
  ].join(', ');

interface DemoCardProps {
  readonly setup: Pick<SetupOverview, 'demo' | 'is_demo_user'>;
  readonly onChange: () => Promise<void>;
}

/** The removal of the demo, with what goes; nothing without a demo. */
export function DemoCard({ setup: { demo, is_demo_user: isDemoUser }, onChange }: DemoCardProps) {
  if (demo === null) return null;
  const remove = async () => {
    await api('DELETE /admin/demo');
    await Promise.all([onChange(), loadSettings()]);
    return 'The demo is being removed.';
  };
  return (
    <Card title="The demo" className="stack gap-3" data-testid="demo-card">
      {demo.is_being_removed ? (
        <output>The demo is being removed. You can go on working.</output>
      ) : (
        <>
          <p>It has {demoSize(demo)}. What you imported, your visitors, and other accounts are not part of it.</p>
          {isDemoUser ? (
            <p>
              Your account is one of the demo. To remove it, <Link href={paths.setup}>make an account of your own</Link> first.
            </p>
          ) : (
            <p>
              <ConfirmButton title="Remove the demo for good?" actionLabel="Remove the demo" danger onConfirm={remove}>
                <p>{demoSize(demo)} will be removed. The demo cannot be loaded again.</p>
              </ConfirmButton>
            </p>
          )}
        </>
      )}
    </Card>
  );
}
