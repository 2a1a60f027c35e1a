import type { Language } from '#domain/language.ts'
import { formsOf, isStopWord } from '#domain/search/word-forms.ts'
import type { Synonyms } from '#server/modules/catalog/search/synonym-rows.ts'

const PLURALS: Record<Language, readonly string[]> = {
  nl: ['', 's', 'en'],
  de: ['', 'e', 'n', 'en', 'er', 's'],
  en: ['', 's'],
  fr: ['', 's'],
}

/** `asked`: the forms of each typed word. `found`: the words that are searched instead. */
type Entry = { asked: string[][]; found: string[] }

/** A phrase is found from each of its first words, up to this many. */
const LONGEST_PHRASE = 3

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
      const filtered = words.filter((word) => !isStopWord(word, language))
      return filtered.length > 1 ? filtered : words
    }
    for (const pair of also) {
      // Prepositions and articles are ignored: nobody types all of 'sac à main'.
      const [asked, found] = [significant(pair.asked), significant(pair.found)]
      const entry = { asked: asked.map((word) => formsOf(word, language)), found }
      const [firstWord, ...more] = asked
      if (firstWord !== undefined && more.length === 0)
        for (const ending of PLURALS[language]) this.#known.add(firstWord + ending)
      for (const form of entry.asked[0] ?? []) {
        const entries = this.#entries.get(form)
        if (entries) entries.push(entry)
        else this.#entries.set(form, [entry])
      }
    }
  }

  knows(word: string): boolean {
    return this.#known.has(word)
  }

  /** The replacements of every known phrase that contains the word at this position. */
  replacementsAt(typed: readonly string[], position: number): string[][] {
    if (this.#entries.size === 0) return []
    const found = new Map<string, string[]>()
    for (let first = position; first >= 0 && first > position - LONGEST_PHRASE; first -= 1) {
      for (const form of formsOf(typed[first] ?? '', this.language)) {
        for (const entry of this.#entries.get(form) ?? []) {
          if (first + entry.asked.length > position && this.#matches(typed, first, entry))
            found.set(entry.found.join(' '), entry.found)
        }
      }
    }
    return [...found.values()]
  }

  #matches(typed: readonly string[], first: number, { asked }: Entry) {
    return asked.every((forms, index) => {
      const word = typed[first + index]
      return word !== undefined && formsOf(word, this.language).some((form) => forms.includes(form))
    })
  }
}
