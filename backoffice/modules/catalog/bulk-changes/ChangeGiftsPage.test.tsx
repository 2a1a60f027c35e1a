import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ChangeGiftsPage } from '#backoffice/modules/catalog/bulk-changes/ChangeGiftsPage.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

const row = (at: number) => ({
  gift: `mug-${at}`,
  name: `Mug ${at}`,
  picture: null,
  id: `mug-${at}-l`,
  variant: 'Large',
  channel: '1014',
  language: '',
  field: 'offer.points',
  before: at,
  after: at + 1,
})
const ROWS = Array.from({ length: 22 }, (_, at) => row(at + 1))

/** A preview is answered after this. */
let held = Promise.resolve()
const asked: { shown: number; action: unknown }[] = []

function open() {
  cleanup()
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) => {
    if (path.includes('/preview')) {
      const { shown, action } = JSON.parse(body as string) as (typeof asked)[number]
      asked.push({ shown, action })
      return held.then(() =>
        Response.json({
          gifts: 22,
          fields: 22,
          left_out: [],
          carts: 0,
          first: ROWS.slice(0, shown),
          seen: 'x',
        }),
      )
    }
    return Promise.resolve(
      path.includes('/channel-names')
        ? Response.json({ items: [{ id: '1014', name: 'Noordzee', logo: '', colour: '#1d5c86' }] })
        : Response.json({ brands: [], groups: [], dimensions: [], categories: [] }),
    )
  })
  return renderBackoffice(<ChangeGiftsPage staff={{ id: '7' } as unknown as Staff} params={{}} />, {
    at: '/backoffice/gifts/bulk-changes/new?brand=noord&all=yes&of=22',
  })
}

const tickedChannel = () => screen.findByRole('checkbox', { name: 'Noordzee', checked: true })
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: en('points') })

it('ticks the only channel, keeps what was typed and shows all rows on request (DESK-11)', async () => {
  const user = await open()
  await tickedChannel()
  // Nothing is asked before an amount is typed.
  expect(amount().value).toBe('')
  expect(asked).toEqual([])
  await user.type(amount(), '1')
  await screen.findByText(en('firstOf', { count: 20, of: 22 }))
  expect(asked.at(-1)).toEqual({
    shown: 20,
    action: { field: 'points', how: 'add', value: 1, channels: ['1014'] },
  })
  expect(screen.getAllByText('Points · Noordzee')).toHaveLength(20)
  await user.click(screen.getByRole('button', { name: en('showAllRows', { count: 22 }) }))
  await screen.findByText(en('allRows', { count: 22 }))
  expect(screen.getByText('Mug 22')).not.toBeNull()
  expect(screen.getAllByText('Large')).toHaveLength(22)

  // The preview that is shown is of older input.
  const change = () =>
    screen.getByRole<HTMLButtonElement>('button', { name: en('changeGifts', { count: 22 }) })
  expect(change().disabled).toBe(false)
  let answer = () => {}
  held = new Promise((resolve) => (answer = resolve))
  await user.type(amount(), '2')
  expect(change().disabled).toBe(true)
  answer()
  await waitFor(() => expect(change().disabled).toBe(false))
  await user.type(amount(), '{Backspace}')

  await open()
  await tickedChannel()
  expect(amount().value).toBe('1')
})
