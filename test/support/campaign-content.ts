import { parseCampaign } from '#domain/mail/campaign';

/** What a campaign of a test says. */
export const campaignContent = {
  text: parseCampaign('Subject: Three boards that grow\nAction: See them | /boards\n\nHello.'),
  postalAddress: '1 Main St, Springfield',
};
