import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ChannelPage } from '#backoffice/modules/channels/ChannelPage.tsx'
import { navigate } from '#backoffice/kit/router/address.tsx'
import { useAnchor } from '#backoffice/shell/layout/use-anchor.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

const CHANNEL_PATH = '/backoffice/channels/1014'
const page = {
  id: '1014',
  name: 'Giftpoint',
  version: 1,
  state: 'making',
  fields: [
    { field: 'name', value: 'Giftpoint', version: 1 },
    { field: 'default_language', value: 'nl', version: 1 },
    { field: 'undo_minutes', value: 30, version: 1 },
  ],
  settings: {
    hosts: ['gift.nl'],
    website_url: '',
    time_zone: 'Europe/Amsterdam',
    supplier_days: 14,
    retention_months: 24,
    replacement_days: 7,
    undeliverable_parcel: 'person',
    credit_first: 'card',
    withdrawal_credit: 'goods-back',
    expiry_notice: true,
  },
  voucher_vat: null,
}
const staff = { id: '1', permissions: ['channel.write', 'theme.write'] } as unknown as Staff

function Page() {
  useAnchor()
  return <ChannelPage staff={staff} params={{ id: '1014' }} />
}

/** Opens a section. Writes get `refusal` as their response, and their URLs are collected. */
async function openSection(
  section: string,
  refusal: object = { error: { code: 'unusable-value' } },
) {
  const writes: string[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (init?.method !== undefined && init.method !== 'GET') {
      if (!url.endsWith('/presence')) writes.push(url)
      return Promise.resolve(Response.json(refusal, { status: 409 }))
    }
    return url.endsWith('/channels/1014')
      ? Promise.resolve(Response.json(page))
      : Promise.reject(new TypeError('no server'))
  })
  const user = await renderBackoffice(<Page />, { at: `${CHANNEL_PATH}/${section}` })
  await screen.findByRole('heading', { level: 1, name: /Giftpoint/ })
  return { user, writes, save: () => user.click(screen.getByRole('button', { name: en('save') })) }
}
const showSection = (section: string) => act(async () => navigate(`${CHANNEL_PATH}/${section}`))
const shownError = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')
    ?.textContent

it('shows the empty name of another section, and saves nothing', async () => {
  const { user, writes, save } = await openSection('general')
  await user.clear(screen.getByLabelText(en('name')))
  await showSection('orders')
  await save()
  const name = await screen.findByLabelText(en('name'))
  expect(window.location.pathname + window.location.hash).toBe(`${CHANNEL_PATH}/general#name`)
  expect(shownError(name)).toBe(en('field.missing'))
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(writes).toEqual([])
  await user.type(name, 'Winter')
  expect(name.hasAttribute('aria-invalid')).toBe(false)
  await save()
  expect(writes).toHaveLength(1)
})

it('publishes no field if a setting of another section is out of range', async () => {
  const { user, writes, save } = await openSection('general')
  await user.type(screen.getByLabelText(en('name')), '!')
  await showSection('delivery')
  const days = await screen.findByLabelText(en('channel.supplierDays'))
  await user.clear(days)
  await user.type(days, '400')
  await showSection('general')
  await save()
  const shown = await screen.findByLabelText(en('channel.supplierDays'))
  expect(shownError(shown)).toBe(en('field.most', { most: 365 }))
  expect(writes).toEqual([])
})

it('shows a refusal at its field in the right section, and in the save bar', async () => {
  const refusal = { error: { code: 'unusable-value', field: 'name' } }
  const { user, save } = await openSection('general', refusal)
  await user.type(screen.getByLabelText(en('name')), '!')
  await showSection('orders')
  await save()
  const name = await screen.findByLabelText(en('name'))
  expect(shownError(name)).toBe(en('why.unusableValue'))
  expect(screen.getAllByText(en('why.unusableValue'))).toHaveLength(2)
  await waitFor(() => expect(document.activeElement).toBe(name))
})

it('stays in the section if the refusal names no field of the page', async () => {
  const refusal = { error: { code: 'invalid-input', field: 'changes.after.value' } }
  const { user, save } = await openSection('general', refusal)
  await user.type(screen.getByLabelText(en('name')), '!')
  await showSection('orders')
  await save()
  expect(await screen.findByText(en('invalidInput'))).toBeTruthy()
  expect(window.location.pathname).toBe(`${CHANNEL_PATH}/orders`)
})

it('adds the section to the heading for screen readers', async () => {
  await openSection('orders')
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent
  expect(heading()).toBe(`Giftpoint: ${en('channel.orders')}`)
  await showSection('delivery')
  await waitFor(() => expect(heading()).toBe(`Giftpoint: ${en('channel.delivery')}`))
})
