import { classes } from '../ui/classes';
import { useEffect, useRef } from 'react';
import { saveFile } from '../api/download';
import { Button, ButtonRow } from '../ui/form/button';
import { focusAfterRemoval } from '../ui/navigation/focus';
import styles from './recovery-codes.module.css';

const refocus = focusAfterRemoval();

/** The first text of a step, where the keyboard goes on, since the button that led here is gone. */
export function FocusedText({ children }: { readonly children: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  return (
    <p ref={paragraph} tabIndex={-1}>
      {children}
    </p>
  );
}

/** The recovery codes, which are shown this once. */
export function RecoveryCodeList({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const file = new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' });
  return (
    <>
      <FocusedText>
        Each of these recovery codes signs in once, if you lose your phone. Keep them safe: they aren't shown again.
      </FocusedText>
      <ul className={classes('stack gap-2', styles.codes)} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ButtonRow>
        <Button onClick={() => saveFile('corklight-recovery-codes.txt', file)}>Download</Button>
        <Button ref={refocus} kind="primary" onClick={onDone}>
          I've saved them
        </Button>
      </ButtonRow>
    </>
  );
}
