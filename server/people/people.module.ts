import { Module } from '@nestjs/common';
import { People } from '#domain/people/people';
import { AuthModule } from '#server/auth/auth.module';
import { ManagePeople } from '#server/people/manage-people';
import { PeopleController } from '#server/people/people.controller';
import { PostgresPeople } from '#server/people/postgres/people';

@Module({
  imports: [AuthModule],
  controllers: [PeopleController],
  providers: [ManagePeople, { provide: People, useClass: PostgresPeople }],
})
export class PeopleModule {}
