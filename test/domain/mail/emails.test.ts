import { parseCampaign } from '#domain/mail/campaign';
import { withUnsealedCode } from '#domain/mail/email';
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
    const queued = confirmationEmail(context, 'sealed CODE');
    expect(JSON.stringify(queued).match(/CODE/g)).toHaveLength(1);
    const email = withUnsealedCode(queued, (sealed) => sealed.replace('sealed ', ''));
    expect(email.action?.url).toBe('https://pins.example/auth/email/confirm/CODE');
    expect(email.code).toBe('CODE');
  });
});
