import { classes } from '../../ui/classes';
import styles from './how-it-works.module.css';

const steps = [
  ['We count', 'Each import adds a reading: followers, saves, pins. A day without a reading is never filled in.'],
  ['We score, openly', 'Momentum is a published formula from 0 to 100. Each score says what it is based on.'],
  ['You decide', 'Every board, influencer, and pin is checked against published rules: is it growing, steady, worth your time?'],
] as const;

/** What the site does, in three steps. */
export const HowItWorks = () => (
  <section aria-labelledby="how-it-works">
    <h2 id="how-it-works">How it works</h2>
    <ol className={classes('stack mt-3', styles.steps)}>
      {steps.map(([name, sentence]) => (
        <li key={name}>
          <h3>{name}</h3>
          <p className="muted">{sentence}</p>
        </li>
      ))}
    </ol>
  </section>
);
