import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { Card } from '#backoffice/kit/page/Card.tsx'
import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

/** Stubs a window that can change between phone and wide screen. */
function stubWindow(isPhone: boolean) {
  const listeners = new Set<() => void>()
  const list = {
    matches: isPhone,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }
  vi.stubGlobal('matchMedia', () => list)
  return (next: boolean) =>
    act(async () => {
      list.matches = next
      for (const listener of listeners) listener()
    })
}

const card = (
  <Card title="Stock" foldsOnPhone actions={<input aria-label="New variant" />}>
    <input aria-label="Count" />
  </Card>
)
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const details = () => document.querySelector('details')

it('keeps all input when a phone is rotated (PRODUCT-22)', async () => {
  const rotate = stubWindow(true)
  const user = await renderBackoffice(card)
  expect(details()?.open).toBe(false)
  await user.click(screen.getByText('Stock'))
  expect(details()?.open).toBe(true)
  await user.type(input('Count'), '12')
  await user.type(input('New variant'), 'Blue')
  for (const isPhone of [false, true]) {
    // At each width there is one title, and the same fields.
    // oxlint-disable-next-line no-await-in-loop
    await rotate(isPhone)
    expect(screen.getAllByRole('heading', { name: 'Stock' })).toHaveLength(1)
    expect(document.querySelector('summary')?.hidden).toBe(!isPhone)
    expect(details()?.open).toBe(true)
    expect([input('Count').value, input('New variant').value]).toEqual(['12', 'Blue'])
  }
})

it('is open on a wide screen, and stays open when the screen becomes narrow', async () => {
  const rotate = stubWindow(false)
  await renderBackoffice(card)
  expect(details()?.open).toBe(true)
  await rotate(true)
  expect(details()?.open).toBe(true)
})
