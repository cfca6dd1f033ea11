import type { CSSProperties } from 'react';
import { lightColor } from '#domain/site/colors';
import { type Email, type EmailTableRow, unsubscribeReason } from '#domain/mail/email';

// Mail clients support few styles, and only inline ones.
const styles = {
  body: {
    margin: 0,
    padding: '24px 16px',
    background: lightColor('bg'),
    color: lightColor('text'),
    font: '16px/24px -apple-system, Segoe UI, Roboto, Arial, sans-serif',
  },
  card: {
    maxWidth: 560,
    margin: '0 auto',
    padding: 24,
    background: lightColor('surface'),
    border: `1px solid ${lightColor('border')}`,
    borderRadius: 10,
  },
  brand: { margin: '0 0 16px', font: '700 18px/28px -apple-system, Segoe UI, Roboto, Arial, sans-serif', color: lightColor('primary') },
  button: {
    display: 'inline-block',
    padding: '10px 16px',
    background: lightColor('primary'),
    color: lightColor('on-primary'),
    borderRadius: 6,
    textDecoration: 'none',
    fontWeight: 600,
  },
  code: {
    display: 'inline-block',
    padding: '8px 12px',
    background: lightColor('raised'),
    borderRadius: 6,
    font: '16px/24px ui-monospace, Menlo, Consolas, monospace',
    wordBreak: 'break-all',
  },
  table: { width: '100%', borderCollapse: 'collapse' },
  cell: { padding: '8px 8px 8px 0', borderTop: `1px solid ${lightColor('border')}`, verticalAlign: 'middle', textAlign: 'left' },
  figure: {
    padding: '8px 0',
    borderTop: `1px solid ${lightColor('border')}`,
    verticalAlign: 'middle',
    textAlign: 'right',
    whiteSpace: 'nowrap',
  },
  picture: { display: 'block', width: 40, height: 40, borderRadius: 6, objectFit: 'cover', background: lightColor('raised') },
  link: { color: lightColor('primary'), fontWeight: 600, overflowWrap: 'anywhere' },
  small: { margin: '16px 0 0', color: lightColor('muted'), fontSize: 14, lineHeight: '20px' },
} as const satisfies Record<string, CSSProperties>;

interface EmailProps {
  readonly email: Email;
  readonly brand: string;
}

/** The body of an email, without the page around it. */
export function EmailBody({ email, brand }: EmailProps) {
  return (
    <div style={styles.card}>
      <p style={styles.brand}>{brand}</p>
      {email.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {email.rows && <EmailTable rows={email.rows} />}
      {email.action && (
        <p style={{ margin: '24px 0' }}>
          <a href={email.action.url} style={styles.button}>
            {email.action.label}
          </a>
        </p>
      )}
      {email.code !== undefined && (
        <p>
          Or enter this code: <span style={styles.code}>{email.code}</span>
        </p>
      )}
      {(email.after ?? []).map((sentence) => (
        <p key={sentence} style={styles.small}>
          {sentence}
        </p>
      ))}
      {email.unsubscribe && (
        <p style={styles.small}>
          You&rsquo;re receiving this because {unsubscribeReason(email, brand)}. <a href={email.unsubscribe.page}>Unsubscribe</a>
        </p>
      )}
    </div>
  );
}

/** Entities with their pictures and figures. The picture is decoration: the title beside it says what it is. */
function EmailTable({ rows }: { readonly rows: readonly EmailTableRow[] }) {
  return (
    <table style={styles.table} role="presentation">
      <tbody>
        {rows.map(({ title, url, image, value, change }) => (
          <tr key={`${url} ${value}`}>
            <td style={{ ...styles.cell, width: 48 }}>
              {image !== null && <img src={image} alt="" width={40} height={40} style={styles.picture} />}
            </td>
            <td style={styles.cell}>
              <a href={url} dir="auto" style={styles.link}>
                {title}
              </a>
            </td>
            <td style={styles.figure}>
              {change !== '' && (
                <>
                  <strong>{change}</strong>
                  <br />
                </>
              )}
              <span style={{ color: lightColor('muted'), fontSize: 14 }}>{value}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A complete email as an HTML page. */
export function EmailPage({ email, brand }: EmailProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{email.subject}</title>
      </head>
      <body style={styles.body}>
        <EmailBody email={email} brand={brand} />
      </body>
    </html>
  );
}
