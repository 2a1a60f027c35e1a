import type { StaffResponse } from '#contract/client.staff.ts'
import type { NameText } from '#backoffice/i18n/use-text-names.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { Language } from '#domain/language.ts'

type PageText = StaffResponse<'contentPage'>['texts'][number]
type MailText = StaffResponse<'mailTexts'>['texts'][number]
type Held = PageText['languages'][number]['change']

/** A text of a page and a sentence of a mail, as the editor shows both. */
export type TextShape = {
  id: string
  name: string
  group: string
  field: 'text' | 'area' | 'number' | 'media' | 'url'
  variables: readonly string[]
  hidden: boolean
  languages: readonly {
    language: Language | ''
    subject: string
    kind: 'content' | 'mail'
    key: Record<string, unknown>
    version: number
    was_published: boolean
    value: { value: string; alt: string } | null
    change: Held
    reads: { value: string; source: 'own' | 'shared' | 'shop'; language: Language | '' } | null
  }[]
}

export const pageTextShapes = (
  { channel, path, texts }: StaffResponse<'contentPage'>,
  nameText: NameText,
): TextShape[] =>
  texts.map(({ block, field, key, variables, hidden, languages }) => ({
    id: `${block} ${field} ${key}`,
    name: nameText(key, block === '' ? path : block),
    group: block,
    field,
    variables,
    hidden,
    languages: languages.map(
      ({ language, subject, version, was_published, value, alt, change, reads }) => ({
        language,
        subject,
        kind: 'content',
        key: { channel, path, block, field, key, language },
        version,
        was_published,
        value: value === null ? null : { value, alt },
        change,
        reads: reads && {
          value: reads.value,
          source: reads.channel === channel ? ('own' as const) : ('shared' as const),
          language: reads.language,
        },
      }),
    ),
  }))

export const mailTextShapes = (
  channel: string,
  texts: readonly MailText[],
  nameText: NameText,
): TextShape[] =>
  texts.map(({ mail, key, variables, languages }) => ({
    id: `${mail} ${key}`,
    name: nameText(key, mail),
    group: mail,
    field: 'text',
    variables,
    hidden: false,
    languages: languages.map(
      ({ language, subject, version, was_published, value, change, reads }) => ({
        language,
        subject,
        kind: 'mail',
        key: { channel, mail, key, language },
        version,
        was_published,
        value: value === null ? null : { value, alt: '' },
        change,
        reads: {
          value: reads.value,
          source: reads.from === 'channel' ? ('own' as const) : reads.from,
          language,
        },
      }),
    ),
  }))

/** A language's name in the user's language. */
export const languageName = (t: Translate, language: Language | ''): string =>
  language === '' ? t('allLanguages') : t(`in.${language}`)

/** The source of the fallback text of a language. '' means a value for all languages. */
export function sourceText(
  t: Translate,
  { reads, language }: Pick<TextShape['languages'][number], 'reads' | 'language'>,
): string {
  if (!reads) return t('readsNothing')
  if (reads.language === '') return t('reads.all')
  const source = languageName(t, reads.language)
  return language === '' && reads.source !== 'shop'
    ? t(`readsAnyLanguage.${reads.source}`, { source })
    : t(`reads.${reads.source}`, { language: languageName(t, language), source })
}
