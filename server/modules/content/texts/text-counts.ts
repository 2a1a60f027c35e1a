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

const count = () => ({ own: 0, shared: 0, fallback: 0, missing: 0 })

/** For each page, the source of its texts for a recipient in each language. */
export function contentCounts(rows: readonly CountedRow[], defaultLanguage: Language) {
  const orders = allLanguages.map((language) => ({
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
  return [...pages].map(([path, texts]) => ({
    path,
    texts: texts.size,
    languages: orders.map(({ language, order }) => {
      const counted = count()
      for (const rows of texts.values()) counted[sourceOf(rows, language, order)] += 1
      return { language, ...counted }
    }),
  }))
}

function sourceOf(
  rows: readonly CountedRow[],
  language: Language,
  order: readonly Language[],
): keyof ReturnType<typeof count> {
  let best: { row: CountedRow; rank: number } | undefined
  for (const row of rows) {
    const rank = row.filled ? rankOf(row, order) : undefined
    if (rank !== undefined && (!best || rank < best.rank)) best = { row, rank }
  }
  if (!best) return 'missing'
  if (best.row.language !== language && best.row.language !== '') return 'fallback'
  return best.row.channel_id === SHARED_CHANNEL ? 'shared' : 'own'
}

/** A mail does not fall back to another language: a missing text is the shop's built-in one. */
export function mailCounts(rows: readonly CountedRow[]) {
  const keys = Object.entries(dutchMailTexts).flatMap(([part, words]) =>
    Object.keys(words).map((key) => `mail_${part}_${key}`),
  )
  const said = new Set(
    rows
      .filter(({ path, filled }) => filled && path === MAIL_PATH)
      .map(
        ({ channel_id, key, language }) => `${channel_id === SHARED_CHANNEL} ${language} ${key}`,
      ),
  )
  return {
    texts: keys.length,
    languages: allLanguages.map((language) => {
      const counted = count()
      for (const key of keys) {
        const own = said.has(`false ${language} ${key}`)
        counted[own ? 'own' : said.has(`true ${language} ${key}`) ? 'shared' : 'fallback'] += 1
      }
      return { language, ...counted }
    }),
  }
}
