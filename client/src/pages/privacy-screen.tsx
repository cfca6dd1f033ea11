import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { settings } from '../api/settings';
import { Screen } from '../ui/navigation/screen';

interface PolicySection {
  readonly id: string;
  readonly title: string;
  readonly text: ReactNode;
}

const LAST_CHANGED_DATE = '21 November 2026';

const policySections = (brand: string, contact: ReactNode): readonly PolicySection[] => [
  {
    id: 'information',
    title: 'Information we collect',
    text: (
      <p>
        You can read {brand} without an account. When you register we ask for your e-mail address, and we may ask for your name. We use them
        to let you sign in, to answer you and to send what you asked for, and for nothing else. Numbers about pins, boards and influencers
        are public on Pinterest.
      </p>
    ),
  },
  {
    id: 'log-data',
    title: 'Log data',
    text: (
      <p>
        As every website, ours writes down what was asked for, when, with which result, and the kind of browser, so that faults and misuse
        can be found. Our own visitor statistics hold no IP address.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    text: (
      <p>
        A cookie is a small text that your browser keeps for us. We use one to keep you signed in, one that protects forms against misuse by
        other sites, and a random number that tells visits apart. With Do Not Track or Global Privacy Control switched on, that number is
        not set and no visit is counted. Your theme and what you dismissed stay in your browser and are never sent.
      </p>
    ),
  },
  {
    id: 'service-providers',
    title: 'Service providers',
    text: (
      <p>
        Others may work for us: to host the service, to send mail, to take payments. They see only what their task needs and may not use it
        for anything else. Card numbers go to the payment provider and never reach us.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    text: (
      <p>
        We protect your data with care: passwords are stored only as hashes, connections are encrypted, access is limited. No way of sending
        or keeping data is perfectly safe, so we cannot promise that nothing will ever happen.
      </p>
    ),
  },
  {
    id: 'links',
    title: 'Links to other sites',
    text: <p>Pages here link to Pinterest and to the sites that pins lead to. We do not run those sites; their own policies hold there.</p>,
  },
  {
    id: 'children',
    title: 'Children under 13',
    text: (
      <p>
        {brand} is not for people under 13. We do not knowingly keep data of theirs; if you know of an account of a child, write to us and
        we delete it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes of this policy',
    text: <p>When this policy changes, the new text and its date stand on this page from that day on.</p>,
  },
  { id: 'contact', title: 'Contact', text: <p>{contact}</p> },
];

/** `/privacy-policy` */
export function PrivacyScreen() {
  const { brand, support_email: support } = useSnapshot(settings).site;
  const contact =
    support === '' ? (
      'Write to the operator of this site.'
    ) : (
      <>
        Write to <a href={`mailto:${support}`}>{support}</a>.
      </>
    );
  const sections = policySections(brand, contact);
  return (
    <Screen className="reading">
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
      {sections.map(({ id, title, text }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          {text}
        </section>
      ))}
    </Screen>
  );
}
