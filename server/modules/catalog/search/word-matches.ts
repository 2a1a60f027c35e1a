import { formsOf, isStopWord, withoutSpelledUmlauts } from '#domain/search/word-forms.ts'
import type { Match, Way } from '#server/modules/catalog/search/gift-scores.ts'
import { FITS, type SearchedIndex } from '#server/modules/catalog/search/searched-index.ts'
import type { SynonymLookup } from '#server/modules/catalog/search/synonyms.ts'

/** By FITS, for the word as typed and for another form of it. */
export const FIT_WORTH = [900, 800, 750, 650, 400] as const
const FORM_WORTH = [760, 660, 500, 450, 380] as const
/** Within a field, a synonym ranks below the typed word; a synonym in a name ranks above a typed word in a tag. */
const SYNONYM = 1000
const SPLIT = 300
export const SHORTEST_PART = 3

/** Words of the index that match a typed word: directly, in a phrase, as a synonym, or split in two. */
export class WordMatches {
  readonly #synonyms: SynonymLookup
  readonly #phrases: SynonymLookup

  constructor(
    readonly index: SearchedIndex,
    { synonyms, phrases }: { synonyms: SynonymLookup; phrases: SynonymLookup },
  ) {
    this.#synonyms = synonyms
    this.#phrases = phrases
  }

  /** Phrases in gift names, if all their words were typed. */
  phraseWays(typed: readonly string[], at: number): Way[] {
    return this.#phrases.found(typed, at).map((found) => found.map((word) => this.of(word)))
  }

  synonymWays(typed: readonly string[], at: number): Way[] {
    return this.#synonyms
      .found(typed, at)
      .map((found) => {
        const way = found.map((word) => this.of(word, SYNONYM))
        return way.map(found.length === 1 ? exactOrCalled : called)
      })
      .filter(isPossible)
  }

  /** Ways to match a word that was not typed itself, with its synonyms of one or several words. */
  waysOf(word: string): Way[] {
    return [[this.of(word)], ...this.synonymWays([word], 0)].filter(isPossible)
  }

  #withSynonyms(word: string, less = 0): Match[] {
    const others = this.#synonyms.found([word], 0).filter((found) => found.length === 1)
    return [...this.of(word, less), ...others.flat().flatMap((one) => this.of(one, less + SYNONYM))]
  }

  of(word: string, less = 0): Match[] {
    const { language } = this.index
    const matches: Match[] = []
    const add = (form: string, isTyped: boolean) => {
      for (const answer of this.index.answersTo(form) ?? []) {
        const fit = answer & 7
        const worth = isTyped ? FIT_WORTH[fit] : FORM_WORTH[fit]
        matches.push({ word: answer >> 3, fit: (worth ?? 0) - less })
      }
    }
    if (isStopWord(word, language)) {
      add(word, true)
      return matches.filter(({ fit }) => fit === FIT_WORTH[FITS.word] - less)
    }
    for (const form of formsOf(word, language)) add(form, form === word)
    const plain = withoutSpelledUmlauts(word, language)
    if (plain) for (const form of formsOf(plain, language)) add(form, form === plain)
    return matches
  }

  /** One word that the shop writes as two: both must be present. Returns nothing if no gift contains both. */
  waysApart(word: string): Way[] {
    const ways: Way[] = []
    for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
      const way = [word.slice(0, at), word.slice(at)].map((part) =>
        isStopWord(part, this.index.language) ? [] : this.#withSynonyms(part, SPLIT),
      )
      if (isPossible(way)) ways.push(way)
    }
    return ways
  }
}

/**
 * Words that only have a meaning together: a description that contains both in different places is not about in-ears.
 */
const called = (matches: Match[]) => matches.map((match) => ({ ...match, isCalled: true }))

/** A word that was not typed itself counts in descriptions only in its exact form: no ears for 'oreillettes'. */
const exactOrCalled = (matches: Match[]) =>
  matches.map((match) => ({ ...match, isCalled: match.fit < FIT_WORTH[FITS.word] - SYNONYM }))

const isPossible = (way: Way) => way.every((matches) => matches.length > 0)
