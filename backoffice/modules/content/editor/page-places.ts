import { entriesOf, type TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import type { TextShape } from '#backoffice/modules/content/editor/text-definition.ts'
import { valueOf } from '#backoffice/kit/rich-text/value-text.ts'
import { type ChangedText, isSamePlace, type TextPlace } from '#contract/shared/preview-messages.ts'
import type { Language } from '#domain/language.ts'

const SHOWN_FIELDS: readonly string[] = ['text', 'area', 'media'] satisfies TextPlace['field'][]

/** Where the preview shows a text; null for a link or a number. */
export function placeOf({ field, languages: [first] }: TextShape): TextPlace | null {
  const { path, block, key } = first?.key ?? {}
  if (typeof path !== 'string' || typeof block !== 'string' || typeof key !== 'string') return null
  return SHOWN_FIELDS.includes(field)
    ? { path, block, key, field: field as TextPlace['field'] }
    : null
}

/** The texts at these places. */
export const textsAt = (texts: readonly TextShape[], places: readonly TextPlace[]) =>
  texts.filter((text) => {
    const place = placeOf(text)
    return place !== null && places.some((other) => isSamePlace(other, place))
  })

/**
 * The texts as the page shows them, from top to bottom. A text that is not on the page now, such as a message, follows
 * the one before it in the list.
 */
export function inPageOrder(texts: readonly TextShape[], shown: readonly TextPlace[]): TextShape[] {
  if (shown.length === 0) return [...texts]
  const lastPositions = new Map<string, number>()
  const ordered = texts.map((text) => {
    const place = placeOf(text)
    const found = place ? shown.findIndex((other) => isSamePlace(other, place)) : -1
    const position = found < 0 ? (lastPositions.get(text.group) ?? -1) : found
    lastPositions.set(text.group, position)
    return { text, position }
  })
  const firstPositions = new Map<string, number>()
  for (const { text, position } of ordered) {
    const first = firstPositions.get(text.group) ?? position
    if (position >= 0) firstPositions.set(text.group, Math.min(position, first))
  }
  const groupPosition = ({ group }: TextShape) => firstPositions.get(group) ?? shown.length
  return ordered
    .sort((a, b) => groupPosition(a.text) - groupPosition(b.text) || a.position - b.position)
    .map(({ text }) => text)
}

/** Unsaved input, as a reader of the language will see it. */
export function changedTexts(
  texts: readonly TextShape[],
  typed: TypedChanges,
  language: Language,
): ChangedText[] {
  const subjects = new Set(entriesOf(typed).map(([subject]) => subject))
  return texts.flatMap((text) => {
    const place = placeOf(text)
    const own = text.languages.find((entry) => entry.language === language)
    const common = text.languages.find((entry) => entry.language === '')
    const entry = [own, common].find((candidate) => candidate && subjects.has(candidate.subject))
    if (!place || !entry) return []
    // The text of the language comes before the text for all languages.
    if (entry === common && own && valueOf(own.change ? own.change.after : own.value) !== '')
      return []
    const value = valueOf(typed[entry.subject]?.after ?? null) || (entry.reads?.value ?? '')
    return [{ ...place, value }]
  })
}
