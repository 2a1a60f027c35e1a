import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { parse } from 'yaml'

import type { Language } from '#domain/language.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import type { SearchedGift } from '#server/modules/catalog/search/searched-index.ts'
import { type SynonymRow, synonymsFrom } from '#server/modules/catalog/search/synonym-rows.ts'

const world = path.join(projectRoot, 'demo/world/2')

type ProductFile = {
  brand: string
  sustainable?: boolean
  tags?: string[]
  texts: Partial<Record<Language, { name?: string; description?: string; search_words?: string[] }>>
}
type SynonymsOfLanguage = {
  same?: string[][]
  also?: Record<string, string[]>
  sustainable?: string[]
  parts?: string[]
}
type TagsFile = Record<string, { tags: Record<string, Partial<Record<Language, string>>> }>

const readWorldFile = (file: string): unknown => parse(readFileSync(path.join(world, file), 'utf8'))

/** The demo world as its files define it, without a database: the data for the query lists. */
export function readDemoWorld() {
  const brands = readWorldFile('brands.yaml') as Record<string, { name: string }>
  const tags = Object.assign(
    {},
    ...Object.values(readWorldFile('tags.yaml') as TagsFile).map((group) => group.tags),
  ) as Record<string, Partial<Record<Language, string>>>
  const products = readdirSync(path.join(world, 'products'))
    .sort()
    .map((file) => ({
      id: path.basename(file, '.yaml'),
      ...(readWorldFile(`products/${file}`) as ProductFile),
    }))
  const synonyms = readWorldFile('synonyms.yaml') as Partial<Record<Language, SynonymsOfLanguage>>
  const gifts = (language: Language): SearchedGift[] =>
    products.map(({ id, brand, tags: ids = [], texts, sustainable = false }) => ({
      id,
      name: texts[language]?.name ?? texts.nl?.name ?? '',
      brand: brands[brand]?.name ?? '',
      tags: ids.map((tag) => tags[tag]?.[language] ?? '').join(' '),
      description: texts[language]?.description ?? texts.nl?.description ?? '',
      searchWords: texts[language]?.search_words ?? [],
      sustainable,
    }))
  const synonymsFor = (language: Language) => {
    const { same = [], also = {}, sustainable = [], parts = [] } = synonyms[language] ?? {}
    const rows: SynonymRow[] = [
      ...same.map((words) => ({ kind: 'same' as const, words })),
      ...Object.entries(also).map(([word, others]) => ({
        kind: 'also' as const,
        words: [word, ...others],
      })),
      { kind: 'sustainable', words: sustainable },
      { kind: 'parts', words: parts },
    ]
    return synonymsFrom(rows)
  }
  return { products, gifts, synonymsFor }
}

export type Query = { language: Language; text: string; finds: Set<string>; not: Set<string> }

/** Reads a list of queries from `server/modules/catalog/search`. Replaces '#tag' and '*sustainable' by gift IDs. */
export function readQueries(
  file: string,
  { products }: Pick<ReturnType<typeof readDemoWorld>, 'products'>,
): Query[] {
  const spelledOut = (names: string) =>
    new Set(
      names
        .split(/\s+/)
        .filter((name) => name !== '')
        .flatMap((name) => {
          if (!/^[#*]/.test(name)) return name
          return products
            .filter(({ tags = [], sustainable }) =>
              name === '*sustainable' ? sustainable === true : tags.includes(name.slice(1)),
            )
            .map(({ id }) => id)
        }),
    )
  return readFileSync(path.resolve(projectRoot, 'server/modules/catalog/search', file), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const parts = /^(nl|de|en|fr)\s+(.+?)\s+>([^!]*)(?:!(.*))?$/.exec(line)
      if (!parts) return []
      const [, language, text = '', finds = '', not = ''] = parts
      return {
        language: language as Language,
        text,
        finds: spelledOut(finds),
        not: spelledOut(not),
      }
    })
}
