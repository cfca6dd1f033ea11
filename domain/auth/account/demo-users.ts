/** The users of the demo, by what they may do. */
export const demoUsers = {
  admin: 'admin@demo.test',
  premium: 'premium@demo.test',
  free: 'free@demo.test',
} as const;
