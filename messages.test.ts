import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

/** Words that are retired in the texts of one language only. */
const RETIRED_TEXTS: Readonly<Record<string, RegExp>> = {
  en: /\b(desk|holders?|second person|mend(s|ed|ing)?|rehears\w+|whoever|anew)\b/i,
  nl: /\b(balie|houders?|tweede persoon|repetities?|winkelwagen|weghalen)\b/i,
  de: /\b(Desk|Beschenkte\w*|zweite Person|sichern|du|dir|dich|dein\w*|euch|euer)\b/,
  fr: /\bcartes? cadeaux?\b/i,
}

type Messages = { [key: string]: string | Messages }

const textsOf = (messages: Messages, part = ''): [key: string, text: string][] =>
  Object.entries(messages).flatMap(([key, text]) =>
    typeof text === 'string' ? [[part + key, text] as const] : textsOf(text, `${part}${key} `),
  )

const textsIn = (file: string) => textsOf(JSON.parse(readFileSync(file, 'utf8')) as Messages)

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*/messages/*.json'],
  { encoding: 'utf8' },
)
  .trim()
  .split('\n')

const folders = [...new Set(files.map((file) => path.dirname(file)))]

const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].toSorted().join(', ')

it.each(folders)('has each text of %s in every language, with the same placeholders', (folder) => {
  const [first = [], ...others] = files
    .filter((file) => path.dirname(file) === folder)
    .map((file) =>
      textsIn(file)
        .map(([key, text]) => `${key}: ${placeholders(text)}`)
        .toSorted(),
    )
  expect(first.length).toBeGreaterThan(0)
  expect(others.length).toBeGreaterThan(1)
  for (const other of others) expect(other).toEqual(first)
})

it.each(Object.entries(RETIRED_TEXTS))('contains no retired word in %s', (language, retired) => {
  const found = files
    .filter((file) => file.endsWith(`/messages/${language}.json`))
    .flatMap((file) =>
      textsIn(file)
        .filter(([, text]) => retired.test(text))
        .map(([key, text]) => `${file}: ${key}: ${text}`),
    )
  expect(found).toEqual([])
})
