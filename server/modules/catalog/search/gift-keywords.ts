import { rolesInName } from '#domain/search/gift-names.ts'
import { isStopWord } from '#domain/search/word-forms.ts'
import type { Language } from '#domain/language.ts'
import { wordsIn, writtenWordsIn } from '#domain/search/word-folding.ts'
import { FIELD_BITS, FIELDS } from '#server/modules/catalog/search/search-fields.ts'

type IndexedWord = { word: string; written: string; field: number; occurrences: number[] }
export type Phrase = { asked: string[]; found: string[] }

/**
 * Further names of gifts, from editors. A phrase counts as one word that joins its significant words. As in a gift's
 * name, its head says what the gift is. Its other words mean little alone.
 */
export class IndexedWords {
  readonly words = new Map<string, IndexedWord>()
  /** The words of each phrase, and the single word that they make. */
  readonly phrases: Phrase[] = []
  readonly #phrases = new Set<string>()
  /** Many gifts have the same name, so each text is split once. */
  readonly #splitTexts = new Map<string, Omit<IndexedWord, 'occurrences'>[]>()

  constructor(readonly language: Language) {}

  /** Releases the data that only indexing needs. */
  erase() {
    this.words.clear()
    this.#phrases.clear()
    this.#splitTexts.clear()
  }

  read(gift: number, text: string) {
    let keywords = this.#splitTexts.get(text)
    if (!keywords) {
      keywords = this.#splitText(text)
      this.#splitTexts.set(text, keywords)
    }
    for (const { word, written, field } of keywords) this.#add(gift, word, written, field)
  }

  #splitText(text: string): Omit<IndexedWord, 'occurrences'>[] {
    const words = wordsIn(text)
    const written = /[^ -~]/.test(text) ? writtenWordsIn(text) : words
    const spelling = (index: number) =>
      written.length === words.length ? (written[index] ?? '') : (words[index] ?? '')
    const significant = [...words.keys()].filter(
      (index) => !isStopWord(words[index] ?? '', this.language),
    )
    const [first, ...more] = significant.length > 0 ? significant : words.keys()
    if (first === undefined) return []
    if (more.length === 0)
      return [{ word: words[first] ?? '', written: spelling(first), field: FIELDS.keyword }]
    const asked = [first, ...more].map((index) => words[index] ?? '')
    const joined = asked.join('')
    const key = asked.join(' ')
    if (!this.#phrases.has(key)) {
      this.#phrases.add(key)
      this.phrases.push({ asked, found: [joined] })
    }
    const roles = rolesInName(text, this.language)
    return [
      { word: joined, written: text.toLowerCase(), field: FIELDS.keyword },
      ...[first, ...more].map((index) => ({
        word: words[index] ?? '',
        written: spelling(index),
        field: roles[index] === 'head' ? FIELDS.keywordHead : FIELDS.keywordPart,
      })),
    ]
  }

  /** Joins the head of a name with the word before it, as users may type them: handcream, powerbank. */
  readName(gift: number, name: string) {
    if (this.language === 'fr') return
    const words = wordsIn(name)
    const head = rolesInName(name, this.language).indexOf('head')
    const [before, last] = [words[head - 1], words[head]]
    if (before === undefined || last === undefined || isStopWord(before, this.language)) return
    this.#add(gift, before + last, `${before} ${last}`, FIELDS.keyword)
  }

  #add(gift: number, word: string, written: string, field: number) {
    const occurrence = (gift << FIELD_BITS) | field
    const known = this.words.get(word)
    if (!known) {
      this.words.set(word, { word, written, field, occurrences: [occurrence] })
      return
    }
    if (field > known.field) known.field = field
    // The entries of one gift are read consecutively.
    if (!known.occurrences.includes(occurrence, Math.max(0, known.occurrences.length - 3)))
      known.occurrences.push(occurrence)
  }
}
