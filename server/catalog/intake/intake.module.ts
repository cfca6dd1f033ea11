import { Module } from '@nestjs/common';
import { PostgresTakeBack } from '#server/catalog/import/postgres/take-back';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { HeaderMappings } from '#server/catalog/import/postgres/header-mappings';
import { IntakeController } from '#server/catalog/intake/intake.controller';
import { ReceivedFiles } from '#server/catalog/intake/files/received-files';
import { PreviewImports } from '#server/catalog/intake/preview-imports';
import { Imports } from '#server/catalog/intake/typeorm/imports';

/** Files that come in by HTTP, browser, or folder, and the record of all imports. */
@Module({
  controllers: [IntakeController],
  providers: [
    Imports,
    ReceivedFiles,
    PreviewImports,
    HeaderMappings,
    {
      provide: PostgresTakeBack,
      inject: [Postgres, CONFIG],
      useFactory: ({ jobPool }: Postgres, { IMPORTS_KEPT_DAYS }: Config) => new PostgresTakeBack(jobPool, IMPORTS_KEPT_DAYS),
    },
  ],
  exports: [Imports, ReceivedFiles],
})
export class IntakeModule {}
