import { Module } from '@nestjs/common';
import { AuthModule } from '#server/auth/auth.module';
import { AppointAdministrators } from '#server/people/appoint-administrators';
import { ManagePeople } from '#server/people/manage-people';
import { PeopleController } from '#server/people/people.controller';
import { People } from '#server/people/postgres/people';
import { Administrators } from '#server/people/typeorm/administrators';

@Module({
  imports: [AuthModule],
  controllers: [PeopleController],
  providers: [ManagePeople, People, AppointAdministrators, Administrators],
  exports: [AppointAdministrators],
})
export class PeopleModule {}
