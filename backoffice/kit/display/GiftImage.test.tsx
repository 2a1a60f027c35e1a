import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

import { GiftImage } from '#backoffice/kit/display/GiftImage.tsx'
import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

afterEach(() => vi.useRealTimers())

const advanceTime = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
const image = () => document.querySelector('img')

it('retries a failed image three times with growing pauses, and shows an icon until it loads', async () => {
  await renderBackoffice(<GiftImage file="gone.webp" />)
  vi.useFakeTimers()
  for (const [soon, later] of [
    [1_000, 3_000],
    [5_000, 11_000],
    [20_000, 40_000],
  ] as const) {
    const before = image()
    expect(before).not.toBeNull()
    fireEvent.error(before ?? document.body)
    expect(image()).toBeNull()
    expect(document.querySelector('svg')).not.toBeNull()
    advanceTime(soon)
    expect(image()).toBeNull()
    advanceTime(later - soon)
    // A new element, so that the browser requests the image again.
    expect(image()).not.toBe(before)
  }
  fireEvent.error(image() ?? document.body)
  advanceTime(600_000)
  expect(image()).toBeNull()

  // A later page does not request the same image again.
  vi.useRealTimers()
  cleanup()
  await renderBackoffice(<GiftImage file="gone.webp" />)
  expect(image()).toBeNull()
})
