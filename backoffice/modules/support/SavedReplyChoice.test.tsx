import { cleanup, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ReplyForm } from '#backoffice/modules/support/ReplyForm.tsx'
import type { Thread } from '#backoffice/modules/support/thread.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

const someone = (id: string) => ({ id, permissions: ['inbox.answer'] }) as unknown as Staff
const thread = {
  id: '9',
  version: 3,
  email: 'anna@example.com',
  language: 'en',
  name: 'Anna',
  channel: { id: '1014', name: 'Noordzee' },
  messages: [],
} as unknown as Thread
const NAMES = ['Address', 'Broken', 'Code lost', 'Delay', 'Exchange', 'Forwarded']
const saved = NAMES.map((name, at) => ({
  id: String(at + 1),
  name,
  channel: null,
  version: 1,
  texts: { nl: '', en: `Dear {{name}}, ${name}.`, de: '', fr: '' },
}))

async function openThread(staff: string) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) => {
    if (path.includes('/answers')) sent.push(JSON.parse(body as string))
    return Promise.resolve(
      path.includes('/saved-replies')
        ? Response.json({ items: saved })
        : Response.json({ refused: 'changed-since' }, { status: 409 }),
    )
  })
  const user = await renderBackoffice(
    <ReplyForm staff={someone(staff)} thread={thread} onCorrectSender={() => {}} />,
  )
  const chips = await screen.findByRole('group', { name: en('inbox.saved') })
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  const shown = () =>
    within(chips)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  return { user, chips, field, shown, sent }
}

it('shows four saved replies as chips and the others in a menu, and moves the focus to the field (PRODUCT-10)', async () => {
  const { user, chips, field, shown, sent } = await openThread('1')
  expect(shown()).toEqual([...NAMES.slice(0, 4), en('inbox.savedMore')])
  within(chips).getByRole('button', { name: 'Broken' }).focus()
  await user.keyboard('{Enter}')
  expect([field.value, document.activeElement]).toEqual(['Dear Anna, Broken.', field])
  await user.click(within(chips).getByRole('button', { name: en('inbox.savedMore') }))
  await user.click(within(chips).getByRole('button', { name: 'Forwarded' }))
  expect(field.value).toBe('Dear Anna, Broken.\n\nDear Anna, Forwarded.')
  // One key sends it.
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sent).toMatchObject([{ close: true, body: field.value }])
})

it('starts with the replies that the user has used most, and keeps their order while the page is open (PRODUCT-10)', async () => {
  const { user, chips, shown } = await openThread('2')
  await user.click(within(chips).getByRole('button', { name: en('inbox.savedMore') }))
  await user.click(within(chips).getByRole('button', { name: 'Exchange' }))
  await user.click(within(chips).getByRole('button', { name: 'Delay' }))
  await user.click(within(chips).getByRole('button', { name: 'Delay' }))
  expect(shown().slice(0, 4)).toEqual(NAMES.slice(0, 4))
  cleanup()
  const again = await openThread('2')
  expect(again.shown().slice(0, 4)).toEqual(['Delay', 'Exchange', 'Address', 'Broken'])
})
