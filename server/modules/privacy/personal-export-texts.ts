import type { MailToHolder } from '#domain/mail/mails.ts'
import type { Language } from '#domain/language.ts'
import dutch from '#server/modules/privacy/messages/nl.json' with { type: 'json' }
import english from '#server/modules/privacy/messages/en.json' with { type: 'json' }
import french from '#server/modules/privacy/messages/fr.json' with { type: 'json' }
import german from '#server/modules/privacy/messages/de.json' with { type: 'json' }

type ExportTexts = typeof dutch
type Mail = MailToHolder | 'service-request' | 'voucher-invitation'

/** A language without one of the texts does not compile. */
const EXPORT_TEXTS: Record<Language, ExportTexts & { mails: Record<Mail, string> }> = {
  nl: dutch,
  en: english,
  de: german,
  fr: french,
}

/** Fields that only programs need, such as carrier codes, and coordinates and opening hours of a pickup point. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set([
  'shipperCode',
  'options',
  'distanceMeters',
  'openingTimes',
  'latitude',
  'longitude',
])

/** Parts of the file whose field `what` has labels of its own. */
const PARTS_WITH_LABELS = [
  'history',
  'points',
  'mails',
  'actions',
] as const satisfies (keyof ExportTexts)[]

function labelIn(part: keyof ExportTexts, key: string, language: Language): string | undefined {
  const texts: Readonly<Record<string, string>> = EXPORT_TEXTS[language][part]
  return Object.hasOwn(texts, key) ? texts[key] : undefined
}

export const exportTextsIn = (language: Language) => EXPORT_TEXTS[language]

export const hasFieldLabel = (key: string) => Object.hasOwn(dutch.names, key)

/** The label of a field; undefined if only programs need it. Without a text the label is the name of the field. */
export function fieldLabel(key: string, parent: string, language: Language): string | undefined {
  if (FOR_PROGRAMS.has(key)) return undefined
  if (parent === 'carrier' || parent === 'point') {
    if (key === 'code') return undefined
    if (key === 'to') return labelIn('names', 'until', language)
  }
  return labelIn('names', key, language) ?? asText(key)
}

/** The label of a known value in the reader's language; undefined for free text. */
export function valueLabel(
  { key, part }: { key: string; part: string },
  value: string,
  language: Language,
): string | undefined {
  if (key === 'state') return labelIn('states', value, language)
  if (key === 'kind') return labelIn('kinds', value, language)
  if (key === 'mail') return labelIn('mail', value, language)
  if (key === 'verified') return labelIn('verified', value, language)
  // States of the warehouse have no label.
  if (key === 'what') {
    const texts = PARTS_WITH_LABELS.find((known) => known === part)
    return (texts && labelIn(texts, value, language)) ?? asText(value)
  }
  if (key === 'country') return displayName('region', value, language)
  if (key === 'language') return displayName('language', value, language)
  return undefined
}

function displayName(type: 'region' | 'language', code: string, language: Language) {
  try {
    return new Intl.DisplayNames([language], { type }).of(code)
  } catch {
    // Not a valid code.
    return undefined
  }
}

function asText(key: string): string {
  const words = key.replaceAll(/[._-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
