import { expect, it } from 'vitest'

import { approvalTitle, warningTexts } from '#backoffice/modules/approvals/approval-texts.tsx'
import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { APPROVAL_KINDS } from '#contract/approvals.staff.ts'
import { LAUNCH_FINDINGS } from '#contract/channels/launch-issues.ts'

it.each([
  ['nl', dutch],
  ['en', english],
  ['de', german],
])('has texts for every kind of approval request, in %s (DESK-29)', (_, dictionary) => {
  const t: Translate = (key, values = {}) =>
    (dictionary[key].split('|').at(-1) ?? '').replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(values[name] ?? whole),
    )
  const asked = { points: 12, count: 3, findings: LAUNCH_FINDINGS }
  const said = APPROVAL_KINDS.map((kind) => {
    const sentence = approvalTitle(t, { kind, asked, subject_name: 'x7k' })
    expect(sentence).toMatch(/x7k/)
    expect(sentence).not.toContain(kind)
    expect(sentence).not.toMatch(/[{}]/)
    return sentence
  })
  expect(new Set(said).size).toBe(APPROVAL_KINDS.length)
  const erasure = { kind: 'personal-data.erase', subject_name: 'x7k' }
  expect(approvalTitle(t, { ...erasure, asked: { points: 0 } })).not.toMatch(/\d+ p/i)
  expect(approvalTitle(t, { ...erasure, asked: { points: 2 } })).toMatch(/2 p/i)
  const red = warningTexts(t, { kind: 'channel.open', asked })
  expect(new Set(red).size).toBe(LAUNCH_FINDINGS.length)
  expect(red.join()).not.toMatch(/[{}]/)
})
