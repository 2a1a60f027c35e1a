import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'
import type { StaffLanguage } from '#domain/language.ts'

const DICTIONARIES: Record<StaffLanguage, Record<string, string>> = {
  nl: dutch,
  en: english,
  de: german,
}

const sentencesOf = (dictionary: Record<string, string>) =>
  Object.values(dictionary).flatMap((text) => text.split('|'))

/** Sentences of the other languages that do not exist in this one: if a page shows one, its text was not translated. */
function foreignSentences(language: StaffLanguage): Set<string> {
  const ownSentences = new Set(sentencesOf(DICTIONARIES[language]))
  const others = Object.values(DICTIONARIES).filter((one) => one !== DICTIONARIES[language])
  return new Set(
    others.flatMap(sentencesOf).filter((text) => text !== '' && !ownSentences.has(text)),
  )
}

/** No text on the back-office page belongs to another language. */
export async function expectOnlyLanguage(page: Page, language: StaffLanguage, place: string) {
  const foreign = foreignSentences(language)
  const texts = await page.evaluate(collectTexts)
  expect({ place, foreign: texts.filter((text) => foreign.has(text)) }).toEqual({
    place,
    foreign: [],
  })
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
}

function collectTexts(): string[] {
  const all: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // Texts of the shop appear here in all their languages.
    if (node.parentElement?.closest('[lang]:not(html), option, script')) continue
    all.push(node.textContent?.trim() ?? '')
  }
  const labelled = document.querySelectorAll('[aria-label], [placeholder], [title]')
  for (const element of labelled) {
    for (const name of ['aria-label', 'placeholder', 'title']) {
      all.push(element.getAttribute(name) ?? '')
    }
  }
  // Integrations have product names, which are headings and also label their fields.
  const headings = document.querySelectorAll('h3, section:has(h3) > h2')
  const names = new Set([...headings].map(({ textContent }) => textContent.trim()))
  return all.filter((text) => !names.has(text))
}
