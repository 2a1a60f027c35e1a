import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

import { LiveChanges } from '#backoffice/shell/layout/LiveChanges.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useUnsavedChanges } from '#backoffice/kit/drafts/unsaved-changes.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { LiveChange } from '#contract/live/live-event.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

let stream: EventTarget
class Stream extends EventTarget {
  constructor() {
    super()
    // oxlint-disable-next-line unicorn/no-this-assignment, typescript/no-this-alias
    stream = this
  }
  close() {}
}

beforeEach(() => {
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('fetch', async () => Response.json({ number: '1003154' }))
})

function OrderWithInput() {
  useQuery(staffQuery('staffOrder', { number: '1003154' }))
  useUnsavedChanges('address', true)
  return <LiveChanges staff={{ id: '7' } as Staff} />
}

const receive = (change: Partial<LiveChange>) =>
  act(async () => {
    const by = { id: '8', name: 'Emre Evers' }
    const data = JSON.stringify({ channel: '1014', by, ...change })
    stream.dispatchEvent(new MessageEvent('change', { data }))
    await new Promise((done) => setTimeout(done, 800))
  })

it('announces only changes of the shown subject, and no opened preview, beside unsaved input', async () => {
  await renderBackoffice(<OrderWithInput />, { at: '/backoffice/orders/1003154' })
  const text = (what: string) => en('changedBy', { name: 'Emre Evers', what })
  await receive({ kind: 'channel', id: '1014', action: 'preview.created' })
  await receive({ kind: 'order', id: '1003154', action: 'personal-data.viewed' })
  await receive({ kind: 'gift', id: '12', action: 'gift.changed' })
  expect(screen.queryByRole('button', { name: en('showChanges') })).toBeNull()
  await receive({ kind: 'order', id: '1003154', action: 'order.cancelled' })
  expect(screen.getAllByText(text(en('action.order.cancelled')))).not.toEqual([])
})
