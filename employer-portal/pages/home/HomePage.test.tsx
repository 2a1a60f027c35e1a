import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { EmployerAnswer } from '#contract/client.employer.ts'
import { portalTheme } from '#domain/channels/portal-theme.ts'
import { EmployerMessages, usePortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import { HomePage } from '#employer-portal/pages/home/HomePage.tsx'

type Campaigns = EmployerAnswer<'campaigns'>['items']
type Figures = EmployerAnswer<'figures'>['items']

const WHO = {
  email: 'femke@example.com',
  name: 'Femke',
  language: 'en',
  language_chosen: true,
  employer: 'Kwartelhof',
  totp: false,
} as const

const campaign = (more: Partial<Campaigns[number]> = {}): Campaigns[number] => ({
  id: '1',
  name: 'Christmas',
  channel: '1014',
  opens: null,
  closes: null,
  started: '2026-11-01',
  last_day: '2026-12-24',
  closed: false,
  codes_until: '2026-12-24',
  ended: false,
  mails: 'sent',
  batches: [{ id: '1', points: 12, last_day: '2026-12-24' }],
  days_left: 25,
  reminders: [],
  remind_from: null,
  ...more,
})
const figure = (more: Partial<Figures[number]> = {}): Figures[number] => ({
  campaign: { id: '1', name: 'Christmas' },
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
  ...more,
})

let answers: Record<string, unknown>
beforeEach(() => {
  answers = {
    campaigns: { items: [campaign()] },
    figures: { made_at: '2026-11-29T02:00:00Z', items: [figure()] },
    appearance: {
      logo: '',
      theme: portalTheme([]),
      contact: { email: 'service@example.com', telephone: '' },
      shops: [],
    },
  }
  vi.stubGlobal('fetch', (url: string) => {
    const name = /\/employer\/api\/(\w+)/.exec(url)?.[1] ?? ''
    return Promise.resolve(Response.json(answers[name]))
  })
})

function Home() {
  return <HomePage who={WHO} t={usePortalTranslate()} />
}
const render = async () => {
  await renderBackoffice(
    <EmployerMessages>
      <Home />
    </EmployerMessages>,
    { at: '/employer' },
  )
}

it('shows the progress, the days left and the next step of a campaign (PRODUCT-15)', async () => {
  await render()
  const card = await screen.findByRole('region', { name: 'Christmas' })
  within(card).getByText('25 days left')
  within(card).getByText('60 recipients · 12 points each · until 24 December 2026', {
    exact: false,
  })
  // Ring and curve have the same text.
  const text = 'At least 45 of 60 recipients have activated their gift.'
  expect(within(card).getByRole('img', { name: text }).textContent).toBe('75%activated')
  within(card).getByRole('img', { name: `${text} The last day is 24 December 2026.` })
  within(card).getByText('Send a reminder to everyone who has not ordered yet.', { exact: false })
  within(card).getByRole('button', { name: 'Send reminder for “Christmas”' })
})

it('omits figures that privacy forbids, without an empty box for them (PRODUCT-15)', async () => {
  answers['figures'] = {
    made_at: '2026-11-29T02:00:00Z',
    items: [
      figure({ came: null, ordered: null, spent_points: null, came_by_night: [] }),
      figure({
        campaign: { id: '2', name: 'Easter' },
        came: 10,
        ordered: null,
        spent_points: null,
      }),
    ],
  }
  answers['campaigns'] = { items: [campaign(), campaign({ id: '2', name: 'Easter' })] }
  await render()
  const easter = await screen.findByRole('listitem')
  within(easter).getByRole('link', { name: 'Easter' })
  expect(easter.textContent).toContain('Activated10')
  expect(easter.textContent).not.toMatch(/fewer than|not shown|Ordered|Points spent/)
  const card = screen.getByRole('region', { name: 'Christmas' })
  within(card).getByText('Figures appear once five recipients have activated their gift.')
  expect(card.textContent).not.toMatch(/fewer than|not shown|Ordered|Points spent/)
})

it('shows the campaign that needs a step as a card, and the others in rows by their last day (PRODUCT-15)', async () => {
  const ending = (id: string, last_day: string | null, more: Partial<Campaigns[number]> = {}) =>
    campaign({ id, name: `Campaign ${id}`, last_day, ...more })
  answers['campaigns'] = {
    items: [
      ending('1', null),
      ending('2', '2028-06-24'),
      ending('3', '2026-12-03'),
      ending('4', '2028-11-02', { mails: 'bounced' }),
    ],
  }
  answers['figures'] = {
    made_at: '2026-11-29T02:00:00Z',
    items: ['1', '2', '3', '4'].map((id) => figure({ campaign: { id, name: `Campaign ${id}` } })),
  }
  await render()
  const card = await screen.findByRole('region', { name: 'Campaign 4' })
  expect(within(card).getByRole('link', { name: 'Campaign 4' }).getAttribute('href')).toBe(
    '/employer/campaigns/4',
  )
  // The end is beyond the chart, and has its year.
  expect(card.textContent).toContain('last day 2 Nov 2028 ›')
  expect(card.textContent).toContain('today')
  const rows = screen.getAllByRole('listitem')
  expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual([
    'Campaign 3',
    'Campaign 2',
    'Campaign 1',
  ])
  expect(rows[0]?.textContent).toContain('Activated45 of 60Ordered30 of 60')
  expect(document.body.textContent).not.toMatch(/at least/i)
  expect(document.body.textContent?.match(/Each one is a minimum/g)).toHaveLength(1)
})

it.each([
  [{ batches: [] }, 'We are setting up this campaign.', null],
  [{ opens: '2026-12-01' }, 'The campaign starts on 1 December 2026.', null],
  [{ mails: 'none' }, 'If you hand out the codes yourself', null],
  [
    { days_left: 400 },
    'A reminder helps most in the last 30 days.',
    'Send reminder for “Christmas”',
  ],
  [{ mails: 'bounced' }, 'Some emails were not delivered.', 'Send reminder for “Christmas”'],
  [
    { mails: 'bounced', last_day: '2026-11-20', closed: true },
    'Some emails were not delivered.',
    'Send reminder for “Christmas”',
  ],
  [
    { reminders: ['2026-11-19T09:00:00Z'], remind_from: '2026-12-03T09:00:00Z' },
    'You can send another reminder from 3 December 2026.',
    null,
  ],
  [
    { reminders: ['2026-12-12T09:00:00Z'], remind_from: '2026-12-26T09:00:00Z' },
    'The last reminder was scheduled on 12 December 2026.',
    null,
  ],
] as [Partial<Campaigns[number]>, string, string | null][])(
  'shows the next step of %j, with a button if there is an action (PRODUCT-15)',
  async (more, sentence, button) => {
    answers['campaigns'] = { items: [campaign(more)] }
    await render()
    const card = await screen.findByRole('region', { name: 'Christmas' })
    within(card).getByText(sentence, { exact: false })
    expect(within(card).queryByRole('button')?.getAttribute('aria-label') ?? null).toBe(button)
  },
)

it.each([
  [{ codes_until: '2027-01-31' }, 'until 24 December 2026 · codes valid until 31 January 2027'],
  [{ codes_until: null }, 'until 24 December 2026'],
  [
    { closed: true, codes_until: '2027-01-31' },
    'closed on 24 December 2026 · codes valid until 31 January 2027',
  ],
  [{ closed: true, codes_until: null }, 'closed on 24 December 2026'],
] as [Partial<Campaigns[number]>, string][])(
  'shows how long the codes of %j are valid (PRODUCT-15)',
  async (more, facts) => {
    answers['campaigns'] = { items: [campaign(more)] }
    await render()
    const card = await screen.findByRole('region', { name: 'Christmas' })
    within(card).getByText(`60 recipients · 12 points each · ${facts}`)
  },
)

it('draws the curve of a closed campaign until its codes end (PRODUCT-15)', async () => {
  const closed = { last_day: '2026-11-20', closed: true, codes_until: '2027-01-31' }
  answers['campaigns'] = { items: [campaign(closed)] }
  await render()
  const curve = await screen.findByRole('img', { name: /The last day is 31 January 2027/ })
  expect(curve.textContent).toContain('45')
})

it('collapses ended campaigns, and offers contact if no campaign is running (PRODUCT-15)', async () => {
  answers['campaigns'] = { items: [campaign({ ended: true, days_left: 0 })] }
  await render()
  await screen.findByText('No campaign is running right now. Contact us to plan the next one.')
  expect(screen.getByRole('link', { name: 'Email us' }).getAttribute('href')).toBe(
    'mailto:service@example.com',
  )
  expect(screen.queryByRole('region', { name: 'Christmas' })).toBeNull()
  const ended = screen.getByText('1 past campaign').closest('details')
  expect(ended?.open).toBe(false)
  expect(ended?.textContent).toContain('45 of 60 activated')
  expect(screen.getByRole('link', { name: 'Christmas', hidden: true }).getAttribute('href')).toBe(
    '/employer/campaigns/1',
  )
})

it('groups the running campaigns, the closed ones with valid codes and the past ones (PRODUCT-15)', async () => {
  const closed = { closed: true, last_day: '2026-11-20', codes_until: '2027-01-31' }
  answers['campaigns'] = {
    items: [
      campaign({ id: '1', name: 'Old', ...closed }),
      campaign({ id: '2', name: 'Now' }),
      campaign({ id: '3', name: 'Soon', last_day: '2027-02-24', days_left: 20 }),
      campaign({ id: '4', name: 'Past', ended: true, days_left: 0 }),
    ],
  }
  await render()
  // A closed campaign is never the card if another one is running.
  await screen.findByRole('region', { name: 'Now' })
  const running = screen.getByRole('region', { name: 'Running campaigns' })
  expect(
    within(running)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Soon'])
  within(running).getByRole('button', { name: 'Send reminder for “Soon”' })
  const folded = screen.getByText('1 closed campaign, codes still valid').closest('details')
  expect(folded?.open).toBe(false)
  expect(folded?.textContent).toContain('Old')
  expect(screen.getByText('1 past campaign').closest('details')?.textContent).toContain('Past')
})

it('lists planned campaigns below the running ones, without days left', async () => {
  const planned = { opens: '2026-12-07', last_day: '2026-12-11', days_left: 11 }
  answers['campaigns'] = {
    items: [campaign({ id: '1', name: 'Later', ...planned }), campaign({ id: '2', name: 'Now' })],
  }
  await render()
  await screen.findByRole('region', { name: 'Now' })
  expect(screen.queryByRole('region', { name: 'Running campaigns' })).toBeNull()
  const section = screen.getByRole('region', { name: 'Planned campaigns' })
  within(section).getByText('The campaign starts on 7 December 2026.', { exact: false })
  expect(section.textContent).not.toContain('days left')
})

it('opens the closed campaigns if one of them needs a step (PRODUCT-15)', async () => {
  answers['campaigns'] = {
    items: [campaign(), campaign({ id: '2', name: 'Old', closed: true, mails: 'bounced' })],
  }
  await render()
  const folded = (await screen.findByText('1 closed campaign, codes still valid')).closest(
    'details',
  )
  expect(folded?.open).toBe(true)
  screen.getByRole('link', { name: 'Correct email addresses' })
})
