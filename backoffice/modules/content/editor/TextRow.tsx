import { LanguageText } from '#backoffice/modules/content/editor/LanguageText.tsx'
import type { TextShape } from '#backoffice/modules/content/editor/text-definition.ts'
import type { Typed, TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import type { Saving } from '#backoffice/modules/content/editor/use-saving.ts'
import type { EditedLanguages } from '#backoffice/modules/content/editor/use-edited-languages.ts'
import type { Language } from '#domain/language.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './TextRow.module.css'

export type TextRowProps = {
  text: TextShape
  channel: string
  shownRelease: string
  typed: TypedChanges
  saving: Saving
  readOnly: boolean
  languages: Pick<EditedLanguages, 'language' | 'compare'>
  /** The release with an unpublished change of a text. */
  draftOf: (subject: string) => string | undefined
  /** The language of the text that is being edited. */
  onLanguage?: (language: Language) => void
  type: (subject: string, typed: Typed | undefined) => void
}

/** A text under its name, in one language or in two side by side. */
export function TextRow({
  text,
  channel,
  shownRelease,
  typed,
  saving,
  readOnly,
  languages: { language, compare },
  draftOf,
  onLanguage,
  type,
}: TextRowProps) {
  const t = useTranslate()
  const shown = ['', language, compare].flatMap(
    (wanted) => text.languages.find((entry) => entry.language === wanted) ?? [],
  )
  const isAlone = shown.length === 1
  const name = (
    <h3 className={css.name}>
      {text.name}
      {text.hidden ? <span className={css.soft}> {t('beyondList')}</span> : null}
    </h3>
  )
  return (
    <div className={css.row}>
      {isAlone ? null : name}
      <div className={css.languages}>
        {shown.map((entry) => (
          <LanguageText
            key={entry.subject}
            title={isAlone ? name : null}
            text={text}
            entry={entry}
            channel={channel}
            release={shownRelease}
            typed={typed[entry.subject]}
            readOnly={readOnly}
            issue={saving.issues[entry.subject]}
            notes={saving.notes[entry.subject] ?? []}
            draft={draftOf(entry.subject)}
            onLanguage={onLanguage}
            type={type}
          />
        ))}
      </div>
    </div>
  )
}
