import { expect, it } from 'vitest'

import { alternativeOf } from '#backoffice/modules/tasks/task-alternative.ts'
import { findPage } from '#backoffice/shell/pages/all-pages.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import { ALL_TASK_KINDS } from '#domain/tasks/task-kinds.ts'

type Cause = StaffResponse<'task'>
const item = { id: '1', subject: '9', order: '1000003', channel: null, reason: '', detail: {} }
const cause = {
  order: '1000003',
  detail: { sku: 'bol-10' },
  items: [item],
  payments: [{ voucher: '7' }],
  resolve: { rows: [{ subject: '4/9' }] },
  recipient: { voucher: '7', name: 'Anna', email: 'a@example.com', telephone: '' },
} as unknown as Cause

it('offers something besides its button for every kind of task (PRODUCT-5)', () => {
  const offered = ALL_TASK_KINDS.map((kind) => alternativeOf({ ...cause, kind }))
  expect(offered).not.toContain('close')
  expect(alternativeOf({ ...cause, kind: 'withdrawal-waits' })).toBe('contact')
  expect(alternativeOf({ ...cause, kind: 'invitation-bounced' })).toEqual({
    label: 'task.toAddress',
    to: '/backoffice/batches/4/recipients',
  })
})

it('leads to pages that exist (PRODUCT-5)', () => {
  for (const kind of ALL_TASK_KINDS) {
    const offered = alternativeOf({ ...cause, kind })
    if (typeof offered === 'object') expect(findPage(offered.to.split('?')[0] ?? '')).toBeDefined()
  }
})
