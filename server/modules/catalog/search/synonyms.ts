import type { Language } from '#domain/language.ts'
import { formsOf, isEmptyWord } from '#domain/search/word-forms.ts'
import type { Synonyms } from '#server/modules/catalog/search/synonym-rows.ts'

const PLURALS: Record<Language, readonly string[]> = {
  nl: ['', 's', 'en'],
  de: ['', 'e', 'n', 'en', 'er', 's'],
  en: ['', 's'],
  fr: ['', 's'],
}

type Entry = { asked: string[][]; found: string[] }

/** Looks up synonyms of typed words, in any of their forms. */
export class SynonymLookup {
  /** By each form of the first word. */
  #entries = new Map<string, Entry[]>()
  /** Single words with synonyms, with their plurals. */
  #known = new Set<string>()

  constructor(
    readonly language: Language,
    { also }: Pick<Synonyms, 'also'>,
  ) {
    const significant = (words: string[]) => {
      const filtered = words.filter((word) => !isEmptyWord(word, language))
      return filtered.length > 1 ? filtered : words
    }
    for (const pair of also) {
      // Prepositions and articles are ignored: nobody types all of 'sac à main'.
      const [asked, found] = [significant(pair.asked), significant(pair.found)]
      const entry = { asked: asked.map((word) => formsOf(word, language)), found }
      const [only, ...more] = asked
      if (only !== undefined && more.length === 0)
        for (const ending of PLURALS[language]) this.#known.add(only + ending)
      for (const form of entry.asked[0] ?? []) {
        const known = this.#entries.get(form)
        if (known) known.push(entry)
        else this.#entries.set(form, [entry])
      }
    }
  }

  knows(word: string): boolean {
    return this.#known.has(word)
  }

  /** The replacements of the phrase that contains this word. */
  found(typed: readonly string[], at: number): string[][] {
    if (this.#entries.size === 0) return []
    const found = new Map<string, string[]>()
    for (const first of [at, at - 1, at - 2]) {
      if (first < 0) break
      for (const form of formsOf(typed[first] ?? '', this.language)) {
        for (const entry of this.#entries.get(form) ?? []) {
          if (first + entry.asked.length > at && this.#matches(typed, first, entry))
            found.set(entry.found.join(' '), entry.found)
        }
      }
    }
    return [...found.values()]
  }

  #matches(typed: readonly string[], first: number, { asked }: Entry) {
    return asked.every((forms, place) => {
      const word = typed[first + place]
      return word !== undefined && formsOf(word, this.language).some((form) => forms.includes(form))
    })
  }
}
