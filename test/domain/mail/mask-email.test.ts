import { maskEmail } from '#domain/mail/email';

it.each([
  ['mira@site.com', 'm***@site.com'],
  ['m@site.com', 'm***@site.com'],
  ['"a@b"@site.com', '"***@site.com'],
  ['😀x@site.com', '😀***@site.com'],
  ['', '***'],
])('masks %s as %s', (email, masked) => expect(maskEmail(email)).toBe(masked));
