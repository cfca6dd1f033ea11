/** The email addresses of the demo users, by role. */
export const demoUsers = {
  admin: 'admin@demo.test',
  premium: 'premium@demo.test',
  free: 'free@demo.test',
} as const;
