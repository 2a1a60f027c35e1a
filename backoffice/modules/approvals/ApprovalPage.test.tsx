import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ApprovalPage } from '#backoffice/modules/approvals/ApprovalPage.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { permissionsOf, type Role } from '#domain/staff/permissions.ts'

type Approval = StaffResponse<'approvals'>['items'][number]

const refund: Approval = {
  id: '9',
  kind: 'credit.book',
  subject_kind: 'order',
  subject_id: '1000003',
  subject_name: '1000003',
  channel: '1014',
  asked: {},
  reason: 'Broken on arrival',
  asked_by: { id: '2', name: 'Sofie Smit' },
  asked_at: '2026-11-25T09:00:00.000Z',
  outcome: null,
  decided_by: null,
  decided_at: null,
  note: '',
  changes: [],
  may_decide: true,
  approve_from: null,
  approve_never: null,
  approve_alone: false,
  alone: false,
  mine: false,
}

const pageOf = (items: readonly object[]) =>
  Response.json({ items, total: items.length, next: null, previous: null })

async function openApproval(approval: Approval, role: Role = 'owner') {
  const calls: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    calls.push(address)
    if (address.includes('/approvals?')) return Promise.resolve(pageOf([approval]))
    if (address.includes('/orders?ids=1000003'))
      return Promise.resolve(
        pageOf([
          {
            number: '1000003',
            person: { name: 'Anna de Vries' },
            gifts: '2 × Teapot',
            picture: null,
          },
        ]),
      )
    if (address.includes('/vouchers?ids=7'))
      return Promise.resolve(pageOf([{ id: '7', name: 'Ruben Daalhof' }]))
    return Promise.resolve(pageOf([]))
  })
  const staff = { id: '1', role, permissions: permissionsOf(role) } as unknown as Staff
  await renderBackoffice(<ApprovalPage staff={staff} params={{ id: approval.id }} />)
  return { calls, facts: await screen.findByRole('region', { name: en('approval.facts') }) }
}

it('shows who receives the gifts of a refund and which gifts they are (PRODUCT-5)', async () => {
  const { facts } = await openApproval(refund)
  expect(await within(facts).findByText('Anna de Vries')).toBeDefined()
  expect(within(facts).getByText('2 × Teapot')).toBeDefined()
})

it('names the recipient of a voucher beside the end of its code (PRODUCT-5)', async () => {
  const { facts } = await openApproval({
    ...refund,
    kind: 'points.grant',
    subject_kind: 'voucher',
    subject_id: '7',
    subject_name: '···mhu',
    asked: { points: 20 },
  })
  expect(await within(facts).findByText('Ruben Daalhof')).toBeDefined()
  expect(within(facts).getByRole('link', { name: '···mhu' })).toBeDefined()
})

it('reads neither orders nor recipients without permission to see them', async () => {
  const { calls } = await openApproval(refund, 'editor')
  expect(calls.filter((address) => /\/(orders|vouchers)\?/.test(address))).toEqual([])
})
