import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { EmployerAnswer } from '#contract/client.employer.ts'
import { EmployerMessages, usePortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import { useOpenBatches } from '#employer-portal/pages/AddMissedRecipient.tsx'

type Campaigns = EmployerAnswer<'campaigns'>['items']

const campaign = (name: string, more: Partial<Campaigns[number]> = {}): Campaigns[number] => ({
  id: name,
  name,
  channel: '1014',
  opens: null,
  closes: null,
  started: null,
  last_day: null,
  closed: false,
  codes_until: null,
  ended: false,
  mails: 'none',
  batches: [{ id: name, points: 12, last_day: null }],
  days_left: null,
  reminders: [],
  remind_from: null,
  ...more,
})

function Labels() {
  const batches = useOpenBatches(usePortalTranslate())
  return batches.map(({ id, label }) => <li key={id}>{label}</li>)
}

it('offers only batches that still take people, in the order of the answer', async () => {
  const items = [
    campaign('New', {
      batches: [
        { id: '3', points: 20, last_day: '9999-12-31' },
        { id: '2', points: 10, last_day: '2020-12-31' },
      ],
    }),
    campaign('Closed', { closed: true }),
    campaign('Ended', { closed: true, ended: true }),
    campaign('Old'),
  ]
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ items })))
  await renderBackoffice(
    <EmployerMessages>
      <Labels />
    </EmployerMessages>,
  )
  const labels = await screen.findAllByRole('listitem')
  expect(labels.map(({ textContent }) => textContent)).toEqual(['New: 20 points', 'Old: 12 points'])
})
