import { Module } from '@nestjs/common';
import { IntakeController } from '#server/catalog/intake/intake.controller';
import { ReceivedFiles } from '#server/catalog/intake/files/received-files';
import { Imports } from '#server/catalog/intake/typeorm/imports';

/** Files that come in by HTTP, browser, or folder, and the record of all imports. */
@Module({ controllers: [IntakeController], providers: [Imports, ReceivedFiles], exports: [Imports, ReceivedFiles] })
export class IntakeModule {}
