import { describe, expect, it } from 'vitest'

import { partsOf, splitAtKnownHead } from './compounds.ts'
import type { Language } from '#domain/language.ts'
import { editDistance, listSingleErrors } from './typing-errors.ts'
import { folded, wordsIn } from './word-folding.ts'
import { formsOf, isStopWord, withoutSpelledUmlauts } from './word-forms.ts'

const shareForm = (language: Language, one: string, other: string) => {
  const forms = new Set(formsOf(folded(one), language))
  return formsOf(folded(other), language).some((form) => forms.has(form))
}

describe('forms of a word (B1)', () => {
  it.each([
    ['nl', 'vaas', 'vazen vaasje vaasjes'],
    ['nl', 'kop', 'koppen kopje kopjes'],
    ['nl', 'glas', 'glazen glaasje'],
    ['nl', 'bloem', 'bloemen bloemetje'],
    ['nl', 'boom', 'bomen boompje'],
    ['nl', 'kom', 'kommen kommetje'],
    ['nl', 'paraplu', 'parapluutje'],
    ['nl', 'deken', 'dekens dekentje'],
    ['nl', 'olie', 'oliën'],
    ['nl', 'mes', 'messen'],
    ['nl', 'kaars', 'kaarsen kaarsje'],
    ['de', 'Glas', 'Gläser Gläsern Gläschen'],
    ['de', 'Tasse', 'Tassen Tässchen'],
    ['de', 'Topf', 'Töpfe'],
    ['de', 'Flasche', 'Flaschen Fläschchen'],
    ['en', 'knife', 'knives'],
    ['en', 'glass', 'glasses'],
    ['en', 'diary', 'diaries'],
    ['fr', 'couteau', 'couteaux'],
    ['fr', 'écouteur', 'écouteurs'],
    ['fr', 'parfum', 'parfumée parfumés'],
    ['fr', 'cheval', 'chevaux'],
  ] as const)('in %s of %s are %s', (language, word, others) => {
    for (const other of others.split(' '))
      expect(shareForm(language, word, other), other).toBe(true)
  })

  it.each([
    ['nl', 'mees', 'messen'],
    ['nl', 'iets', 'fiets'],
    ['nl', 'bom', 'bomen'],
    ['de', 'Kissen', 'Kiste'],
    ['en', 'ring', 'rope'],
    ['fr', 'pain', 'paire'],
  ] as const)('in %s %s and %s are two', (language, one, other) => {
    expect(shareForm(language, one, other)).toBe(false)
  })

  /** Widely guessed, and no wider: the word itself, and all that it may be a form of. */
  it.each([
    ['nl', 'ei', ''],
    ['nl', 'ode', ''],
    ['nl', 'messen', 'mes'],
    ['nl', 'vazen', 'vaas'],
    ['nl', 'brieven', 'brief'],
    ['nl', 'foxen', 'fox'],
    ['nl', 'enen', 'een'],
    ['nl', 'olien', 'oli olie'],
    ['nl', 'zeeen', 'zee'],
    ['nl', 'kinderen', 'kinder kind'],
    ['nl', 'wandelen', 'wandel'],
    ['nl', 'sleutels', 'sleutel'],
    ['nl', 'wagens', 'wagen'],
    ['nl', 'lens', 'len'],
    ['nl', 'bussen', 'bus'],
    ['nl', 'cactus', ''],
    ['nl', 'rode', 'rood'],
    ['nl', 'blauwe', 'blauw'],
    ['nl', 'mooie', ''],
    ['nl', 'jasjes', 'jas jasje'],
    ['nl', 'tjes', 'tje'],
    ['nl', 'boompje', 'boomp boom boompj'],
    ['nl', 'bankje', 'bank ban bang bankj'],
    ['nl', 'ballonnetje', 'ballonnet ballonne ballon ballonnetj'],
    ['nl', 'parapluutje', 'parapluut parapluu paraplu parapluutj'],
    ['nl', 'doosje', 'doos doosj'],
    ['nl', 'objectje', 'object objec objectj'],
    ['nl', 'koekjespot', ''],
    ['nl', 'kelderramen', 'kelderraam'],
    ['nl', 'hoenderen', 'hoender hoend'],
    ['nl', 'teen', ''],
    ['de', 'glasern', 'glaser glas'],
    ['de', 'tassen', 'tass tasse'],
    ['de', 'lehrerinnen', 'lehrerinn lehrerinne lehrerin'],
    ['de', 'kindes', 'kind kinde'],
    ['de', 'kindem', 'kind'],
    ['de', 'autos', 'auto'],
    ['de', 'flaschchen', 'flaschch flaschche flasch flasche flaschen'],
    ['de', 'brunnlein', 'brunnlei brunn brunne'],
    ['en', 'bus', ''],
    ['en', 'cups', 'cup'],
    ['en', 'used', 'use'],
    ['en', 'hmmms', ''],
    ['en', 'diaries', 'diarie diari diary'],
    ['en', 'knives', 'knive kniv knif knife'],
    ['en', 'women', 'woman'],
    ['en', 'baking', 'bak bake'],
    ['en', 'painted', 'paint painte'],
    ['fr', 'eaux', 'eau eal'],
    ['fr', 'chevaux', 'chevau cheval'],
    ['fr', 'parfumee', 'parfume parfum'],
    ['fr', 'petites', 'petite petit'],
    ['fr', 'blanche', 'blanch blanc'],
    ['fr', 'nouvelle', 'nouvell nouvel'],
    ['fr', 'ancienne', 'ancienn ancien'],
    ['fr', 'heureuse', 'heureus heureur'],
    ['fr', 'premiere', 'premier'],
    ['fr', 'tablette', 'tablett tabl table'],
    ['fr', 'jouet', 'jou'],
  ] as const)('in %s: %s is perhaps one of %j', (language, word, forms) => {
    expect(formsOf(word, language).join(' ')).toBe(`${word} ${forms}`.trim())
  })

  it.each([
    ['blad', 'bladen bladeren blaadje bladertjes'],
    ['dag', 'dagen'],
    ['bad', 'baden'],
    ['vat', 'vaten'],
    ['dak', 'daken'],
    ['gat', 'gaten'],
    ['pad', 'paden'],
    ['weg', 'wegen'],
    ['slot', 'sloten'],
    ['spel', 'spelen speletje'],
    ['stad', 'steden'],
    ['schip', 'schepen'],
    ['kind', 'kinderen kindertjes'],
    ['ei', 'eieren eiertje'],
    ['lied', 'liederen liedertjes'],
    ['kleed', 'klederen'],
    ['vliegdekschip', 'vliegdekschepen'],
  ])('in nl of %s are %s, though no rule says so', (word, others) => {
    for (const other of others.split(' ')) {
      expect(
        formsOf(other, 'nl').some((form) => form === word),
        other,
      ).toBe(true)
    }
  })

  it('handle umlauts spelled out, and stop words', () => {
    expect(withoutSpelledUmlauts('kopfhoerer', 'de')).toBe('kopfhorer')
    expect(withoutSpelledUmlauts('zoe', 'nl')).toBeUndefined()
    expect(isStopWord('iets', 'nl')).toBe(true)
    expect(isStopWord('kan', 'nl')).toBe(false)
    expect(withoutSpelledUmlauts('vase', 'de')).toBeUndefined()
    for (const [language, word] of [
      ['de', 'und'],
      ['en', 'your'],
      ['fr', 'tout'],
    ] as const) {
      expect(isStopWord(word, language)).toBe(true)
      expect(isStopWord('vase', language)).toBe(false)
      expect(isStopWord('x', language)).toBe(true)
      expect(isStopWord('', language)).toBe(false)
    }
  })
})

