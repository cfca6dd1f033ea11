/** Median and 95th percentile of a side's samples. */
export interface SampleStats {
  readonly p50: number;
  readonly p95: number;
  readonly samples: number;
}

/** A percentile of the samples (nearest rank). */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

export const sampleStats = (samples: readonly number[]): SampleStats => ({
  p50: quantile(samples, 0.5),
  p95: quantile(samples, 0.95),
  samples: samples.length,
});

/** The statistics of a single measurement. */
export const singleSample = (value: number): SampleStats => ({ p50: value, p95: value, samples: 1 });
