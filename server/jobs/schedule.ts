import type { ScheduledJob } from '#domain/schedule';

/** Every job that runs by the clock and keeps a log of its runs. A job that is added stands here too; a test compares the two. */
export const schedule: readonly ScheduledJob[] = [
  {
    job: 'growth',
    purpose: 'Computes growth, momentum, ranks, the lists ordered by them and the best performers anew.',
    cron: '0 10 3 * * *',
  },
  { job: 'letters', purpose: 'Hands letters that are due to the mail server.', cron: '*/2 * * * * *' },
  { job: 'letters-forget', purpose: 'Removes letters that are older than 30 days.', cron: '0 40 3 * * *' },
  { job: 'subscriptions', purpose: 'Asks the payment provider about subscriptions whose renewal nobody told us of.', cron: '0 20 4 * * *' },
  { job: 'auth-clean-up', purpose: 'Removes dead sessions, used codes and counts of tries.', cron: '0 12 * * * *' },
  { job: 'linked-tokens', purpose: 'Renews the permissions of linked accounts before they end.', cron: '0 25 * * * *' },
  { job: 'events-count', purpose: 'Counts new events into the figures of the site analytics.', cron: '30 * * * * *' },
  { job: 'events-months', purpose: 'Makes the tables of the next months of events, once a day.', cron: '0 5 * * * *' },
  { job: 'events-forget', purpose: 'Removes raw events past their time, once a day.', cron: '0 5 * * * *' },
  { job: 'events-people', purpose: 'Takes deleted accounts out of raw events, once a day.', cron: '0 5 * * * *' },
];

/** The clock that jobs run by. A turn that a busy process comes to up to a minute late is taken all the same, not left out. */
export const CRON_OPTIONS = { timeZone: 'UTC', threshold: 60_000 } as const;
