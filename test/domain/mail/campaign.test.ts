import { parseCampaign } from '#domain/mail/campaign';

describe('parsing a campaign file', () => {
  it('reads the subject, the button and the paragraphs', () => {
    const file =
      '\uFEFFSubject: Three boards that grow\r\nAction: See them | /boards?order_by=follower_count\r\n\r\nHello.\r\n\r\nTwo\r\nlines.\r\n';
    expect(parseCampaign(file)).toEqual({
      subject: 'Three boards that grow',
      action: { label: 'See them', path: '/boards?order_by=follower_count' },
      paragraphs: ['Hello.', 'Two lines.'],
    });
  });

  it('links to the home page without a button', () => {
    expect(parseCampaign('Subject: Hi\n\nText.').action).toEqual({ label: 'Open', path: '/' });
  });

  it.each([
    ['no subject', 'Hello.\n', 'Subject'],
    ['a subject that is too long', `Subject: ${'x'.repeat(201)}\n\nText.`, 'Subject'],
    ['no text', 'Subject: Hi\n\n', 'paragraph'],
    ['a button to another site', 'Subject: Hi\nAction: Go | //evil.test\n\nText.', 'Action'],
    ['a button with a scheme', 'Subject: Hi\nAction: Go | javascript:alert(1)\n\nText.', 'Action'],
    ['a button without a path', 'Subject: Hi\nAction: Go\n\nText.', 'Action'],
  ])('refuses a file with %s', (_, file, named) => expect(() => parseCampaign(file)).toThrow(named));
});
