import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { navigate, useLocation } from '#backoffice/kit/router/address.tsx'
import { PageBoundary } from '#backoffice/shell/layout/PageBoundary.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

function Section() {
  const { pathname } = useLocation()
  if (pathname.endsWith('/theme')) throw new Error('broken')
  return <p>{pathname}</p>
}

function Page() {
  return (
    <PageBoundary pathname={useLocation().pathname}>
      <Section />
    </PageBoundary>
  )
}

it('shows the other sections of a page after an error in one of them', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await renderBackoffice(<Page />, { at: '/backoffice/channels/1014/general' })
  await act(async () => navigate('/backoffice/channels/1014/theme'))
  expect(await screen.findByRole('button', { name: en('again') })).toBeTruthy()
  await act(async () => navigate('/backoffice/channels/1014/orders'))
  expect(await screen.findByText('/backoffice/channels/1014/orders')).toBeTruthy()
  expect(screen.queryByRole('button', { name: en('again') })).toBeNull()
  vi.restoreAllMocks()
})
