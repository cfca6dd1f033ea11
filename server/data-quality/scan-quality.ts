import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { CatalogQuality } from '#domain/data-quality/catalog-quality';
import { type CountedScan, QualityScans } from '#domain/data-quality/quality-scans';

/** For so many milliseconds a scan is recent. */
const RECENT = 15_000;

/** Scans the catalogue's quality, once for everybody who asks at the same time. */
@Injectable()
export class ScanQuality extends QualityScans {
  #underWay: Promise<CountedScan> | null = null;
  #last: CountedScan | null = null;

  constructor(
    private readonly quality: CatalogQuality,
    private readonly clock: Clock,
  ) {
    super();
  }

  async scan(): Promise<CountedScan> {
    const scanning = (this.#underWay ??= this.#count());
    try {
      const scan = await scanning;
      // One that began before the catalogue changed is not kept.
      if (this.#underWay === scanning) this.#last = scan;
      return scan;
    } finally {
      if (this.#underWay === scanning) this.#underWay = null;
    }
  }

  async recent(): Promise<CountedScan> {
    const last = this.#last;
    return last && this.clock.now().getTime() - last.at.getTime() < RECENT ? last : this.scan();
  }

  forget(): void {
    this.#underWay = null;
    this.#last = null;
  }

  async #count(): Promise<CountedScan> {
    const at = this.clock.now();
    return { counted: await this.quality.count(at), at };
  }
}
