import { formsOf, isStopWord, withoutSpelledUmlauts } from '#domain/search/word-forms.ts'
import type { Match, Alternative } from '#server/modules/catalog/search/gift-scores.ts'
import {
  fitOfMatch,
  FITS,
  type SearchedIndex,
  wordOfMatch,
} from '#server/modules/catalog/search/searched-index.ts'
import type { SynonymLookup } from '#server/modules/catalog/search/synonyms.ts'

/** By FITS, for the word as typed and for another form of it. */
export const FIT_SCORES = [900, 800, 750, 650, 400] as const
const FORM_SCORES = [760, 660, 500, 450, 380] as const
/** Within a field, a synonym ranks below the typed word; a synonym in a name ranks above a typed word in a tag. */
const SYNONYM_PENALTY = 1000
const SPLIT_PENALTY = 300
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
  phraseAlternatives(typed: readonly string[], index: number): Alternative[] {
    return this.#phrases
      .replacementsAt(typed, index)
      .map((words) => words.map((word) => this.matchesOf(word)))
  }

  synonymAlternatives(typed: readonly string[], index: number): Alternative[] {
    return this.#synonyms
      .replacementsAt(typed, index)
      .map((words) => {
        const alternative = words.map((word) => this.matchesOf(word, SYNONYM_PENALTY))
        return alternative.map(words.length === 1 ? skipInexactInDescriptions : skipDescriptions)
      })
      .filter(isPossible)
  }

  /** Alternatives for a word that was not typed itself, with its synonyms of one or several words. */
  alternativesOf(word: string): Alternative[] {
    return [[this.matchesOf(word)], ...this.synonymAlternatives([word], 0)].filter(isPossible)
  }

  #withSynonyms(word: string, penalty = 0): Match[] {
    const synonyms = this.#synonyms.replacementsAt([word], 0).filter(({ length }) => length === 1)
    return [
      ...this.matchesOf(word, penalty),
      ...synonyms.flat().flatMap((synonym) => this.matchesOf(synonym, penalty + SYNONYM_PENALTY)),
    ]
  }

  /** The indexed words that match a typed word. */
  matchesOf(word: string, penalty = 0): Match[] {
    const { language } = this.index
    const matches: Match[] = []
    const add = (form: string, isTyped: boolean) => {
      for (const match of this.index.matchesOf(form) ?? []) {
        const fit = fitOfMatch(match)
        const score = isTyped ? FIT_SCORES[fit] : FORM_SCORES[fit]
        matches.push({ word: wordOfMatch(match), fit: (score ?? 0) - penalty })
      }
    }
    if (isStopWord(word, language)) {
      add(word, true)
      return matches.filter(({ fit }) => fit === FIT_SCORES[FITS.word] - penalty)
    }
    for (const form of formsOf(word, language)) add(form, form === word)
    const plain = withoutSpelledUmlauts(word, language)
    if (plain) for (const form of formsOf(plain, language)) add(form, form === plain)
    return matches
  }

  /** One word that the shop writes as two: both must be present. Returns nothing if no gift contains both. */
  splitAlternatives(word: string): Alternative[] {
    const alternatives: Alternative[] = []
    for (let end = SHORTEST_PART; end <= word.length - SHORTEST_PART; end += 1) {
      const alternative = [word.slice(0, end), word.slice(end)].map((part) =>
        isStopWord(part, this.index.language) ? [] : this.#withSynonyms(part, SPLIT_PENALTY),
      )
      if (isPossible(alternative)) alternatives.push(alternative)
    }
    return alternatives
  }
}

/** Words of a phrase do not count in descriptions: one that contains 'in' and 'ears' is not about in-ears. */
const skipDescriptions = (matches: Match[]) =>
  matches.map((match) => ({ ...match, skipsDescriptions: true }))

/** A synonym counts in descriptions only in its exact form: a search for 'oreillettes' finds no ears. */
const skipInexactInDescriptions = (matches: Match[]) =>
  matches.map((match) => ({
    ...match,
    skipsDescriptions: match.fit < FIT_SCORES[FITS.word] - SYNONYM_PENALTY,
  }))

const isPossible = (alternative: Alternative) => alternative.every((matches) => matches.length > 0)
