import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ReportRowsPage } from '#backoffice/modules/reports/ReportRowsPage.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

it('lists only the gift of its address, with its name in the title and as a filter', async () => {
  const asked: URL[] = []
  const rows = { items: [], next: null, previous: null, total: { count: 0, exact: true }, sum: 0 }
  vi.stubGlobal('fetch', (address: string) => {
    const url = new URL(address, 'http://shop')
    asked.push(url)
    const gifts = { ...rows, items: [{ id: 'photo-album', name: 'Photo album' }] }
    return Promise.resolve(Response.json(url.pathname === '/backoffice/api/gifts' ? gifts : rows))
  })
  await renderBackoffice(<ReportRowsPage staff={{} as Staff} params={{ metric: 'gifts' }} />, {
    at: '/backoffice/reports/gifts?from=2026-11-01&to=2026-11-30&gift=photo-album',
  })
  await screen.findByRole('heading', { name: `${en('reports.of.gifts')}: Photo album` })
  expect(
    screen.getByRole('button', { name: en('removeFilter', { name: en('gift') }) }),
  ).toBeDefined()
  expect(
    asked
      .filter(({ pathname }) => pathname.endsWith('/metrics/gifts'))
      .map(({ searchParams }) => searchParams.get('gift')),
  ).toEqual(['photo-album'])
})
