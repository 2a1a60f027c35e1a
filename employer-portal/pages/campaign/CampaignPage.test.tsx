import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import { EmployerMessages, usePortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import { CampaignPage } from '#employer-portal/pages/campaign/CampaignPage.tsx'

const WHO = {
  email: 'femke@example.com',
  name: 'Femke',
  language: 'en',
  language_chosen: true,
  employer: 'Kwartelhof',
  totp: false,
} as const

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    const name = /\/employer\/api\/(\w+)/.exec(url)?.[1] ?? ''
    return Promise.resolve(Response.json(ANSWERS[name]))
  })
})

const ANSWERS: Record<string, unknown> = {
  campaigns: {
    items: [
      {
        id: '7',
        name: 'Christmas',
        channel: '1014',
        opens: null,
        closes: null,
        started: '2026-11-01',
        last_day: '2026-12-24',
        closed: false,
        codes_until: '2026-12-24',
        ended: false,
        mails: 'bounced',
        batches: [{ id: '1', points: 12, last_day: '2026-12-24' }],
        days_left: 25,
        reminders: ['2026-11-19T09:00:00Z', '2026-11-04T09:00:00Z'],
        remind_from: '2026-12-03T09:00:00Z',
      },
    ],
  },
  figures: {
    made_at: '2026-11-29T02:00:00Z',
    items: [
      {
        campaign: { id: '7', name: 'Christmas' },
        channel: '1014',
        department: '',
        people: 60,
        sent: 55,
        bounced: null,
        came: 45,
        ordered: 30,
        spent_points: 240,
        ends_at: null,
        came_by_night: [{ day: '2026-11-10', came: 45 }],
      },
    ],
  },
  people: {
    items: [
      {
        id: '3',
        batch: '1',
        campaign: 'Christmas',
        name: 'Vera',
        department: '',
        email: 'vera@example.com',
        corrected: false,
        mail: 'bounced',
      },
    ],
    total: { count: 2, exact: true },
    next: null,
    previous: null,
  },
}

function Page() {
  return <CampaignPage who={WHO} t={usePortalTranslate()} />
}
const render = (at: string) =>
  renderBackoffice(
    <EmployerMessages>
      <Page />
    </EmployerMessages>,
    { at },
  )

it('shows the progress, reminders, undelivered emails and recipients of one campaign (PRODUCT-15)', async () => {
  await render('/employer/campaigns/7')
  const emails = await screen.findByRole('region', { name: 'Emails' })
  const bounced = await within(emails).findByRole('link', { name: '2 recipients' })
  expect(bounced.getAttribute('href')).toBe('/employer/campaigns/7?mail=bounced')
  expect(emails.textContent).toContain('Emails sent55')
  expect(emails.textContent).toContain('19 November 20264 November 2026')
  const progress = screen.getByRole('region', { name: 'Progress' })
  expect(progress.textContent).toContain('Activated45 of 60Ordered30 of 60Points spent240')
  within(progress).getByText('Some emails were not delivered.', { exact: false })
  expect(screen.getByRole('link', { name: 'View report' }).getAttribute('href')).toBe(
    '/employer/report?campaign=7',
  )
  await screen.findByRole('rowheader', { name: 'Vera' })
  expect(
    asked.filter((url) => url.includes('/people?')).every((url) => url.includes('campaign=7')),
  ).toBe(true)
})

it('links to the home page from a campaign that does not exist (PRODUCT-15)', async () => {
  await render('/employer/campaigns/8')
  await screen.findByText('This page does not exist.')
  screen.getByRole('link', { name: 'Go to Home' })
})
