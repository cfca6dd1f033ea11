import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { shortcuts } from '../../site/shortcuts';
import { Card } from '../../ui/card';
import { Button, ButtonRow } from '../../ui/form/button';
import { useIsTouchOnly } from '../../ui/use-media';
import { useWindowEvent } from '../../ui/use-window-event';

/** What each step is told. */
export interface StepProps {
  /** Which step it is: `1 of 3`. */
  readonly number: string;
  readonly onDone: () => void;
  /** False for a question that is there when the page loads: then the focus stays where it is. */
  readonly takesFocus: boolean;
}

interface StepFrameProps extends Omit<StepProps, 'onDone'> {
  readonly title: string;
  readonly hint: string;
  /** What keys do, for those who have a keyboard and use shortcuts. */
  readonly keysHint?: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onAct: () => void;
  readonly onSkip: () => void;
  /** Called with the keys 1 to 9, as 0 to 8. */
  readonly onDigit?: (index: number) => void;
  readonly children: ReactNode;
}

/** Whether the user has a keyboard and uses shortcuts, so that the screen may say what keys do. */
export function useHasKeys(): boolean {
  const { isEnabled } = useSnapshot(shortcuts);
  const isTouchOnly = useIsTouchOnly();
  return isEnabled && !isTouchOnly;
}

/** The frame of a question: its field or heading takes the focus, 1 to 9 choose, and Enter goes on. */
export function StepFrame({ number, takesFocus, title, hint, keysHint, action, isBusy, onAct, onSkip, onDigit, children }: StepFrameProps) {
  const frame = useRef<HTMLElement>(null);
  const focusStart = useEffectEvent(() => {
    if (!takesFocus) return;
    const heading = frame.current?.querySelector('h2');
    (frame.current?.querySelector<HTMLElement>('input:not([type=checkbox])') ?? heading)?.focus({ preventScroll: true });
    // The button that led here may have been far below.
    heading?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => focusStart(), []);
  const { isEnabled } = useSnapshot(shortcuts);
  const hasKeys = useHasKeys();
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy) return;
    const target = event.target instanceof Element ? event.target : null;
    if (document.querySelector('dialog[open]') || target?.matches('input:not([type=checkbox]), textarea, select')) return;
    if (/^[1-9]$/.test(event.key) && onDigit && isEnabled) onDigit(Number(event.key) - 1);
    // On a button or a link, Enter presses it.
    else if (event.key === 'Enter' && !target?.closest('a, button, summary')) onAct();
    else return;
    event.preventDefault();
  });
  return (
    <Card ref={frame} className="stack gap-3" aria-labelledby="first-run" data-testid="first-run">
      <p className="small">{number}</p>
      <h2 id="first-run" tabIndex={-1}>
        {title}
      </h2>
      <p className="muted">
        {hint} {hasKeys && keysHint}
      </p>
      {children}
      <ButtonRow>
        <Button kind="primary" disabled={isBusy} onClick={onAct}>
          {action}
        </Button>
        <Button kind="quiet" disabled={isBusy} onClick={onSkip}>
          Skip
        </Button>
      </ButtonRow>
    </Card>
  );
}
