import { Unavailable } from '#domain/errors';

const STOPPED_TEXT = 'The server was stopped while this ran. It is run again after the next start.';

/** Why a run ends when its server stops. */
export const serverStopped = (): Unavailable => new Unavailable(STOPPED_TEXT);

/** Whether the error of a run says that its server was stopped. */
export const wasStopped = (error: string): boolean => error.includes(STOPPED_TEXT);
