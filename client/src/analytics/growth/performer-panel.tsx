import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import type { TopPerformer } from '#domain/analytics/growth/contract';
import { lastNavigationKind } from '../../site/navigation';
import { Dialog } from '../../ui/feedback/dialog';
import { Button, IconButton } from '../../ui/form/button';
import { Icon } from '../../ui/icon';
import { useEscape } from '../../ui/use-escape';
import { useIsCompact } from '../../ui/use-media';
import type { GrowthView } from './growth-view';
import { PerformerDetails } from './performer-details';
import { performerButtonId } from './performers-table';
import styles from './performer-panel.module.css';

interface PerformerPanelProps {
  readonly performer: TopPerformer;
  readonly view: GrowthView;
  readonly onClose: () => void;
}

/** The details of a performer: in a column beside the table, or in a dialog on narrow screens. */
export function PerformerPanel({ performer, view, onClose }: PerformerPanelProps) {
  const isCompact = useIsCompact();
  const details = <PerformerDetails key={performer._id} performer={performer} view={view} />;
  if (!isCompact) {
    return (
      <PanelColumn id={performer._id} title={performer.title} onClose={onClose}>
        {details}
      </PanelColumn>
    );
  }
  return (
    <Dialog title={performer.title} onClose={onClose}>
      <div className={styles.dialog} data-testid="side-panel">
        <Button data-safe kind="quiet" className={styles.close} onClick={onClose}>
          <Icon name="close" /> Close
        </Button>
        {details}
      </div>
    </Dialog>
  );
}

interface PanelColumnProps {
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function PanelColumn({ id, title, onClose, children }: PanelColumnProps) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  useEscape(true, onClose);
  useLayoutEffect(() => {
    const element = panel.current;
    if (lastNavigationKind() !== 'load') heading.current?.focus();
    // If the focus is in the panel when it closes, it returns to the row.
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById(performerButtonId(id))?.focus();
    };
  }, [id]);
  return (
    <aside ref={panel} className={styles.column} aria-labelledby={headingId} data-testid="side-panel">
      <div className={styles.head}>
        <h2 dir="auto" id={headingId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" aria-label="Close" onClick={onClose} />
      </div>
      {children}
    </aside>
  );
}
