import Sequencer from '@jest/test-sequencer';

/** The projects, those with the longest suites first: if a long one is the last of a run, the other cores wait for it. */
const projects = ['browser', 'database', 'client', 'unit'];
const place = ({ context }) => projects.indexOf(context.config.displayName.name);

/** Orders suites by their project, and within it as Jest does: by the time of the last run, where it is known, or by size. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => place(a) - place(b));
  }
}
