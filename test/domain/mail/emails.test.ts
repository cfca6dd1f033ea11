import { parseCampaign } from '#domain/mail/campaign';
import { campaignEmail, confirmationEmail } from '#domain/mail/emails';

const context = { brand: 'Corklight', origin: 'https://pins.example', to: 'mira@site.com', user_id: 'u1' };

describe('emails', () => {
  it('adds the referral token to every link of a campaign', () => {
    const text = parseCampaign('Subject: Hi\nAction: Go | /boards?page=2\n\nText.');
    const email = campaignEmail(context, text, 'TOKEN');
    expect(email.action?.url).toBe('https://pins.example/boards?page=2&campaign_referral_id=TOKEN');
    expect(email.unsubscribe).toEqual({
      page: 'https://pins.example/unsubscribe?campaign_referral_id=TOKEN',
      oneClick: 'https://pins.example/api/unsubscribe?campaign_referral_id=TOKEN',
    });
  });

  it('sends the Magic Link together with its code', () => {
    const email = confirmationEmail(context, 'CODE');
    expect(email.action?.url).toBe('https://pins.example/auth/email/confirm/CODE');
    expect(email.code).toBe('CODE');
  });
});
