import type { FieldDraft } from '#backoffice/modules/channels/settings/use-field-draft.ts'
import type { SettingsDraft } from '#backoffice/modules/channels/settings/use-settings-draft.ts'
import type { VatDraft } from '#backoffice/modules/channels/settings/use-vat-draft.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'

export type ChannelDrafts = { fields: FieldDraft; settings: SettingsDraft; vat: VatDraft }
/** A field and its error. */
export type InputIssue = { field: string; sentence: string }

/** The required whole numbers of a channel. */
export const BOUNDS = {
  supplier_days: { min: 1, max: 365 },
  replacement_days: { min: 1, max: 90 },
  undo_minutes: { min: 0, max: 1440 },
  retention_months: { min: 1, max: 120 },
} as const

/** The first field of any section with unsaved input that is empty or out of range. */
export function findInvalid(drafts: ChannelDrafts, t: Translate): InputIssue | null {
  const { fields, settings, vat } = drafts
  const { supplier_days, replacement_days, retention_months } = settings.values
  const undo_minutes = fields.value('undo_minutes')
  const numbers = { supplier_days, replacement_days, undo_minutes, retention_months }
  const changed = [...fields.changedFields, ...settings.changedFields]
  if (changed.includes('name') && isEmpty(fields.value('name')))
    return { field: 'name', sentence: t('field.missing') }
  for (const field of Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]) {
    const sentence = changed.includes(field) ? numberIssue(numbers[field], BOUNDS[field], t) : null
    if (sentence !== null) return { field, sentence }
  }
  return vat.missing === undefined ? null : { field: vat.missing, sentence: t('field.missing') }
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function numberIssue(
  value: unknown,
  { min, max }: { min: number; max: number },
  t: Translate,
): string | null {
  if (isEmpty(value)) return t('field.missing')
  const number = Number(value)
  if (number < min) return t('field.least', { least: min })
  if (number > max) return t('field.most', { most: max })
  return Number.isInteger(number) ? null : t('field.whole')
}
