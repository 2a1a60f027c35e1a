import { allLanguages, type Language } from '#domain/language.ts'
import { GiftIndex } from '#server/modules/catalog/search/gift-index.ts'
import type { SearchedGift } from '#server/modules/catalog/search/searched-index.ts'
import { GiftSearch } from '#server/modules/catalog/search/gift-search.ts'
import { readDemoWorld, readQueries } from '#server/testing/demo/demo-queries.ts'

/**
 * The search alone, without a response cache: the build time of an index of 5,000 gifts, its size, and the listed
 * queries per second. In CPU time, because the machine may be busy otherwise.
 */
const GIFTS = 5000
const MEASURED_MS = 3000

const world = readDemoWorld()
const queries = ['queries-tuned.txt', 'queries-tuned-2.txt'].flatMap((file) =>
  readQueries(file, world),
)

/** The required number of gifts, built from the texts of the demo world. */
function manyGifts(language: Language): SearchedGift[] {
  const gifts = world.gifts(language)
  return Array.from({ length: GIFTS }, (_, n) => {
    const [one, other, third] = [n, n * 7 + 3, n * 13 + 5].map((at) => gifts[at % gifts.length])
    if (!one || !other || !third) throw new Error('the demo world has no gifts')
    const half = one.description.slice(0, one.description.length >> 1)
    const rest = third.description.split(' ').slice(0, 20).join(' ')
    return {
      ...one,
      id: `${one.id}-${n}`,
      name: `${one.name} ${other.name.split(' ').at(-1) ?? ''}${n}`,
      description: `${half} ${other.description} ${rest}`,
    }
  })
}

function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function heldBytes() {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

for (const language of allLanguages) {
  const gifts = manyGifts(language)
  const words = world.synonymsFor(language)
  const searches = queries.filter((query) => query.language === language).map(({ text }) => text)
  const before = heldBytes()
  const startedAt = cpuMs()
  const search = GiftSearch.of(GiftIndex.build(language, gifts, words))
  const elapsedMs = cpuMs() - startedAt
  const held = (heldBytes() - before) / 1e6

  let count = 0
  const from = cpuMs()
  const until = performance.now() + MEASURED_MS
  while (performance.now() < until) {
    search.find(searches[count % searches.length] ?? '')
    count += 1
  }
  const rate = (count / (cpuMs() - from)) * 1000
  process.stdout.write(
    `search ${language}: ${GIFTS} gifts made in ${elapsedMs.toFixed(0)} ms, ${held.toFixed(1)} MB, ${rate.toFixed(0)} a second\n`,
  )
}
