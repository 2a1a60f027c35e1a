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

/**
 * Fields of the file that only programs need, such as carrier codes and the place and opening hours of a pickup
 * point.
 */
const FOR_PROGRAMS: ReadonlySet<string> = new Set([
  'shipperCode',
  'options',
  'distanceMeters',
  'openingTimes',
  'latitude',
  'longitude',
])

/** The heading of this column differs in each part of the file. */
const WHATS = ['history', 'points', 'mails', 'actions'] as const satisfies (keyof ExportTexts)[]

function sayIn(part: keyof ExportTexts, word: string, language: Language): string | undefined {
  const texts: Readonly<Record<string, string>> = EXPORT_TEXTS[language][part]
  return Object.hasOwn(texts, word) ? texts[word] : undefined
}

export const exportTextsIn = (language: Language) => EXPORT_TEXTS[language]

export const hasName = (key: string) => Object.hasOwn(dutch.names, key)

/** undefined: only for programs. A field without a label keeps its own name. */
export function nameIn(key: string, within: string, language: Language): string | undefined {
  if (FOR_PROGRAMS.has(key)) return undefined
  if (within === 'carrier' || within === 'point') {
    if (key === 'code') return undefined
    if (key === 'to') return sayIn('names', 'until', language)
  }
  return sayIn('names', key, language) ?? asText(key)
}

/** The label of a known value in the reader's language; undefined for free text. */
export function wordIn(
  { key, part }: { key: string; part: string },
  value: string,
  language: Language,
): string | undefined {
  if (key === 'state') return sayIn('states', value, language)
  if (key === 'kind') return sayIn('kinds', value, language)
  if (key === 'mail') return sayIn('mail', value, language)
  if (key === 'verified') return sayIn('verified', value, language)
  // States of the warehouse have no label.
  if (key === 'what') {
    const texts = WHATS.find((what) => what === part)
    return (texts && sayIn(texts, value, language)) ?? asText(value)
  }
  if (key === 'country') return named('region', value, language)
  if (key === 'language') return named('language', value, language)
  return undefined
}

function named(type: 'region' | 'language', code: string, language: Language) {
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
