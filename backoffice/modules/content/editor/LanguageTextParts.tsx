import { useQuery } from '@tanstack/react-query'

import { sourceText, type TextShape } from '#backoffice/modules/content/editor/text-definition.ts'
import { shownAltText, sourceOf, useLibraryAlts } from '#backoffice/modules/media/UseAltTexts.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { ReadOnlyText } from '#backoffice/kit/rich-text/RichTextField.tsx'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import { isLanguageChoice } from '#contract/content/language-choice.ts'
import { allLanguages, fallbackOrder, languageOf, languages } from '#domain/language.ts'
import { hasPicture, pictureUrl } from '#ui/lib/image-address.ts'

import css from './TextRow.module.css'

export type Entry = TextShape['languages'][number]

export const isChoice = ({ key: { path, block, key } }: Entry) =>
  isLanguageChoice({ path: String(path), block: String(block), key: String(key) })

/** Offers the languages of the channel. If none is chosen, a note shows the language that applies. */
export function LanguageChoice({
  text,
  entry,
  channel,
  value,
  readOnly,
  issue,
  write,
}: {
  text: TextShape
  entry: Entry
  channel: string
  value: string
  readOnly: boolean
  issue: string | undefined
  write: (code: string) => void
}) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelList', { ids: channel }))
  const channelLanguages = data?.items.find(({ id }) => id === channel)?.languages ?? allLanguages
  return (
    <>
      <FormSelect
        label={<span className="visually-hidden">{text.name}</span>}
        disabled={readOnly}
        issue={issue}
        value={value}
        onChange={({ target }) => write(target.value)}
      >
        <option value="">–</option>
        {allLanguages
          .filter((code) => code === value || channelLanguages.includes(code))
          .map((code) => (
            <option key={code} value={code}>
              {languages[code].label}
            </option>
          ))}
      </FormSelect>
      {value === '' ? <p className={css.note}>{appliedLanguage(t, entry)}</p> : null}
    </>
  )
}

function appliedLanguage(t: Translate, entry: Entry): string {
  const code = languageOf(entry.reads?.value)
  return code ? `${languages[code].label}. ${sourceText(t, entry)}` : t('nothingShown')
}

/** The alt text of an image. An empty field shows the fallback text and its source. */
export function AlternativeTextField({
  text,
  entry: { language },
  file,
  alt,
  readOnly,
  write,
}: {
  text: TextShape
  entry: Entry
  file: string
  alt: string
  readOnly: boolean
  write: (alt: string) => void
}) {
  const t = useTranslate()
  const library = useLibraryAlts(file, alt === '')
  const alts = Object.fromEntries(
    text.languages.flatMap((other) => {
      const current = other.change ? other.change.after : other.value
      if (current?.['value'] !== file) return []
      return [[other.language, typeof current['alt'] === 'string' ? current['alt'] : '']]
    }),
  )
  const order = fallbackOrder(language || undefined, undefined)
  const shownAlt = file === '' ? undefined : shownAltText({ alts, library, order })
  return (
    <FormField
      label={t('alternative')}
      data-anchor={alt === '' && file !== '' ? 'unsaid' : undefined}
      hint={alt === '' && shownAlt ? sourceOf(t, shownAlt) : t('alternativeHelp')}
      placeholder={shownAlt?.text ?? ''}
      readOnly={readOnly}
      value={alt}
      onChange={({ target }) => write(target.value)}
    />
  )
}

/** The image that the shop shows if the channel has none of its own. */
export function FallbackImage({ entry, label }: { entry: Entry; label: string }) {
  const t = useTranslate()
  const { reads } = entry
  if (!reads || !hasPicture(reads.value)) return null
  if (/\.(mp4|webm)$/.test(reads.value)) return <p className={css.note}>{t('media.kind.film')}</p>
  return (
    <img
      className={css.fallbackImage}
      src={pictureUrl(reads.value, reads.value.includes('.svg') ? undefined : 320)}
      alt={`${label}: ${t('currentlyShown')}`}
    />
  )
}

/** The text that is shown if the channel has none of its own. A click copies it into the editor. */
export function FallbackText({
  entry: { reads, language },
  kind,
  label,
  readOnly,
  onEdit,
}: {
  entry: Entry
  kind: 'plain' | 'rich'
  label: string
  readOnly: boolean
  onEdit: () => void
}) {
  const t = useTranslate()
  const value = reads?.value ?? ''
  const shown = (
    <ReadOnlyText
      faded
      kind={kind}
      lang={reads?.language || language}
      value={value}
      label={`${label}: ${t('currentlyShown')}`}
    />
  )
  if (readOnly) return shown
  return (
    <div className={css.inherited}>
      {shown}
      <button
        type="button"
        className={css.edit}
        data-begin
        aria-label={`${t('editShared')}: ${label}`}
        onClick={onEdit}
      />
    </div>
  )
}
