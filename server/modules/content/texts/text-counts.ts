import { allLanguages, fallbackOrder, type Language } from '#domain/language.ts'
import { rankOf } from '#server/modules/content/component-blocks.ts'
import dutchMailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }
import { MAIL_PATH } from '#server/modules/content/releases/change-keys.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** A text without its value: only its presence is counted. */
export type CountedRow = {
  channel_id: string
  path: string
  block: string
  kind: string
  key: string
  language: Language | ''
  filled: boolean
}

const noCounts = () => ({ own: 0, shared: 0, fallback: 0, missing: 0 })

/**
 * For each page, the source of its texts for a recipient in each language. A text that is empty in every language is
 * left out on purpose, so it is not counted.
 */
export function contentCounts(rows: readonly CountedRow[], defaultLanguage: Language) {
  const fallbackOrders = allLanguages.map((language) => ({
    language,
    order: fallbackOrder(language, defaultLanguage),
  }))
  const pages = new Map<string, Map<string, CountedRow[]>>()
  for (const row of rows) {
    const texts = pages.get(row.path) ?? new Map<string, CountedRow[]>()
    pages.set(row.path, texts)
    const name = `${row.block}\n${row.kind}\n${row.key}`
    texts.set(name, [...(texts.get(name) ?? []), row])
  }
  return [...pages].map(([path, textsByName]) => {
    const texts = [...textsByName.values()].filter((rows) => rows.some(({ filled }) => filled))
    return {
      path,
      texts: texts.length,
      languages: fallbackOrders.map(({ language, order }) => {
        const counts = noCounts()
        for (const rows of texts) counts[sourceOf(rows, language, order)] += 1
        return { language, ...counts }
      }),
    }
  })
}

function sourceOf(
  rows: readonly CountedRow[],
  language: Language,
  order: readonly Language[],
): keyof ReturnType<typeof noCounts> {
  let best: { row: CountedRow; rank: number } | undefined
  for (const row of rows) {
    const rank = row.filled ? rankOf(row, order) : undefined
    if (rank !== undefined && (!best || rank < best.rank)) best = { row, rank }
  }
  if (!best) return 'missing'
  if (best.row.language !== language && best.row.language !== '') return 'fallback'
  return best.row.channel_id === SHARED_CHANNEL ? 'shared' : 'own'
}

/** Mails do not fall back to another language. A missing text falls back to the built-in one of its language. */
export function mailCounts(rows: readonly CountedRow[]) {
  const keys = Object.entries(dutchMailTexts).flatMap(([part, texts]) =>
    Object.keys(texts).map((key) => `mail_${part}_${key}`),
  )
  const filled = { own: new Set<string>(), shared: new Set<string>() }
  for (const row of rows) {
    if (!row.filled || row.path !== MAIL_PATH) continue
    const source = row.channel_id === SHARED_CHANNEL ? 'shared' : 'own'
    filled[source].add(`${row.language} ${row.key}`)
  }
  const mailSourceOf = (name: string) => {
    if (filled.own.has(name)) return 'own'
    return filled.shared.has(name) ? 'shared' : 'fallback'
  }
  return {
    texts: keys.length,
    languages: allLanguages.map((language) => {
      const counts = noCounts()
      for (const key of keys) counts[mailSourceOf(`${language} ${key}`)] += 1
      return { language, ...counts }
    }),
  }
}
