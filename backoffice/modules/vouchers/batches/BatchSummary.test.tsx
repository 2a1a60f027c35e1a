import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { EMPTY_BATCH } from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import { BatchSummary } from '#backoffice/modules/vouchers/batches/BatchSummary.tsx'
import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

it('previews the mail with the values of the earlier steps', async () => {
  const requests: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string } = {}) => {
    if (path.includes('/mail-preview')) requests.push(JSON.parse(body ?? ''))
    return Promise.reject(new TypeError('no server'))
  })
  await renderBackoffice(
    <BatchSummary
      today="2026-11-30"
      values={{
        ...EMPTY_BATCH,
        channel: '1014',
        points: '20',
        until: '2026-12-31',
        list: 'Name\tE-Mail\nJörg\tjoerg@example.com',
        senderName: 'Femke Faas',
        senderMessage: 'Thank you',
        senderIn: { en: 'Thanks a lot' },
      }}
    />,
  )
  await waitFor(() => expect(requests).not.toEqual([]))
  expect(requests[0]).toMatchObject({
    channel: '1014',
    language: 'en',
    gift: {
      name: 'Jörg',
      points: 20,
      valid_until: '2026-12-31',
      sender_name: 'Femke Faas',
      sender_message: 'Thanks a lot',
    },
  })
})
