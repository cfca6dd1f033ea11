import { Module } from '@nestjs/common';
import { Jobs } from '#domain/jobs';
import { TypeormJobs } from '#server/jobs/typeorm-jobs';

@Module({ providers: [{ provide: Jobs, useClass: TypeormJobs }], exports: [Jobs] })
export class JobsModule {}
