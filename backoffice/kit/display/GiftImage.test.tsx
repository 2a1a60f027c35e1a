import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

import { GiftImage } from '#backoffice/kit/display/GiftImage.tsx'
import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

afterEach(() => vi.useRealTimers())

const passes = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
const image = () => document.querySelector('img')

it('asks for an image that failed three more times, with growing pauses, and shows a gift meanwhile', async () => {
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
    passes(soon)
    expect(image()).toBeNull()
    passes(later - soon)
    // A new element, which the browser asks for again.
    expect(image()).not.toBe(before)
  }
  fireEvent.error(image() ?? document.body)
  passes(600_000)
  expect(image()).toBeNull()

  // Nor when a later page shows the same image.
  vi.useRealTimers()
  cleanup()
  await renderBackoffice(<GiftImage file="gone.webp" />)
  expect(image()).toBeNull()
})
