import { Module } from '@nestjs/common';
import { AuthModule } from '#server/auth/auth.module';
import { ManagePeople } from '#server/people/manage-people';
import { PeopleController } from '#server/people/people.controller';
import { People } from '#server/people/postgres/people';

@Module({
  imports: [AuthModule],
  controllers: [PeopleController],
  providers: [ManagePeople, People],
})
export class PeopleModule {}
