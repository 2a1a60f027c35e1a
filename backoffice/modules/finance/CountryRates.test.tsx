import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { CountryRates, type Rate } from '#backoffice/modules/finance/CountryRates.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

const rate = (part: Partial<Rate>): Rate => ({
  country: 'NL',
  class: 'standard',
  bp: 2100,
  from_date: '2020-01-01',
  state: 'holds',
  channels: 1,
  checked: null,
  ...part,
})
const CHECKED = { by: 'Mila', at: '2026-01-05T09:00:00Z', source: 'a note' }

it('confirms only rates that nobody has checked, and names the one that could not be confirmed (DESK-31)', async () => {
  const sent: { class: string; bp: number }[] = []
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) => {
    if (!path.includes('/vat-rates')) return Promise.resolve(Response.json({ items: [] }))
    sent.push(JSON.parse(body as string) as (typeof sent)[number])
    return Promise.resolve(
      sent.length < 2
        ? Response.json({})
        : Response.json({ error: { code: 'changed-since', Message: '' } }, { status: 409 }),
    )
  })
  const rates = [
    rate({ checked: CHECKED }),
    rate({ class: 'reduced', bp: 900 }),
    rate({ class: 'zero', bp: 0 }),
    rate({ bp: 2000, from_date: '2012-01-01', state: 'past' }),
    rate({ bp: 2200, from_date: '2027-01-01', state: 'comes' }),
  ]
  const user = await renderBackoffice(<CountryRates country="NL" rates={rates} mayWrite />)
  await user.click(screen.getByRole('button', { name: `${en('rates.check')}: Netherlands` }))
  await user.type(screen.getByLabelText(en('rates.source')), 'law')
  await user.click(screen.getByRole('button', { name: en('rates.isRight') }))
  const said = await screen.findByText((text) => text.startsWith(`${en('rates.of.zero')} 0%: `))
  expect(said).not.toBeNull()
  expect(sent.map((one) => [one.class, one.bp])).toEqual([
    ['reduced', 900],
    ['zero', 0],
  ])
})

it('offers no check for a country whose rates are all checked', async () => {
  await renderBackoffice(
    <CountryRates country="NL" rates={[rate({ checked: CHECKED })]} mayWrite />,
  )
  expect(screen.queryByRole('button')).toBeNull()
})
