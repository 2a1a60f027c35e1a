import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

import { useAction } from '#backoffice/kit/api/use-action.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

type SentRequest = { method: string; url: string; body: unknown; key: string | null }
let sent: SentRequest[]
let answers: (() => Response)[]

const answer = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'x-request-id': 'r-17' } })
const noAnswer = () => {
  throw new TypeError('network')
}

beforeEach(() => {
  sent = []
  answers = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { 'idempotency-key': key = null } = init.headers as Record<string, string>
    sent.push({
      method: init.method ?? '',
      url,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
      key,
    })
    const next = answers.shift()
    if (!next) throw new Error('nothing more is expected')
    return next()
  })
})

const reads = vi.fn(async () => 'read')

function CorrectStock() {
  const { run, busy, failure, refusal, isOutcomeUnknown } = useAction('correctStock', {
    done: () => 'Added.',
  })
  useQuery({ queryKey: ['shown'], queryFn: reads })
  return (
    <>
      <button
        type="button"
        disabled={busy}
        onClick={() => void run({ sku: 'apron', from: 3, on_hand: 4, reason: 'count' })}
      >
        Add
      </button>
      <p data-testid="state">
        {JSON.stringify([failure, refusal?.refused ?? null, isOutcomeUnknown])}
      </p>
    </>
  )
}

const state = () => JSON.parse(screen.getByTestId('state').textContent) as unknown

it('shows one confirmation, and refetches the data of the page', async () => {
  const user = await renderBackoffice(<CorrectStock />)
  await waitFor(() => expect(reads).toHaveBeenCalledTimes(1))
  answers = [answer(200, {})]
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Added.', { selector: '[data-result] span' })).toBeTruthy()
  expect(state()).toEqual([null, null, false])
  await waitFor(() => expect(reads).toHaveBeenCalledTimes(2))
})

it('shows the text of a refusal, and refetches data only if the refusal says that it is outdated', async () => {
  reads.mockClear()
  const user = await renderBackoffice(<CorrectStock />)
  await waitFor(() => expect(reads).toHaveBeenCalledTimes(1))
  answers = [
    answer(409, { error: { code: 'reserved' } }),
    answer(409, { error: { code: 'changed-since' } }),
  ]
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(state()).toEqual([en('setAside'), 'reserved', false]))
  expect(reads).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(state()).toEqual([en('changedSince'), 'changed-since', false]))
  expect(reads).toHaveBeenCalledTimes(2)
})

it('repeats a call whose response was isOutcomeUnknown under the same key, and uses a new key after a response', async () => {
  const user = await renderBackoffice(<CorrectStock />)
  answers = [noAnswer, answer(500, {}), answer(200, {}), answer(200, {})]
  const press = async () => user.click(screen.getByRole('button', { name: 'Add' }))
  await press()
  await waitFor(() => expect(state()).toEqual([en('noConnection'), null, true]))
  await press()
  await waitFor(() => expect(state()).toEqual([en('brokenNumber', { number: 'r-17' }), null, true]))
  await press()
  await waitFor(() => expect(state()).toEqual([null, null, false]))
  await press()
  await waitFor(() => expect(sent).toHaveLength(4))
  const [first, second, third, fourth] = sent.map(({ key }) => key)
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})
