import type { Mailer, RenderedEmail } from '#domain/mail/mailer';

interface MailerSetup {
  readonly mailer: Mailer;
  /** Makes the receiver refuse, or accept, emails. */
  readonly setRefusing: (isRefusing: boolean) => void;
  /** The addresses that have received an email. */
  readonly receivers: () => readonly string[];
}

const emailTo = (to: string): RenderedEmail => ({ id: 1, to, subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', headers: {} });

/** The behavior of every implementation of `Mailer`. */
export function describeMailer(name: string, setUp: () => MailerSetup): void {
  describe(name, () => {
    it('delivers an email to its recipient', async () => {
      const { mailer, receivers } = setUp();
      await mailer.deliver(emailTo('suite@site.test'));
      expect(receivers()).toContain('suite@site.test');
    });

    it('rejects when the email is not accepted', async () => {
      const { mailer, receivers, setRefusing } = setUp();
      setRefusing(true);
      await expect(mailer.deliver(emailTo('refused@site.test'))).rejects.toThrow();
      setRefusing(false);
      expect(receivers()).not.toContain('refused@site.test');
    });
  });
}