describe('folding (B1)', () => {
  it('takes accents, case and ligatures away, and parts words at apostrophes', () => {
    expect(wordsIn("L'Œuf d’Été: Straße 10")).toEqual(['l', 'oeuf', 'd', 'ete', 'strasse', '10'])
  })
})

describe('compounds (B1)', () => {
  const known = (words: string) => {
    const set = new Set(words.split(' '))
    return (part: string) => set.has(part)
  }

  it.each([
    ['nl', 'bloemenvaas', 'bloem vaas', 'vaas', ['bloem']],
    ['nl', 'boekenplankspeaker', 'boek plank speaker', 'speaker', ['boek', 'plank']],
    ['de', 'geburtstagstorte', 'geburtstag torte', 'torte', ['geburtstag']],
    ['de', 'schulheft', 'schule heft', 'heft', ['schule']],
    ['en', 'teapot', 'tea pot', 'pot', ['tea']],
  ] as const)('in %s: %s', (language, word, words, head, others) => {
    expect(partsOf(word, language, known(words))).toEqual({ head, others })
  })

  it('take the longest head, so that a bakfiets ends in no iets', () => {
    expect(partsOf('bakfiets', 'nl', known('bak fiets iets'))?.head).toBe('fiets')
    expect(partsOf('fiets', 'nl', known('iets'))).toBeUndefined()
    expect(splitAtKnownHead('amforavaas', (head) => head === 'vaas')).toEqual({
      head: 'vaas',
      others: ['amfora'],
    })
  })
})

describe('typing errors (B1)', () => {
  it('are one for a swap, a slip, a letter too many or too few', () => {
    for (const typed of ['tehepot', 'theepor', 'theeepot', 'theeot']) {
      expect(editDistance(typed, 'theepot', 2)).toBe(1)
      expect(new Map(listSingleErrors(typed)).has('theepot')).toBe(true)
    }
    expect(editDistance('tehepto', 'theepot', 2)).toBe(2)
    expect(editDistance('thee', 'theepot', 2)).toBe(3)
    expect(editDistance('koffie', 'theepot', 2)).toBe(3)
  })

  it('are likelier as a swap than as another letter', () => {
    const likely = new Map(listSingleErrors('candel'))
    expect(likely.get('candle')).toBeGreaterThan(likely.get('candes') ?? Infinity)
  })
})
