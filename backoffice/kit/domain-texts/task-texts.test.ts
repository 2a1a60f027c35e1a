import { expect, it } from 'vitest'

import { type Cause, detailText, taskTitle } from '#backoffice/kit/domain-texts/task-texts.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'
import { formatMessage, type Translate } from '#backoffice/i18n/translator.tsx'

const t: Translate = (key, values) => formatMessage({ language: 'en', text: english[key] }, values)
const inGerman: Translate = (key, values) =>
  formatMessage({ language: 'de', text: german[key] }, values)
const euros = (cents: number) => `€${(cents / 100).toFixed(2)}`

type TaskFacts = Pick<Cause, 'kind' | 'reason' | 'detail' | 'order' | 'cases'>
const task = (kind: Cause['kind'], rest: Partial<TaskFacts> = {}): TaskFacts => ({
  kind,
  reason: '',
  detail: {},
  order: null,
  cases: 1,
  ...rest,
})

it.each([
  [
    task('supplier-silent', { cases: 5, reason: 'Kiln', detail: { supplier: 'Kiln' } }),
    'Kiln has not replied to 5 purchase orders',
    '',
  ],
  [
    task('refund-failed', { cases: 2, detail: { cents: 2000 } }),
    '2 refunds of €20.00 in total failed',
    'The refund did not reach the card',
  ],
  [
    task('mail-refused', { reason: '550 no mailbox', detail: { domain: 'example.com' } }),
    '1 email to example.com bounced',
    '550 no mailbox',
  ],
  [
    task('parcel-undeliverable', { order: '1000003', reason: 'found' }),
    'The lost parcel for order 1000003 has arrived',
    '',
  ],
  [
    task('books-differ', {
      order: '1002627',
      reason: 'the order is cancelled, but only 12 of 12 points and 0 of 1000 cents were refunded',
      detail: {
        code: 'cancelled-not-returned',
        values: { points: 12, points_back: 12, cents: 1000, cents_back: 0 },
      },
    }),
    'Order 1002627 was cancelled but not fully refunded',
    '12 of 12 points and €0.00 of €10.00 were refunded.',
  ],
  [
    task('books-differ', {
      order: '1002627',
      reason: 'log',
      detail: { code: 'cancelled-not-returned' },
    }),
    'Order 1002627 was cancelled but not fully refunded',
    '',
  ],
])('shows the subject of a task in its title, and details below', (facts, title, detail) => {
  expect(taskTitle(facts, t, euros)).toBe(title)
  expect(detailText(facts, t, euros)).toBe(detail)
})

it('uses the kind of a task as its title if the subject is unknown', () => {
  expect(taskTitle(task('supplier-silent'), t, euros)).toBe(t('task.of.supplier-silent'))
  expect(taskTitle(task('warehouse-refused'), t, euros)).toBe(t('task.of.warehouse-refused'))
  expect(taskTitle(task('stock-differs', { cases: 3 }), inGerman, euros)).toBe(
    inGerman('task.of.stock-differs'),
  )
})
