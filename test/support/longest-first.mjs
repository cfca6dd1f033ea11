import Sequencer from '@jest/test-sequencer';

/** By the name of the project, what its suites take: those that end a run must be short, or the other cores wait for the last one. */
const projects = ['browser', 'database', 'client', 'unit'];
const place = ({ context }) => projects.indexOf(context.config.displayName.name);

/** Orders suites by their project, and within it as Jest does: by the time of the last run, where it is known, or by size. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => place(a) - place(b));
  }
}
