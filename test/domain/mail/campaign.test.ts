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

  it.each<[string, string, Partial<ReturnType<typeof parseCampaign>>]>([
    ['headers in any case and order', 'action: Go | /pins\nsubject:Hi\n\nText.', { subject: 'Hi', action: { label: 'Go', path: '/pins' } }],
    ['spaces after a header', 'Subject: Hi  \nAction: Go | /pins  \n\nText.', { subject: 'Hi', action: { label: 'Go', path: '/pins' } }],
    ['a byte order mark within the text', 'Subject: Hi\n\nOne\uFEFFtwo.', { paragraphs: ['One two.'] }],
    ['a subject of 200 characters', `Subject: ${'x'.repeat(200)}\n\nText.`, { subject: 'x'.repeat(200) }],
    ['a header only at the beginning', 'Subject: Hi\n\nNote\nSubject: of this email.', { paragraphs: ['Note Subject: of this email.'] }],
    ['several empty lines, some with spaces', 'Subject: Hi\n\n\nOne.\n  \n\nTwo.\n\n', { paragraphs: ['One.', 'Two.'] }],
    ['spaces and line breaks within a paragraph', 'Subject: Hi\n\n  One   two\n three. ', { paragraphs: ['One two three.'] }],
    ['no empty line after the headers', 'Subject: Hi\nText.', { subject: 'Hi', paragraphs: ['Text.'] }],
    ['a label that is a path', 'Subject: Hi\nAction: /go|/pins?a=b&c=%20\n\nText.', { action: { label: '/go', path: '/pins?a=b&c=%20' } }],
  ])('allows %s', (_, file, expected) => expect(parseCampaign(file)).toMatchObject(expected));

  it('lists everything that is wrong', () => {
    expect(() => parseCampaign('Action: | /pins')).toThrow(
      expect.objectContaining({
        details: [
          'Subject must be on the first line, with at most 200 characters',
          'the text must have at least one paragraph',
          'Action must be `label | /path` with a path of this site',
        ],
      }),
    );
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
    ['a button to another site by a backslash', 'Subject: Hi\nAction: Go | /\\evil.test\n\nText.', 'Action'],
    ['a button with a space in its path', 'Subject: Hi\nAction: Go | /a b\n\nText.', 'Action'],
    ['a button without a label', 'Subject: Hi\nAction: | /pins\n\nText.', 'Action'],
    ['a button without a path', 'Subject: Hi\nAction: Go\n\nText.', 'Action'],
  ])('refuses a file with %s', (_, file, named) => expect(() => parseCampaign(file)).toThrow(named));
});
