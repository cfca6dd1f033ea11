import { useState } from 'react';
import { longDay } from '#domain/days';
import { wholeNumber } from '#domain/numbers';
import { reader } from '#domain/site/reader';
import { api } from '../api/api';
import { browserFormats, session } from '../site/session';
import { Card } from '../ui/card';
import { TextButton } from '../ui/form/button';
import { Select } from '../ui/form/select';
import { SubmitForm } from '../ui/form/submit-form';
import { present } from '../ui/format';

const offeredLocales = [
  ...(['da-DK', 'de-AT', 'de-CH', 'de-DE', 'en-AU', 'en-CA', 'en-GB', 'en-IE', 'en-IN', 'en-NZ', 'en-US', 'en-ZA'] as const),
  ...(['es-AR', 'es-ES', 'es-MX', 'fi-FI', 'fr-BE', 'fr-CA', 'fr-CH', 'fr-FR', 'hi-IN', 'id-ID', 'it-IT', 'ja-JP', 'ko-KR'] as const),
  ...(['nb-NO', 'nl-BE', 'nl-NL', 'pl-PL', 'pt-BR', 'pt-PT', 'sv-SE', 'tr-TR', 'uk-UA', 'vi-VN', 'zh-CN'] as const),
];
const languageNames = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
const SAMPLE_NUMBER = 1234567.8;

/** `German (Germany): 1.234.567,8 and 23 Nov 2026` */
const localeText = (locale: string): string =>
  `${languageNames.of(locale)}: ${wholeNumber(SAMPLE_NUMBER, locale)} and ${longDay(present.day, locale)}`;

const withOwn = (offered: readonly string[], ...own: readonly string[]) => [...new Set([...offered, ...own])];

/** How the user reads numbers and dates, and their time zone: at first as their browser says. */
export function FormatsCard() {
  const [formats, setFormats] = useState(reader.formats);
  const browser = browserFormats();
  const locales = withOwn(offeredLocales, browser.locale, formats.locale).map((value) => ({ value, name: localeText(value) }));
  const zones = withOwn(Intl.supportedValuesOf('timeZone'), 'UTC', browser.time_zone, formats.time_zone);
  const save = async () => {
    await api('PUT /users/me/formats', { body: formats });
    reader.formats = formats;
    if (session.user) session.user = { ...session.user, formats };
    return 'Numbers, dates, and times follow your choice.';
  };
  return (
    <Card id="formats" title="Numbers, dates, and time zone">
      <SubmitForm submitLabel="Save" onSubmit={save}>
        {() => (
          <>
            <Select
              label="Numbers and dates"
              value={formats.locale}
              options={locales.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))}
              onChange={(locale) => setFormats({ ...formats, locale })}
            />
            <Select
              label="Time zone"
              value={formats.time_zone}
              options={zones.toSorted().map((value) => ({ value, name: value.replaceAll('_', ' ') }))}
              onChange={(time_zone) => setFormats({ ...formats, time_zone })}
            />
            <p className="small">
              Screens and emails use these formats, and emails come in your morning. Days of figures are UTC days for everyone, and the API
              and exports are the same for all. <TextButton onClick={() => setFormats(browser)}>Use this browser’s settings</TextButton>
            </p>
          </>
        )}
      </SubmitForm>
    </Card>
  );
}
