import { cleanup, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { GiftFacts } from '#backoffice/modules/catalog/gifts/GiftFacts.tsx'
import { GiftOffers } from '#backoffice/modules/catalog/gifts/GiftOffers.tsx'
import { GiftSaveBar } from '#backoffice/modules/catalog/gifts/GiftSaveBar.tsx'
import { GiftTexts } from '#backoffice/modules/catalog/gifts/GiftTexts.tsx'
import { useFactsDraft, useOffersDraft } from '#backoffice/modules/catalog/gifts/use-gift-drafts.ts'
import { type Gift, useGiftSave } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useGiftTexts } from '#backoffice/modules/catalog/gifts/use-gift-texts.ts'
import { useTextSelection } from '#backoffice/modules/catalog/gifts/use-text-selection.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

const brands = [
  { id: 'noord', name: 'Noord', retired: false },
  { id: 'zuid', name: 'Zuid', retired: false },
  { id: 'west', name: 'West', retired: false },
]
type Stored = { brand: string; points: number; name: string; version: number }
const giftOf = ({ brand, points, name, version }: Stored) =>
  ({
    id: 'mug',
    name,
    version,
    brand: brands.find(({ id }) => id === brand),
    delivery: 'monta',
    digital: 'issuer',
    sustainable: false,
    tags: [],
    categories: [],
    cross_selling: [],
    dimensions: [],
    articles: [{ sku: 'MUG', values: [], retired: false, sold: true, pictures: [] }],
    offers: [{ channel: '1014', sku: 'MUG', points, active: true, version }],
    texts: [{ channel: '2', language: 'en', version, name }],
    owner_channel: '2',
    shared_is_yours: true,
    keepers: [],
  }) as unknown as Gift

function Page({ stored }: { stored: Stored }) {
  const gift = giftOf(stored)
  const place = useTextSelection(gift)
  const save = useGiftSave(gift)
  const facts = useFactsDraft(gift, '1')
  const offers = useOffersDraft(gift, '1')
  const texts = useGiftTexts(gift, '1', () => {})
  const parts = [...texts.parts, facts.part, offers.part].filter((part) => part !== null)
  return (
    <>
      <GiftFacts gift={gift} draft={facts} mayWrite />
      <GiftOffers gift={gift} draft={offers} mayWrite />
      <GiftTexts gift={gift} draft={texts} selection={place} mayWrite />
      <GiftSaveBar parts={parts} save={save} />
    </>
  )
}

const BEGUN = { brand: 'noord', points: 6, name: 'Mok', version: 1 }
const sent: { path: string; body: unknown }[] = []

/** A new tab, days later: the drafts and what is stored by then. */
async function open(stored: Stored) {
  cleanup()
  sent.length = 0
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit = {}) => {
    if (method !== 'GET') sent.push({ path, body: JSON.parse(body as string) })
    return Promise.resolve(
      path.includes('/channel-names')
        ? Response.json({
            items: [{ id: '1014', name: 'Noordzee', logo: 'b.svg', colour: '#1d5c86' }],
          })
        : path.includes('/attribute-names')
          ? Response.json({ brands, groups: [], dimensions: [] })
          : Response.json(giftOf(stored)),
    )
  })
  const user = await renderBackoffice(<Page stored={stored} />)
  await screen.findByRole('option', { name: 'West' })
  await screen.findByLabelText('Points for', { exact: false })
  return user
}

const card = (name: string) => screen.getByRole('region', { name })
const brand = () => screen.getByLabelText<HTMLSelectElement>(en('brand')).value
const points = () => screen.getByLabelText<HTMLInputElement>(/^Points for/).value
const text = () => screen.getByLabelText<HTMLInputElement>(en('text.name')).value
const names = () =>
  [...document.querySelectorAll('b')].map((one) => one.parentElement?.textContent ?? '')

async function begin() {
  const user = await open(BEGUN)
  await user.selectOptions(screen.getByLabelText(en('brand')), 'zuid')
  await user.clear(screen.getByLabelText(/^Points for/))
  await user.type(screen.getByLabelText(/^Points for/), '7')
  await user.clear(screen.getByLabelText(en('text.name')))
  await user.type(screen.getByLabelText(en('text.name')), 'Beker')
}

it('an old draft asks whose version stays if a colleague changed the same field (DESK-14, PRODUCT-6)', async () => {
  await begin()
  const user = await open({ brand: 'west', points: 9, name: 'Kop', version: 2 })
  expect(names()).toEqual([
    `${en('brand')} West`,
    `${en('pointsOf', { name: 'Kop', channel: 'Noordzee' })} 9`,
    `${en('text.name')} Kop`,
  ])
  expect([brand(), points(), text()]).toEqual(['zuid', '7', 'Beker'])

  // Nothing is sent before the choice.
  await user.click(screen.getByRole('button', { name: en('save') }))
  expect(screen.getAllByRole('alert')[0]?.textContent).toContain(en('changedByOtherShort'))
  expect(sent).toEqual([])

  const press = (title: string, name: string) =>
    user.click(within(card(title)).getByRole('button', { name }))
  await press(en('giftFacts'), en('useTheirs'))
  await press(en('offers'), en('useYours'))
  await press(en('texts'), en('useYours'))
  expect(names()).toEqual([])
  expect([brand(), points(), text()]).toEqual(['west', '7', 'Beker'])
  await user.click(screen.getByRole('button', { name: en('save') }))
  await screen.findAllByText(en('giftSaved', { name: 'Kop' }))
  expect(sent.map(({ body }) => body)).toEqual([
    { channel: '2', language: 'en', version: 2, name: 'Beker' },
    { offers: [{ channel: '1014', sku: 'MUG', version: 2, points: 7 }] },
  ])
})

it('an old draft is saved without a question if a colleague changed other fields (DESK-14)', async () => {
  const user = await open(BEGUN)
  await user.selectOptions(screen.getByLabelText(en('brand')), 'zuid')
  const later = await open({ ...BEGUN, points: 9, version: 2 })
  expect([names(), brand(), points()]).toEqual([[], 'zuid', '9'])
  await later.click(screen.getByRole('button', { name: en('save') }))
  await screen.findAllByText(en('giftSaved', { name: 'Mok' }))
  expect(sent.map(({ body }) => body)).toMatchObject([{ version: 2, brand: 'zuid' }])
})

it('prices are one table with points, their value in euros and visibility of each channel (PRODUCT-6)', async () => {
  const user = await open({ ...BEGUN, name: 'Glas' })
  const table = within(card(en('offers'))).getByRole('table')
  const heads = within(table).getAllByRole('columnheader')
  const at = heads.findIndex(({ textContent }) => textContent.includes('Noordzee'))
  const cellOf = (name: string) => {
    const row = within(table).getByRole('row', { name: (text) => text.startsWith(name) })
    const cell = within(row).getAllByRole('cell')[at]
    if (!cell) throw new Error(`no cell of ${name}`)
    return cell
  }
  const points = cellOf(en('points'))
  expect(points.textContent).toBe('€30')
  await user.clear(within(points).getByRole('textbox'))
  expect(points.textContent).toBe('–')
  await user.type(within(points).getByRole('textbox'), '250')
  expect(points.textContent).toBe('€1,250')
  const visible = within(cellOf(en('isOnSale'))).getByRole<HTMLInputElement>('checkbox')
  expect(visible.checked).toBe(true)
})
