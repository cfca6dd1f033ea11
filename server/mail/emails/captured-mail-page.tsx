import type { ReactNode } from 'react';
import { EmailBody } from '#emails/email-page';
import { Mark } from '#server/http/mark';
import { pageStyle } from '#server/http/page-style';
import type { CapturedEmail } from '#domain/mail/email-outbox';

const mailStyle = `${pageStyle}
  table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: 8px 8px 8px 0; border-bottom: 1px solid var(--border); vertical-align: top; }
  th { color: var(--muted); font-size: 14px; }
  .email { padding: 16px; background: var(--surface); border: 1px solid var(--border); border-radius: 10px; }`;

interface FrameProps {
  readonly title: string;
  readonly brand: string;
  readonly nonce: string;
  readonly children: ReactNode;
}

function Frame({ title, brand, nonce, children }: FrameProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style nonce={nonce}>{mailStyle}</style>
      </head>
      <body>
        <header className="bar">
          <a className="brand" href="/">
            <Mark />
            {brand}
          </a>
          <a className="end" href="/">
            Back to site
          </a>
        </header>
        <main className="sheet">{children}</main>
      </body>
    </html>
  );
}

const formattedTime = (at: Date) => <time dateTime={at.toISOString()}>{at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>;

interface PageProps {
  readonly brand: string;
  readonly nonce: string;
}

/** The list of captured emails, newest first. */
export function CapturedMailPage({ emails, brand, nonce }: PageProps & { readonly emails: readonly CapturedEmail[] }) {
  return (
    <Frame title={`Captured mail · ${brand}`} brand={brand} nonce={nonce}>
      <h1>Captured mail</h1>
      <p className="note">No mail server is set up, so emails are kept here. Set SMTP_URL to send them.</p>
      {emails.length === 0 ? (
        <p>No emails yet.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Subject</th>
              <th scope="col">To</th>
              <th scope="col">Sent</th>
            </tr>
          </thead>
          <tbody>
            {emails.map(({ id, email, created_at }) => (
              <tr key={id}>
                <td>
                  <a href={`/dev/mail/${id}`}>{email.subject}</a>
                </td>
                <td className="caption">{email.to}</td>
                <td className="caption">{formattedTime(created_at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Frame>
  );
}

/** One captured email as its reader sees it. */
export function CapturedEmailPage({ captured, brand, nonce }: PageProps & { readonly captured: CapturedEmail }) {
  return (
    <Frame title={`${captured.email.subject} · Captured mail`} brand={brand} nonce={nonce}>
      <p>
        <a href="/dev/mail">All captured mail</a>
      </p>
      <h1>{captured.email.subject}</h1>
      <p className="caption">
        To {captured.email.to}, {formattedTime(captured.created_at)}
      </p>
      <div className="email">
        <EmailBody email={captured.email} brand={brand} />
      </div>
    </Frame>
  );
}
