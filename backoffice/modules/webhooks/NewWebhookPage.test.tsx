import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { NewWebhookPage } from '#backoffice/modules/webhooks/NewWebhookPage.tsx'
import { saveDraftField } from '#backoffice/kit/drafts/draft-storage.ts'
import { webhookDraftKey } from '#backoffice/modules/webhooks/WebhookFields.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

const staff = { id: '1' } as unknown as Staff

/** Opens the page of a user who sees two channels. */
function open(more: string[] = []) {
  const names = { '5001': 'Noordzee', '1014': 'Giftpoint' }
  const items = [...Object.entries(names), ...more.map((id) => [id, `Branch ${id}`] as const)].map(
    ([id, name]) => ({ id, name, logo: '', colour: '' }),
  )
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ items })))
  return renderBackoffice(<NewWebhookPage staff={staff} params={{}} />)
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const isChanged = () => screen.queryByRole('button', { name: en('discard') }) !== null

it('ignores an older draft with channels as text', async () => {
  saveDraftField('1.webhook', 'channels', '1014, 5001')
  await open()
  expect((await box('Giftpoint')).checked).toBe(false)
  expect(isChanged()).toBe(false)
})

it('keeps the order of its channels, and can remove one that the user has no access to', async () => {
  saveDraftField(webhookDraftKey('1'), 'channels', ['1014', '5001', '9009'])
  const user = await open()
  await user.click(await box('Giftpoint'))
  await user.click(await box('Giftpoint'))
  const kept = () => localStorage.getItem(`backoffice.draft.${webhookDraftKey('1')}\nchannels`)
  expect(kept()).toBe('["1014","5001","9009"]')
  await user.click(await box('9009'))
  expect(kept()).toBe('["1014","5001"]')
  expect((await box('9009')).checked).toBe(false)
})

it('finds one of many channels by its name or number, and shows how many are selected', async () => {
  const user = await open(Array.from({ length: 40 }, (_, at) => `${6100 + at}`))
  await user.click(await box('Giftpoint'))
  const search = screen.getByRole('searchbox', { name: /Search channels/ })
  await user.type(search, 'branch 6123{Enter}')
  const found = screen.getAllByRole('group').at(-1) ?? document.body
  expect(within(found).getAllByRole('checkbox')).toHaveLength(1)
  await user.click(await box('Branch 6123'))
  expect(screen.getByText(en('channelsChosen', { count: 2 }))).toBeDefined()
  await user.clear(search)
  await user.type(search, 'nowhere')
  expect(within(found).queryAllByRole('checkbox')).toHaveLength(0)
  expect(screen.getByText(en('noResults.search'))).toBeDefined()
})
