import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'
import { formatMessage } from '#backoffice/i18n/translator.tsx'
import type { StaffLanguage } from '#domain/language.ts'
import portalDutch from '#employer-portal/messages/nl.json' with { type: 'json' }
import portalEnglish from '#employer-portal/messages/en.json' with { type: 'json' }
import portalGerman from '#employer-portal/messages/de.json' with { type: 'json' }

type Values = Readonly<Record<string, string | number>>

const messagesIn =
  <Key extends string>(language: StaffLanguage, messages: Readonly<Record<Key, string>>) =>
  (key: Key, values: Values = {}): string =>
    formatMessage({ language, text: messages[key] }, values)

/** Texts of the employer portal by their key. Its sign-in page is that of the back office. */
export const portal = {
  nl: messagesIn('nl', portalDutch),
  en: messagesIn('en', portalEnglish),
  de: messagesIn('de', portalGerman),
}

/** Finds a message of which some values are unknown, such as a name: `withAnyValue(nl('address.changed'))`. */
export const withAnyValue = (text: string) =>
  new RegExp(
    text
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
      .join('.+'),
  )

/** Texts of the back office by their key, so that a changed text breaks no test. */
export const nl = messagesIn('nl', dutch)
export const en = messagesIn('en', english)
export const de = messagesIn('de', german)

type Translate = typeof nl
type Either = <Value>(dutch: Value, english: Value) => Value

/** Texts in each language of the tests. `either` is for texts without a key. */
export const inEachLanguage = <Texts>(make: (t: Translate, either: Either) => Texts) => ({
  nl: make(nl, (dutch) => dutch),
  en: make(en, (_dutch, english) => english),
})
