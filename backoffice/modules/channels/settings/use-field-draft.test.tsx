import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { SettingsBar } from '#backoffice/modules/channels/settings/SettingsBar.tsx'
import { useFieldDraft } from '#backoffice/modules/channels/settings/use-field-draft.ts'
import { useSettingsDraft } from '#backoffice/modules/channels/settings/use-settings-draft.ts'
import { useVatDraft } from '#backoffice/modules/channels/settings/use-vat-draft.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

const page = {
  id: '1014',
  name: 'Giftpoint',
  version: 1,
  state: 'open',
  fields: [{ field: 'name', value: 'Giftpoint', version: 1 }],
  settings: { hosts: [] },
  voucher_vat: null,
} as unknown as StaffResponse<'channelPage'>

function Settings() {
  const fields = useFieldDraft('1.channel.1014.fields', page, 'Name')
  const settings = useSettingsDraft(page, '1')
  const vat = useVatDraft(page, '1')
  return (
    <>
      <input
        aria-label="Name"
        value={String(fields.value('name'))}
        onChange={({ target }) => fields.set('name', target.value)}
      />
      <SettingsBar
        id="1014"
        drafts={{ fields, settings, vat }}
        sections={{ current: document.body }}
        check={() => true}
      />
    </>
  )
}

/** A conflict with a colleague, who saves again each time. */
const conflictAt = (version: number) => ({
  error: { code: 'changed-since' },
  conflicts: [
    {
      kind: 'channel',
      subject: '1014 name',
      key: { channel: '1014', field: 'name' },
      before: { value: 'Giftpoint' },
      mine: { value: 'Giftpoint!' },
      theirs: { value: 'Noordzee' },
      version,
      change_version: null,
      by: { id: '2', name: 'Rik' },
      at: null,
      release: null,
    },
  ],
})
const button = (name: string) => screen.getByRole('button', { name })
const name = () => screen.getByLabelText<HTMLInputElement>('Name').value

it('shows no error after a conflict is resolved with either value (DESK-14)', async () => {
  let version = 1
  vi.stubGlobal('fetch', () => {
    version += 1
    return Promise.resolve(Response.json(conflictAt(version), { status: 409 }))
  })
  const user = await renderBackoffice(<Settings />)
  for (const choice of ['channel.useTheirs', 'channel.useMine'] as const) {
    await user.type(screen.getByLabelText('Name'), '!')
    await user.click(button(en('save')))
    await user.click(await screen.findByRole('button', { name: en(choice) }))
    expect(screen.queryAllByRole('alert')).toEqual([])
  }
})

it('restores discarded input', async () => {
  const user = await renderBackoffice(<Settings />)
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Winter')
  await user.click(button(en('discard')))
  expect(name()).toBe('Giftpoint')
  await user.click(button(en('undo')))
  expect(name()).toBe('Winter')
})
