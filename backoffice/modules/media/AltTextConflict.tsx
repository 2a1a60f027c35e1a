import { TextConflict } from '#backoffice/kit/rich-text/TextConflict.tsx'
import { valueOf } from '#backoffice/kit/rich-text/value-text.ts'
import type { PictureConflict, PictureDraft } from '#backoffice/modules/media/use-image-draft.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { allLanguages, type Language } from '#domain/language.ts'

const isLanguage = (field: string): field is Language =>
  (allLanguages as readonly string[]).includes(field)

/** A conflict between two image edits: both versions are shown, and texts are merged. */
export function AltTextConflict({
  draft,
  conflict,
  picture,
}: {
  draft: PictureDraft
  conflict: PictureConflict
  picture: string
}) {
  const t = useTranslate()
  const { field, before, theirs, after, by, at } = conflict
  const isText = typeof after === 'string'
  const textValue = (value: PictureConflict['after']) => ({ value: displayText(value) })
  const fieldName = isLanguage(field)
    ? t('media.altIn', { language: t(`in.${field}`) })
    : t(field === 'focus' ? 'media.focus' : `media.${field}`)
  return (
    <TextConflict
      key={field}
      conflict={{
        kind: isText ? 'content' : 'channel',
        key: {},
        subject: field,
        before: textValue(before),
        mine: textValue(after),
        theirs: textValue(theirs),
        version: 0,
        by: by === null ? null : { id: '', name: by },
        at,
        release: null,
        change_version: null,
      }}
      name={`${picture}, ${fieldName}`}
      kind="plain"
      lang={isLanguage(field) ? field : ''}
      variables={[]}
      more={draft.conflicts.length - 1}
      onLater={draft.later}
      onTheirs={() => draft.takeTheirs(field)}
      onMine={(chosen) => draft.takeMine(conflict, isText ? valueOf(chosen) : after)}
    />
  )
}

/** A text or a focal point. The mark for decoration has no text, because two changes of it never differ. */
function displayText(value: PictureConflict['after']): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value ? `${value.x} % × ${value.y} %` : ''
}
