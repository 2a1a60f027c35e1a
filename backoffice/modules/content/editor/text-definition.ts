import type { StaffResponse } from '#contract/client.staff.ts'
import type { NameText } from '#backoffice/i18n/use-text-names.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { valueOf } from '#backoffice/kit/rich-text/value-text.ts'
import type { Language } from '#domain/language.ts'

type PageText = StaffResponse<'contentPage'>['texts'][number]
type MailText = StaffResponse<'mailTexts'>['texts'][number]
type DraftChange = PageText['languages'][number]['change']
type Entry = TextShape['languages'][number]

/** A text of a page or of a mail in all its languages, as the editor shows it. */
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
    change: DraftChange
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

/** The anchors for links from the launch check: missing texts, and links in texts. */
export function anchorsOf(
  text: TextShape,
  { language, reads }: Pick<Entry, 'language' | 'reads'>,
  value: string,
): string | undefined {
  const isTextField = text.field === 'text' || text.field === 'area'
  const isMissing = value === '' && reads?.language !== language && reads?.language !== ''
  const content = value === '' ? (reads?.value ?? '') : value
  const links =
    text.field === 'url' ? [content] : [...content.matchAll(/href="([^"]*)"/g)].map(hrefOf)
  const anchors = [
    ...(isTextField && isMissing ? [`lacks-${language}`] : []),
    ...links.filter((href) => href !== '').map((href) => `link-${encodeURIComponent(href)}`),
  ]
  return anchors.length === 0 ? undefined : anchors.join(' ')
}

const hrefOf = ([, href = '']: RegExpExecArray) => href

/** The language of the field with this anchor. */
export function languageAt(texts: readonly TextShape[], anchor: string): Language | undefined {
  if (anchor === '') return undefined
  for (const text of texts) {
    for (const entry of text.languages) {
      const value = valueOf(entry.change ? entry.change.after : entry.value)
      const anchors = anchorsOf(text, entry, value)?.split(' ') ?? []
      if (entry.language !== '' && anchors.includes(anchor)) return entry.language
    }
  }
  return undefined
}

/** A language's name in the user's language. */
export const languageName = (t: Translate, language: Language | ''): string =>
  language === '' ? t('allLanguages') : t(`in.${language}`)

/** The source of the fallback text of a language. '' means a value for all languages. */
export function sourceText(
  t: Translate,
  { reads, language }: Pick<TextShape['languages'][number], 'reads' | 'language'>,
): string {
  if (!reads) return t('nothingShown')
  if (reads.language === '') return t('reads.all')
  const source = languageName(t, reads.language)
  return language === '' && reads.source !== 'shop'
    ? t(`readsAnyLanguage.${reads.source}`, { source })
    : t(`reads.${reads.source}`, { language: languageName(t, language), source })
}
