import { useState } from 'react'

import { hostsIn } from '#backoffice/modules/channels/host-names.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Page = StaffResponse<'channelPage'>

export type SettingsDraft = ReturnType<typeof useSettingsDraft>

/** The settings as the form has them. */
function valuesOf(page: Page) {
  const { hosts, website_url, time_zone, supplier_days, retention_months } = page.settings
  const { replacement_days, undeliverable_parcel, expiry_notice } = page.settings
  const { credit_first, withdrawal_credit } = page.settings
  return {
    hosts: hosts.join('\n'),
    website_url,
    time_zone,
    supplier_days: String(supplier_days),
    retention_months: String(retention_months),
    replacement_days: String(replacement_days),
    undeliverable_parcel,
    credit_first,
    withdrawal_credit,
    expiry_notice: expiry_notice ? 'yes' : 'no',
  }
}

/** The settings as typed. They take effect at once, together. */
export function useSettingsDraft(page: Page, me: string) {
  const t = useTranslate()
  const live = valuesOf(page)
  const draft = useDraft(`${me}.channel.${page.id}.settings`, live)
  // The version that the user saw when typing started.
  const [seen, setSeen] = useState<number | null>(null)
  const action = useAction('changeChannelSettings', {
    done: ({ vouchers_moved }) =>
      vouchers_moved === 0 ? t('done') : t('channel.settingsSaved', { count: vouchers_moved }),
  })
  const { values } = draft
  const type = (part: Partial<typeof values>) => {
    setSeen((before) => before ?? page.version)
    draft.type(part)
    // The user is correcting the error.
    if (action.refusal) action.erase()
  }
  function discard() {
    const restore = draft.clear()
    setSeen(null)
    action.erase()
    return () => {
      restore()
      setSeen((now) => seen ?? now)
    }
  }
  /** `version`: of the channel now, if this user saved something else of it just before. */
  async function save(version: number): Promise<boolean> {
    const saved = await action.run({
      id: page.id,
      version: seen === null || seen === page.version ? version : seen,
      hosts: hostsIn(values.hosts),
      website_url: values.website_url,
      time_zone: values.time_zone,
      supplier_days: Number(values.supplier_days),
      retention_months: Number(values.retention_months),
      replacement_days: Number(values.replacement_days),
      undeliverable_parcel: values.undeliverable_parcel === 'person' ? 'person' : 'choose-again',
      credit_first: values.credit_first === 'points' ? 'points' : 'card',
      withdrawal_credit: values.withdrawal_credit === 'legal-day' ? 'legal-day' : 'goods-back',
      expiry_notice: values.expiry_notice !== 'no',
    })
    // After a refusal the user sees the current values, so the next save uses the current version.
    setSeen(null)
    if (saved) draft.clear()
    return saved !== null
  }
  const names = Object.keys(live) as (keyof typeof live)[]
  const changedFields = names.filter((name) => values[name] !== live[name])
  return { values, changedFields, count: changedFields.length, type, discard, save, action }
}
