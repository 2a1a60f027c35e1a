import { expect, it } from 'vitest'

import { allLanguages } from '#domain/language.ts'
import { GiftIndex } from '#server/search/gift-index.ts'
import { GiftSearch } from '#server/search/gift-search.ts'
import { type Query, readDemoWorld, readQueries } from '#server/testing/demo-queries.ts'

const world = readDemoWorld()
const searches = new Map(
  allLanguages.map((language) => {
    const index = new GiftIndex(language, world.gifts(language), world.words(language))
    return [language, new GiftSearch(index)]
  }),
)

function judge({ language, text, finds, not }: Query) {
  const ids = searches.get(language)?.find(text).ids ?? []
  const right = ids.slice(0, 5).filter((id) => finds.has(id)).length
  const unwanted = ids.filter((id) => not.has(id))
  const atFive = right >= Math.min(5, finds.size) && unwanted.length === 0
  const atOne = (finds.size === 0 || finds.has(ids[0] ?? '')) && unwanted.length === 0
  return { language, text, atOne, atFive, first: ids.slice(0, 5), unwanted }
}

function judgeAll(file: string) {
  const judged = readQueries(file, world).map(judge)
  const share = (good: number, all: number) => Math.round((good / all) * 1000) / 10
  const rows = [...allLanguages, 'all'].map((language) => {
    const some = judged.filter((one) => language === 'all' || one.language === language)
    return {
      language,
      queries: some.length,
      'at 1 %': share(some.filter(({ atOne }) => atOne).length, some.length),
      'at 5 %': share(some.filter(({ atFive }) => atFive).length, some.length),
    }
  })
  process.stdout.write(
    [`\nsearch, ${file}:`, ...rows.map((row) => JSON.stringify(row)), ''].join('\n'),
  )
  return { judged, atFive: rows.at(-1)?.['at 5 %'] ?? 0 }
}

it('finds what its users mean, by the list it was tuned with (B1)', () => {
  const { judged, atFive } = judgeAll('queries-tuned.txt')
  if (process.env['SEARCH_MISSES'])
    for (const one of judged)
      if (!one.atFive || !one.atOne) process.stdout.write(`${JSON.stringify(one)}\n`)
  expect(judged.length).toBeGreaterThanOrEqual(600)
  expect(atFive).toBeGreaterThanOrEqual(95)
})

it('still finds as much as it did by a list that it is not tuned with (B1)', () => {
  const { judged, atFive } = judgeAll('queries-blind.txt')
  expect(judged.length).toBeGreaterThanOrEqual(140)
  // Not the 95 that is wanted: see 012-searching.md.
  expect(atFive).toBeGreaterThanOrEqual(84)
})
