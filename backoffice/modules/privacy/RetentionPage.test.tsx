import { cleanup, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { RetentionPage } from '#backoffice/modules/privacy/RetentionPage.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

const channel = (id: string, due: number) => ({
  id,
  name: `Channel ${id}`,
  months: 24,
  due,
  last_run: null,
})

async function openPage(...due: number[]) {
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      Response.json(
        address.includes('/retention')
          ? {
              channels: [
                channel(SHARED_CHANNEL, 0),
                ...due.map((count, at) => channel(String(1014 + at), count)),
              ],
              clearing: [
                { name: 'sessions', hours: 24, cleared: 3, last_at: null, last_count: 0 },
                {
                  name: 'tokens',
                  hours: 0,
                  cleared: 1,
                  last_at: '2026-11-25T09:00:00.000Z',
                  last_count: 1,
                },
              ],
            }
          : { items: [] },
      ),
    ),
  )
  await renderBackoffice(<RetentionPage />)
  await screen.findByRole('region', { name: en('privacy.clearing') })
}

it('opens with the number of people due in all channels (PRODUCT-22)', async () => {
  await openPage(2, 3)
  expect(screen.getByText(en('privacy.dueNow', { count: 5 }))).toBeDefined()
  cleanup()
  await openPage(0, 0)
  expect(screen.getByText(en('privacy.noneDue'))).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('collapses the rules of the automatic cleanup and shows its last run above them (PRODUCT-22)', async () => {
  await openPage(0)
  const card = screen.getByRole('region', { name: en('privacy.clearing') })
  expect(within(card).getByText(en('privacy.rules', { count: 2 })).tagName).toBe('SUMMARY')
  expect(card.querySelector('details')?.open).toBe(false)
  expect(card.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-25T09:00:00.000Z')
})
