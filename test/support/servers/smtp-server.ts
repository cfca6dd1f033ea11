import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import PostalMime, { type Email } from 'postal-mime';

/** An email as the mail server received it. */
export interface ReceivedEmail {
  readonly from: string;
  /** The recipients of the envelope. */
  readonly recipients: readonly string[];
  readonly mail: Email;
}

export interface TestSmtpServer {
  readonly url: string;
  readonly received: readonly ReceivedEmail[];
  /** While true, emails are temporarily rejected. */
  isRefusing: boolean;
  /** The newest email to an address; waits until there is one. */
  waitForEmail(address: string, subject?: RegExp): Promise<ReceivedEmail>;
  close(): Promise<void>;
}

const WAIT_TIMEOUT_MS = 30_000;

/** A real local mail server that stores the emails it receives. Containers reach it only on an address of this machine: 0.0.0.0 is all. */
export async function startSmtpServer(host = '127.0.0.1'): Promise<TestSmtpServer> {
  const received: ReceivedEmail[] = [];
  const state = { refuses: false };
  const receive = async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> => {
    const mail = await PostalMime.parse(await buffer(stream));
    if (state.refuses) throw Object.assign(new Error('try later'), { responseCode: 451 });
    const { mailFrom, rcptTo } = envelope;
    received.push({ from: mailFrom ? mailFrom.address : '', recipients: rcptTo.map(({ address }) => address), mail });
  };
  const server = new SMTPServer({ disabledCommands: ['AUTH', 'STARTTLS'], onData: callbackify(receive) });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://${host}:${port}`,
    received,
    get isRefusing() {
      return state.refuses;
    },
    set isRefusing(value) {
      state.refuses = value;
    },
    async waitForEmail(address, subject = /./) {
      const until = Date.now() + WAIT_TIMEOUT_MS;
      for (;;) {
        const found = received.findLast(({ recipients, mail }) => recipients.includes(address) && subject.test(mail.subject ?? ''));
        if (found) return found;
        if (Date.now() > until) throw new Error(`no letter to ${address} came: ${received.map(({ mail }) => mail.subject).join(', ')}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
