import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { Card } from '#backoffice/kit/page/Card.tsx'
import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

/** A window that can be turned. */
function stubPhone(isPhone: boolean) {
  const turned = new Set<() => void>()
  const list = {
    matches: isPhone,
    addEventListener: (_: string, listener: () => void) => turned.add(listener),
    removeEventListener: (_: string, listener: () => void) => turned.delete(listener),
  }
  vi.stubGlobal('matchMedia', () => list)
  return (next: boolean) =>
    act(async () => {
      list.matches = next
      for (const listener of turned) listener()
    })
}

const card = (
  <Card title="Stock" foldsOnPhone actions={<input aria-label="New variant" />}>
    <input aria-label="Count" />
  </Card>
)
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const details = () => document.querySelector('details')

it('keeps all input when a phone is turned (PRODUCT-22)', async () => {
  const turn = stubPhone(true)
  const user = await renderBackoffice(card)
  expect(details()?.open).toBe(false)
  await user.click(screen.getByText('Stock'))
  expect(details()?.open).toBe(true)
  await user.type(input('Count'), '12')
  await user.type(input('New variant'), 'Blue')
  for (const isPhone of [false, true]) {
    // Each width has one title, and the same fields.
    // oxlint-disable-next-line no-await-in-loop
    await turn(isPhone)
    expect(screen.getAllByRole('heading', { name: 'Stock' })).toHaveLength(1)
    expect(document.querySelector('summary')?.hidden).toBe(!isPhone)
    expect(details()?.open).toBe(true)
    expect([input('Count').value, input('New variant').value]).toEqual(['12', 'Blue'])
  }
})

it('is open on a wide screen, and stays open when the screen becomes narrow', async () => {
  const turn = stubPhone(false)
  await renderBackoffice(card)
  expect(details()?.open).toBe(true)
  await turn(true)
  expect(details()?.open).toBe(true)
})
