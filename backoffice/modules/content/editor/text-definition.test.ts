import { expect, it } from 'vitest'

import { sourceText } from '#backoffice/modules/content/editor/text-definition.ts'
import { dutch } from '#backoffice/i18n/nl.ts'

it('names the source of a fallback text, for one language and for all languages (DESK-17)', () => {
  const t = (key: string, values: object = {}) =>
    Object.entries(values).reduce<string>(
      (text, [name, value]) => text.replace(`{${name}}`, String(value)),
      (dutch as Record<string, string>)[key] ?? key,
    )
  const reads = { value: '3', source: 'shared', language: 'nl' } as const
  expect(sourceText(t, { language: '', reads })).toBe(
    'Geldt voor elke taal zonder eigen tekst. Nu wordt de gedeelde tekst in het Nederlands getoond.',
  )
  expect(sourceText(t, { language: 'de', reads })).toBe(
    'In het Duits wordt nu de gedeelde tekst in het Nederlands getoond.',
  )
})
