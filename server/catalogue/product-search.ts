import MiniSearch from 'minisearch'

type Document = { id: string; name: string; brand: string; description: string; tags: string }

/** ß and ligatures have no combining mark to strip, so they are spelled out. */
const SPELLED_OUT: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' }

export function folded(term: string) {
  return term
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđ]/g, (letter) => SPELLED_OUT[letter] ?? letter)
}

/** One typing error is forgiven in words of five letters or more. */
const TYPO_FROM = 5

/** Finds by name, brand, description and tag, in one language; forgives accents, case and a typing error. */
export class ProductSearch {
  #index: MiniSearch<Document>

  constructor(documents: Document[]) {
    this.#index = new MiniSearch<Document>({
      fields: ['name', 'brand', 'tags', 'description'],
      processTerm: (term) => folded(term) || null,
      searchOptions: {
        boost: { name: 4, brand: 3, tags: 2, description: 1 },
        combineWith: 'AND',
        prefix: (term) => term.length >= 2,
        fuzzy: (term) => (term.length >= TYPO_FROM ? 1 : false),
        maxFuzzy: 1,
      },
    })
    this.#index.addAll(documents)
  }

  /** Ids, best first; equally good ones by id, so that pages never repeat or drop one. */
  find(text: string): string[] {
    return this.#index
      .search(text)
      .sort((a, b) => b.score - a.score || (String(a.id) < String(b.id) ? -1 : 1))
      .map((hit) => String(hit.id))
  }
}
