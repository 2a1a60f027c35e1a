import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ReplyForm } from '#backoffice/modules/support/ReplyForm.tsx'
import type { Thread } from '#backoffice/modules/support/thread.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

const staff = { id: '1', permissions: ['inbox.answer'] } as unknown as Staff
const thread = {
  id: '9',
  version: 3,
  state: 'open',
  owner: { id: '1', name: 'Sofie' },
  snoozed_until: null,
  email: 'anna@example.com',
  language: 'en',
  channel: { id: '1014', name: 'Noordzee' },
  messages: [],
} as unknown as Thread

/** Sends a reply and closes the thread, while its folder contains these threads. */
async function sendAndClose(folder: string, ids: string[]) {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/answers')) return Response.json({ message: '5', version: 4 })
    return Response.json({ items: url.includes('/saved-replies') ? [] : ids.map((id) => ({ id })) })
  })
  const user = await renderBackoffice(
    <ReplyForm staff={staff} thread={thread} onCorrectSender={() => {}} />,
    { at: `/backoffice/inbox/9${folder}` },
  )
  await user.type(screen.getByRole('textbox'), 'Your gift is on its way.')
  await user.click(screen.getByRole('button', { name: en('inbox.sendAndClose') }))
  await waitFor(() =>
    expect(document.querySelector('[data-result]')?.textContent).toContain(en('inbox.sent')),
  )
  return window.location.pathname + window.location.search
}

it.each([
  ['', ['8', '9', '10'], '/backoffice/inbox/10?folder=mine'],
  ['?folder=mine', ['8', '9'], '/backoffice/inbox/8?folder=mine'],
  ['', ['9'], '/backoffice/inbox?folder=mine'],
  ['?folder=all', ['9', '10'], '/backoffice/inbox/9?folder=all'],
])('stays in the folder after it closed a thread (%s %j)', async (folder, ids, path) => {
  expect(await sendAndClose(folder, ids)).toBe(path)
})
