import { describe, expect, it } from 'vitest'

import { mailName } from '#backoffice/kit/domain-texts/mail-texts.ts'
import { formatMessage, type Translate } from '#backoffice/i18n/translator.tsx'
import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'
import { MAIL_TEMPLATES, OTHER_MAIL_TEXTS } from '#domain/mail/mails.ts'

describe.each([
  ['nl', dutch],
  ['en', english],
  ['de', german],
] as const)('mails in the back office, in %s', (language, dictionary) => {
  const t: Translate = (key, values) => formatMessage({ language, text: dictionary[key] }, values)

  it.each([...MAIL_TEMPLATES, ...OTHER_MAIL_TEXTS])('%s has a label (SAFE-17, C2)', (template) => {
    const label = mailName(t, template)
    expect(label).toMatch(/\S/)
    expect(label).not.toBe(template)
  })
})
