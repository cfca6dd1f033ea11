/** What the screens of signing in say when all went well; the server's own sentence, where it sends one, comes first. */
export const sentences = {
  registered: "Please check your email inbox (including the spam folder) – we've sent you a Magic Link!",
  confirmed: 'Your E-Mail address has been confirmed.',
  reset: 'Your password has been changed.',
} as const;
