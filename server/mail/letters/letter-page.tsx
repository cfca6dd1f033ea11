import type { CSSProperties } from 'react';
import type { Letter } from '#domain/mail/letter';

// Mail programs read styles from the elements alone, and few of them.
const styles = {
  body: {
    margin: 0,
    padding: '24px 16px',
    background: '#FBFAF8',
    color: '#1F1B16',
    font: '16px/24px -apple-system, Segoe UI, Roboto, Arial, sans-serif',
  },
  card: { maxWidth: 560, margin: '0 auto', padding: 24, background: '#FFFFFF', border: '1px solid #E3DED5', borderRadius: 10 },
  brand: { margin: '0 0 16px', font: '700 18px/28px -apple-system, Segoe UI, Roboto, Arial, sans-serif', color: '#0B625D' },
  button: {
    display: 'inline-block',
    padding: '10px 16px',
    background: '#0B625D',
    color: '#FFFFFF',
    borderRadius: 6,
    textDecoration: 'none',
    fontWeight: 600,
  },
  code: {
    display: 'inline-block',
    padding: '8px 12px',
    background: '#F3F0EA',
    borderRadius: 6,
    font: '16px/24px ui-monospace, Menlo, Consolas, monospace',
    wordBreak: 'break-all',
  },
  small: { margin: '16px 0 0', color: '#5E564B', fontSize: 14, lineHeight: '20px' },
} as const satisfies Record<string, CSSProperties>;

interface LetterProps {
  readonly letter: Letter;
  readonly brand: string;
}

/** What a letter says, without the page around it. */
export function LetterBody({ letter, brand }: LetterProps) {
  return (
    <div style={styles.card}>
      <p style={styles.brand}>{brand}</p>
      {letter.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {letter.action && (
        <p style={{ margin: '24px 0' }}>
          <a href={letter.action.url} style={styles.button}>
            {letter.action.label}
          </a>
        </p>
      )}
      {letter.code !== undefined && (
        <p>
          Or type this code: <span style={styles.code}>{letter.code}</span>
        </p>
      )}
      {(letter.after ?? []).map((sentence) => (
        <p key={sentence} style={styles.small}>
          {sentence}
        </p>
      ))}
      {letter.unsubscribe && (
        <p style={styles.small}>
          You get this letter because you have an account. <a href={letter.unsubscribe.page}>No more marketing letters</a>
        </p>
      )}
    </div>
  );
}

/** A whole letter as HTML. */
export function LetterPage({ letter, brand }: LetterProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{letter.subject}</title>
      </head>
      <body style={styles.body}>
        <LetterBody letter={letter} brand={brand} />
      </body>
    </html>
  );
}
