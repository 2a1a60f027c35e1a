import { describe, expect, it } from 'vitest'

import { mailWords } from '#backoffice/holders/case-words.ts'
import { mailName } from '#backoffice/rehearsals/report-words.ts'
import { filled, type Say } from '#backoffice/words/desk-words.tsx'
import { dutch } from '#backoffice/words/dutch.ts'
import { english } from '#backoffice/words/english.ts'
import { german } from '#backoffice/words/german.ts'
import { MAIL_TEMPLATES } from '#domain/mail-templates.ts'

describe.each([
  ['nl', dutch],
  ['en', english],
  ['de', german],
] as const)('mails in the back office, in %s', (language, dictionary) => {
  const say: Say = (key, values) => filled({ language, text: dictionary[key] }, values)

  it.each(MAIL_TEMPLATES)(
    '%s has a label in the timeline and in reports (SAFE-17, C2)',
    (template) => {
      for (const label of [mailWords(say, template), mailName(say, template)]) {
        expect(label).toMatch(/\S/)
        expect(label).not.toBe(template)
      }
    },
  )
})
