import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { CatalogQuality } from '#domain/data-quality/catalog-quality';
import { type CountedQualityScan, QualityScans } from '#domain/data-quality/quality-scans';

/** For so many milliseconds a scan is recent. */
const SCAN_TTL_MS = 15_000;

/** Scans the catalogue's quality, once for everybody who asks at the same time. */
@Injectable()
export class CachedQualityScans extends QualityScans {
  #inFlight: Promise<CountedQualityScan> | null = null;
  #last: CountedQualityScan | null = null;

  constructor(
    private readonly quality: CatalogQuality,
    private readonly clock: Clock,
  ) {
    super();
  }

  async scan(): Promise<CountedQualityScan> {
    const scanning = (this.#inFlight ??= this.#countIssues());
    try {
      const scan = await scanning;
      // One that began before the catalogue changed is not kept.
      if (this.#inFlight === scanning) this.#last = scan;
      return scan;
    } finally {
      if (this.#inFlight === scanning) this.#inFlight = null;
    }
  }

  async recentOrNew(): Promise<CountedQualityScan> {
    const last = this.#last;
    return last && this.clock.now().getTime() - last.at.getTime() < SCAN_TTL_MS ? last : this.scan();
  }

  invalidate(): void {
    this.#inFlight = null;
    this.#last = null;
  }

  async #countIssues(): Promise<CountedQualityScan> {
    const at = this.clock.now();
    return { counted: await this.quality.countIssues(at), at };
  }
}
