import { describe, expect, it } from 'vitest'

import { mailWords } from '#backoffice/modules/vouchers/detail/timeline-texts.ts'
import { mailName } from '#backoffice/modules/reports/simulations/simulation-texts.ts'
import { filled, type Translate } from '#backoffice/i18n/translator.tsx'
import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'
import { MAIL_TEMPLATES } from '#domain/mail/mail-templates.ts'

describe.each([
  ['nl', dutch],
  ['en', english],
  ['de', german],
] as const)('mails in the back office, in %s', (language, dictionary) => {
  const t: Translate = (key, values) => filled({ language, text: dictionary[key] }, values)

  it.each(MAIL_TEMPLATES)(
    '%s has a label in the timeline and in reports (SAFE-17, C2)',
    (template) => {
      for (const label of [mailWords(t, template), mailName(t, template)]) {
        expect(label).toMatch(/\S/)
        expect(label).not.toBe(template)
      }
    },
  )
})
