import { allLanguages } from '#domain/language.ts'

const list = '/rest/producttags/products'
export const repeatedLists = Array.from(
  { length: 12 },
  (_, n) =>
    `${list}?sortOn=sales_price_for_the_multitude_asc&pointsFrom=${(n % 6) + 1}&pointsTo=20&page=${(n % 2) + 1}`,
)
/** Each is sent once in all rounds, because a second response would come from the cache. */
export const newLists = allLanguages.flatMap((language) =>
  [
    'recommended',
    'sales_price_for_the_multitude_asc',
    'sales_price_for_the_multitude_desc',
    'name_asc',
    'name_desc',
  ].flatMap((sortOn) =>
    numbers(1, 8).flatMap((page) =>
      numbers(1, 12).flatMap((from) =>
        numbers(12, 60).map(
          (to) =>
            `${list}?language=${language}&sortOn=${sortOn}&pointsFrom=${from}&pointsTo=${to}&page=${page}`,
        ),
      ),
    ),
  ),
)
const words = ['vase', 'lampp', 'number', 'blanket', 'candle', 'board']
export const repeatedSearches = ['vase', 'lampp', 'number 12', 'blanket', 'candle 7', 'board'].map(
  (search) => `${list}?search=${encodeURIComponent(search)}&page=1`,
)
export const newSearches = numbers(1, 20).flatMap((from) =>
  numbers(1, 2).flatMap((page) =>
    numbers(1, 1000).flatMap((number) =>
      words.map(
        (word) =>
          `${list}?search=${encodeURIComponent(`${word} ${number}`)}&pointsFrom=${from}&pointsTo=30&page=${page}`,
      ),
    ),
  ),
)
export const details = Array.from(
  { length: 40 },
  (_, n) => `/rest/saleschannelproducts/bench-${n * 7 + 20}?language=nl`,
)

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n)
}
