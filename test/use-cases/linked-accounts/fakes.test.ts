import { FakePlatform } from '../../support/fakes/fake-platform';
import { FixedClock } from '../../support/fixed-clock';
import { describePlatform } from '../../support/ports/platform';

const clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
describePlatform('the fake platform', () => ({ platform: new FakePlatform(clock), codeFor: (username) => username }));
