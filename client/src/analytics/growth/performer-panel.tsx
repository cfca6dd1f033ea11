import type { TopPerformer } from '#domain/analytics/growth/contract';
import { lastNavigationKind } from '../../site/navigation';
import { SidePanel } from '../../ui/feedback/side-panel';
import type { GrowthView } from './growth-view';
import { PerformerDetails } from './performer-details';
import { performerButtonId } from './performers-table';

interface PerformerPanelProps {
  readonly performer: TopPerformer;
  readonly view: GrowthView;
  readonly onClose: () => void;
}

const findOpener = (id: string): HTMLElement | null => document.getElementById(performerButtonId(id));

/** The details of a performer beside the table. */
export const PerformerPanel = ({ performer, view, onClose }: PerformerPanelProps) => (
  <SidePanel
    id={performer._id}
    title={performer.title}
    takesFocus={lastNavigationKind() !== 'load'}
    findOpener={findOpener}
    onClose={onClose}
  >
    <PerformerDetails key={performer._id} performer={performer} view={view} />
  </SidePanel>
);
