import { expect, it } from 'vitest'

import {
  actionOf,
  type BulkDraft,
  emptyDraft,
} from '#backoffice/modules/catalog/bulk-changes/bulk-draft.ts'

const points = (part: Partial<BulkDraft>): BulkDraft => ({
  ...emptyDraft('points', ['1014']),
  reason: '',
  ...part,
})

it('has no action without a valid amount, and decreases points only on request (DESK-11)', () => {
  expect(actionOf(points({}))).toBeNull()
  for (const amount of ['0', '-1', '1.5', 'two', '100001']) {
    expect(actionOf(points({ amount }))).toBeNull()
  }
  expect(actionOf(points({ amount: '2' }))).toMatchObject({ how: 'add', value: 2 })
  expect(actionOf(points({ amount: '2', how: 'lower' }))).toMatchObject({ how: 'add', value: -2 })
  expect(actionOf(points({ amount: '80', how: 'percent' }))).toEqual({
    field: 'points',
    how: 'percent',
    value: 80,
    channels: ['1014'],
  })
})

it('has no action without a channel', () => {
  const { reason, ...draft } = points({ amount: '2' })
  expect(
    actionOf({ ...draft, reason, action: { ...draft.action, channels: [] } as never }),
  ).toBeNull()
  expect(actionOf({ ...emptyDraft('active', []), reason })).toBeNull()
  expect(actionOf({ ...emptyDraft('active', ['1014']), reason })).not.toBeNull()
})
