import type { ReactNode } from 'react';
import { useSettings } from '../api/settings';
import { TextScreen } from './text-screen';

interface PolicySection {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

const LAST_CHANGED_DATE = 'November 28, 2026';

const policySections = (brand: string, imageHosts: readonly string[], contact: ReactNode): readonly PolicySection[] => [
  {
    id: 'information',
    title: 'Information we collect',
    content: (
      <>
        You can use {brand} without an account. When you sign up, we ask for your email address, and we may ask for your name. We use them
        only to sign you in, to answer you, to send what you asked for, and to send news and offers; a link in each of these ends them. The
        weekly email about what you watch and the daily email of alerts are off until you switch them on, and each has a link that ends it;
        the pictures of the weekly one load from Pinterest's servers. Numbers about pins, boards, and influencers are public on Pinterest.
      </>
    ),
  },
  {
    id: 'your-data',
    title: 'What you keep here',
    content: (
      <>
        We keep your topics, watchlists, notes, saved searches and keywords, and alert rules until you delete them, and alerts for 90 days.
        In your account settings you can download everything we store about you, and delete your account with all of it. Records of payments
        stay, without personal data.
      </>
    ),
  },
  {
    id: 'linked-accounts',
    title: 'Linked Pinterest accounts',
    content: (
      <>
        If you link a Pinterest account, we read its profile, boards, pins, and figures to show them to you alone, and change nothing there.
        We keep its profile and our access, encrypted, until you unlink it; what else we read, for 15 minutes. Unlinking deletes all of it
        at once.
      </>
    ),
  },
  {
    id: 'log-data',
    title: 'Log data',
    content: (
      <>
        Like most websites, we log each request (what, when, result, and a code in place of the IP address) to find errors and abuse. With
        each sign-in we keep the type of browser, so that you recognize it. Our statistics contain no IP addresses.
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    content: (
      <>
        A cookie is a small text file your browser stores. We use one to keep you signed in, one that protects forms against cross-site
        requests, and a random number that tells visits apart. With Do Not Track or Global Privacy Control switched on, we don't set that
        number or count your visit. Your theme and what you dismissed stay in your browser and are never sent.
      </>
    ),
  },
  ...(imageHosts.length === 0 ? [] : [pictureSection(imageHosts)]),
  {
    id: 'service-providers',
    title: 'Service providers',
    content: (
      <>
        We use service providers to host the service, send email, and take payments. They see only what they need and may not use it for
        anything else. Card numbers go to the payment provider and never reach us.
      </>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    content: (
      <>
        We protect your data with care: passwords are stored only as hashes, connections are encrypted, and access is limited. No method is
        completely secure, so we can't guarantee absolute security.
      </>
    ),
  },
  {
    id: 'links',
    title: 'Links to other sites',
    content: <>Our pages link to Pinterest and to the sites that pins lead to. We don't run those sites; their own policies apply.</>,
  },
  {
    id: 'children',
    title: 'Children under 13',
    content: (
      <>
        {brand} is not for children under 13. We don't knowingly collect their data. If you know of such an account, tell us and we'll
        delete it.
      </>
    ),
  },
  { id: 'changes', title: 'Changes to this policy', content: "We'll post the new text and date here." },
  { id: 'contact', title: 'Contact', content: contact },
];

const pictureSection = (imageHosts: readonly string[]): PolicySection => ({
  id: 'pictures',
  title: 'Pictures',
  content: (
    <>
      Pictures load from Pinterest's servers, which see your IP address but not which page you were on. The servers are{' '}
      {imageHosts.join(', ')}. You can switch pictures off at the bottom of every page.
    </>
  ),
});

/** `/privacy-policy` */
export function PrivacyScreen() {
  const { brand, image_hosts: imageHosts, support_email: support } = useSettings();
  const contact =
    support === '' ? (
      'Contact the operator of this site.'
    ) : (
      <>
        Email us at <a href={`mailto:${support}`}>{support}</a>.
      </>
    );
  const sections = policySections(brand, imageHosts, contact);
  return (
    <TextScreen>
      <p className="caption">Last changed on {LAST_CHANGED_DATE}</p>
      <nav aria-label="Contents">
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ id, title, content }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          <p>{content}</p>
        </section>
      ))}
      <p>
        See also: <a href="/accessibility">Accessibility</a>
      </p>
    </TextScreen>
  );
}
