import type { Site } from './site.js';

/** What a scenario found: figures by column, and a sentence for each bar that was missed. */
export interface Report {
  readonly figures: Readonly<Record<string, string>>;
  readonly missedBars: readonly string[];
}

/** One disturbance. Scenarios of one group share a table, whose first row is the group's control: the same load, undisturbed. */
export interface Scenario {
  readonly name: string;
  readonly group: 'faults' | 'full disks' | 'upgrades' | 'backups' | 'floods';
  /** Why this machine cannot run it; null if it can. */
  readonly skipReason?: () => Promise<string | null>;
  run(site: Site): Promise<Report>;
}
