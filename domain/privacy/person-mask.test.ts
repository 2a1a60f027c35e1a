import { expect, it } from 'vitest'

import { maskedMail, maskedName, maskedPhone } from '#domain/privacy/person-mask.ts'

it('shows the first letter and hides everything else', () => {
  expect(maskedName('Marieke de Vries')).toBe('M•••••')
  expect(maskedName('')).toBe('')
  expect(maskedMail('marieke@firma.nl')).toBe('m•••••@••••.nl')
  expect(maskedMail('marieke@localhost')).toBe('m•••••@••••')
  expect(maskedMail('no address')).toBe('n•••••')
  expect(maskedPhone('0612345678')).toBe('•••••78')
  expect(maskedPhone('112')).toBe('1•••••')
})
