import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { navigate } from '#backoffice/kit/router/address.tsx'
import { SectionNav } from '#backoffice/modules/channels/settings/SectionNav.tsx'
import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

const SECTIONS = [
  { id: 'hosts', name: 'Domains' },
  { id: 'theme', name: 'Theme' },
]

const current = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'location')
    .map(({ textContent }) => textContent)

it('marks the section that a link names, also while the page is shown', async () => {
  await renderBackoffice(<SectionNav sections={SECTIONS} />, { at: '/backoffice/channels/1014' })
  expect(current()).toEqual(['Domains'])
  act(() => navigate('/backoffice/channels/1014#theme'))
  expect(current()).toEqual(['Theme'])
})
