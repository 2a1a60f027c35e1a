import { rolesInName } from '#domain/search/gift-names.ts'
import { isStopWord } from '#domain/search/word-forms.ts'
import type { Language } from '#domain/language.ts'
import { wordsIn, writtenWordsIn } from '#domain/search/word-folding.ts'
import { FIELD_BITS, FIELDS } from '#server/modules/catalog/search/search-fields.ts'

type IndexedWord = { word: string; written: string; field: number; places: number[] }
export type Phrase = { asked: string[]; found: string[] }

/**
 * Editors' names for gifts besides the gift names. A phrase counts as one word made of its significant words, and its
 * head names the thing, as in a gift's name; its other words mean little alone.
 */
export class IndexedWords {
  readonly words = new Map<string, IndexedWord>()
  /** The words of each phrase, and the single word that they make. */
  readonly phrases: Phrase[] = []
  readonly #phrases = new Set<string>()
  /** Many gifts have the same name, so each text is split once. */
  readonly #read = new Map<string, Omit<IndexedWord, 'places'>[]>()

  constructor(readonly language: Language) {}

  /** Releases the data that only indexing needs. */
  erase() {
    this.words.clear()
    this.#phrases.clear()
    this.#read.clear()
  }

  read(gift: number, text: string) {
    let keywords = this.#read.get(text)
    if (!keywords) {
      keywords = this.#apart(text)
      this.#read.set(text, keywords)
    }
    for (const { word, written, field } of keywords) this.#note(gift, word, written, field)
  }

  #apart(text: string): Omit<IndexedWord, 'places'>[] {
    const words = wordsIn(text)
    const written = /[^ -~]/.test(text) ? writtenWordsIn(text) : words
    const spelling = (at: number) =>
      written.length === words.length ? (written[at] ?? '') : (words[at] ?? '')
    const telling = [...words.keys()].filter((at) => !isStopWord(words[at] ?? '', this.language))
    const [only, ...more] = telling.length > 0 ? telling : words.keys()
    if (only === undefined) return []
    if (more.length === 0)
      return [{ word: words[only] ?? '', written: spelling(only), field: FIELDS.keyword }]
    const asked = [only, ...more].map((at) => words[at] ?? '')
    const whole = asked.join('')
    const key = asked.join(' ')
    if (!this.#phrases.has(key)) {
      this.#phrases.add(key)
      this.phrases.push({ asked, found: [whole] })
    }
    const inName = rolesInName(text, this.language)
    return [
      { word: whole, written: text.toLowerCase(), field: FIELDS.keyword },
      ...[only, ...more].map((at) => ({
        word: words[at] ?? '',
        written: spelling(at),
        field: inName[at] === 'head' ? FIELDS.keywordHead : FIELDS.keywordPart,
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
    this.#note(gift, before + last, `${before} ${last}`, FIELDS.keyword)
  }

  #note(gift: number, word: string, written: string, field: number) {
    const place = (gift << FIELD_BITS) | field
    const known = this.words.get(word)
    if (!known) {
      this.words.set(word, { word, written, field, places: [place] })
      return
    }
    if (field > known.field) known.field = field
    // The entries of one gift are read consecutively.
    if (!known.places.includes(place, Math.max(0, known.places.length - 3)))
      known.places.push(place)
  }
}
