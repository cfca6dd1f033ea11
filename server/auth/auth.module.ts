import { Module } from '@nestjs/common';
import { Viewers } from '#domain/auth/viewers';
import { TypeormViewers } from '#server/auth/typeorm-viewers';

@Module({
  providers: [{ provide: Viewers, useClass: TypeormViewers }],
  exports: [Viewers],
})
export class AuthModule {}
