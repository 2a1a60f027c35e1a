import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { LanguageOffer } from '#backoffice/shell/layout/LanguageOffer.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import { german } from '#backoffice/i18n/de.ts'

it('confirms the new language in that language', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})))
  const user = await renderBackoffice(<LanguageOffer offer={{ page: 'de', account: 'en' }} />)
  await user.click(screen.getByRole('button', { name: en('languageKeep', { page: en('in.de') }) }))
  const message = await screen.findByRole('region', { name: german.done })
  expect(message.textContent).toContain(german.languageKept)
})
