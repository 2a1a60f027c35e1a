import { entriesOf, type TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import type { TextShape } from '#backoffice/modules/content/editor/text-definition.ts'
import { valueOf } from '#backoffice/kit/rich-text/value-text.ts'
import { type ChangedText, isSamePlace, type TextPlace } from '#contract/shared/preview-messages.ts'
import type { Language } from '#domain/language.ts'

const FIELDS: readonly string[] = ['text', 'area', 'media'] satisfies TextPlace['field'][]

/** Where the preview shows a text; null for a link or a number. */
export function placeOf({ field, languages: [first] }: TextShape): TextPlace | null {
  const { path, block, key } = first?.key ?? {}
  if (typeof path !== 'string' || typeof block !== 'string' || typeof key !== 'string') return null
  return FIELDS.includes(field) ? { path, block, key, field: field as TextPlace['field'] } : null
}

/** The texts at these places. */
export const textsAt = (texts: readonly TextShape[], places: readonly TextPlace[]) =>
  texts.filter((text) => {
    const place = placeOf(text)
    return place !== null && places.some((one) => isSamePlace(one, place))
  })

/** What is typed and not saved, as a reader of the language will see it. */
export function changedTexts(
  texts: readonly TextShape[],
  typed: TypedChanges,
  language: Language,
): ChangedText[] {
  const subjects = new Set(entriesOf(typed).map(([subject]) => subject))
  return texts.flatMap((text) => {
    const place = placeOf(text)
    const own = text.languages.find((one) => one.language === language)
    const common = text.languages.find((one) => one.language === '')
    const entry = [own, common].find((one) => one && subjects.has(one.subject))
    if (!place || !entry) return []
    // What is written for the language comes before what is written for all.
    if (entry === common && own && valueOf(own.change ? own.change.after : own.value) !== '')
      return []
    const value = valueOf(typed[entry.subject]?.after ?? null) || (entry.reads?.value ?? '')
    return [{ ...place, value }]
  })
}
