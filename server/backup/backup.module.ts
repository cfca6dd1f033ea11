import { Module } from '@nestjs/common';
import { BackupJob } from '#server/backup/backup.job';
import { JobsModule } from '#server/jobs/jobs.module';

@Module({ imports: [JobsModule], providers: [BackupJob] })
export class BackupModule {}
