import { describe, expect, it } from 'vitest'

import { splitAfterKnownPart, splitAtKnownHead, partsOf } from './compounds.ts'

const known = (words: string) => {
  const set = new Set(words.split(' '))
  return (part: string) => set.has(part)
}

describe('the parts of a word (B1)', () => {
  it.each([
    ['nl', 'theepot', 'thee pot', 'pot', ['thee']],
    ['nl', 'stadspark', 'stad park', 'park', ['stad']],
    ['nl', 'zonnescherm', 'zonn scherm', 'scherm', ['zonn']],
    ['nl', 'weduwenhoed', 'weduwe hoed', 'hoed', ['weduwe']],
    ['nl', 'boekenplanksdoos', 'boek plank doos', 'doos', ['boek', 'plank']],
    ['nl', 'viskom', 'vis kom', 'kom', ['vis']],
    ['de', 'haustur', 'haus tur', 'tur', ['haus']],
    ['de', 'blumenvase', 'blume vase', 'vase', ['blume']],
    ['de', 'frauenschuh', 'frau schuh', 'schuh', ['frau']],
    ['de', 'tagesdecke', 'tag decke', 'decke', ['tag']],
    ['de', 'kinderbuch', 'kind buch', 'buch', ['kind']],
    ['de', 'hundehutte', 'hund hutte', 'hutte', ['hund']],
    ['de', 'blumenvasendeckel', 'blume vase deckel', 'deckel', ['blume', 'vase']],
    ['en', 'teapotlid', 'tea pot lid', 'lid', ['tea', 'pot']],
    ['fr', 'portefeuille', 'porte feuille', 'feuille', ['porte']],
  ] as const)('in %s: %s', (language, word, words, head, others) => {
    expect(partsOf(word, language, known(words))).toEqual({ head, others })
  })

  it.each([
    ['nl', 'tafelkleed', 'stoel', 'nothing in it is known'],
    ['nl', 'xxxxfiets', 'fiets', 'only its head is known'],
    ['de', 'xxxheft', 'heft', 'only its head is known'],
    ['nl', 'bloemvaas', 'bloemva as', 'a head has three letters'],
    ['nl', 'uisfiets', 'ui fiets', 'and so does each other part'],
    ['nl', 'bloemxvaas', 'bloem vaas', 'an x links nothing'],
    ['nl', 'boekenplankxdoos', 'boek plank doos', 'an x links nothing'],
    ['nl', 'schulheft', 'schule heft', 'only German drops an e'],
    ['en', 'teapotslid', 'tea pot lid', 'English links by nothing'],
    ['fr', 'porteplumesboite', 'porte plume boite', 'French links by nothing'],
    ['en', 'teapotnlid', 'tea pot lid', 'English links by nothing'],
  ] as const)('in %s are not found in %s with %s: %s', (...[language, word, words]) => {
    expect(partsOf(word, language, known(words))).toBeUndefined()
  })

  it('are sought in words of forty letters at most', () => {
    const long = 'a'.repeat(36)
    expect(partsOf(`${long}vaas`, 'nl', known(`${long} vaas`))?.head).toBe('vaas')
    expect(partsOf(`${long}avaas`, 'nl', known(`${long}a vaas`))).toBeUndefined()
  })
})

describe('a head that is known alone (B1)', () => {
  it('has three letters at least, and something that can be said before it', () => {
    const vas = (head: string, before: number) => head === 'vas' && before === 6
    expect(splitAtKnownHead('amforavas', vas)).toEqual({ head: 'vas', others: ['amfora'] })
    expect(splitAtKnownHead('eieidoos', (head) => head === 'doos')?.others).toEqual(['eiei'])
    expect(splitAtKnownHead('xxxdoos', (head) => head === 'doos')).toBeUndefined()
    expect(splitAtKnownHead('amforavas', (head) => head === 'as')).toBeUndefined()
    expect(splitAtKnownHead('amforavas', () => false)).toBeUndefined()
  })
})

describe('a beginning that is known alone (B1)', () => {
  it.each([
    ['nl', 'wijndecanter', 'wijn', 'wijn', 'decanter'],
    ['nl', 'wijnrekk', 'wijn', 'wijn', 'rekk'],
    ['nl', 'bloemenbrug', 'bloem', 'bloem', 'brug'],
    ['nl', 'wijnglasdecanter', 'wijn wijnglas', 'wijnglas', 'decanter'],
    ['de', 'blumenbrosche', 'blume', 'blume', 'brosche'],
    ['en', 'teapotcosy', 'teapot', 'teapot', 'cosy'],
  ] as const)('in %s is that of %s', (language, word, words, part, head) => {
    expect(splitAfterKnownPart(word, language, known(words))).toEqual({ head, others: [part] })
  })

  it('has four letters, as what is behind it', () => {
    expect(splitAfterKnownPart('wijnrek', 'nl', known('wijn'))).toBeUndefined()
    expect(splitAfterKnownPart('visspoeler', 'nl', known('vis'))).toBeUndefined()
    expect(splitAfterKnownPart('visspoeler', 'nl', known('wijn'))).toBeUndefined()
    expect(splitAfterKnownPart('bloemxbrug', 'nl', known('bloem'))?.head).toBe('xbrug')
    expect(splitAfterKnownPart('theepotx', 'nl', known('theepot thee'))?.head).toBe('potx')
  })
})
