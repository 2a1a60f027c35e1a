import { expect, it } from 'vitest'

import { english } from '#backoffice/i18n/en.ts'
import { formatMessage } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { EFFECT_TEXTS, effectText } from '#backoffice/modules/tasks/resolution-effects.ts'
import { ALL_TASK_KINDS } from '#domain/tasks/task-kinds.ts'

const t = (key: MessageKey, values: Readonly<Record<string, string | number>> = {}) =>
  formatMessage({ language: 'en', text: english[key] }, values)
const euros = (cents: number) => `€${(cents / 100).toFixed(2)}`
const tools = { t, euros }
const effect = (after: string, { count = 1, points = 0, cents = 0 } = {}) => ({
  after,
  count,
  points,
  cents,
})

it('names amounts, and that nothing has been returned, before anything is refunded (PRODUCT-5)', () => {
  expect(
    effectText(
      'withdrawal-waits',
      effect('credited-unreturned', { points: 12, cents: 1000 }),
      tools,
    ),
  ).toBe('Refund 12 points and €10.00 without a return')
  expect(effectText('withdrawal-waits', effect('credited', { points: 1 }), tools)).toBe(
    'Refund 1 point',
  )
  expect(effectText('withdrawal-waits', effect('credited', { cents: 1000 }), tools)).toBe(
    'Refund €10.00',
  )
  expect(effectText('charged-back', effect('accepted', { cents: 1000 }), tools)).toContain('€10.00')
})

it('has a button text for every kind of task, and each has at least two words (PRODUCT-5)', () => {
  for (const kind of ALL_TASK_KINDS) {
    const results = Object.keys(EFFECT_TEXTS[kind])
    expect(results.length).toBeGreaterThan(0)
    for (const after of results) {
      for (const count of [1, 3]) {
        const text = effectText(kind, effect(after, { count, cents: 1000 }), tools)
        expect(text).not.toMatch(/[{|}]|^Fix/)
        expect(text.split(' ').length).toBeGreaterThan(1)
      }
    }
  }
})
