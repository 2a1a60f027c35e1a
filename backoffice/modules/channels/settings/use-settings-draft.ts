import { useState } from 'react'

import { hostsIn } from '#backoffice/modules/channels/host-names.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Page = StaffResponse<'channelPage'>

export type SettingsDraft = ReturnType<typeof useSettingsDraft>

/** The saved settings as values of the form. */
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

/** The settings in the form. They are saved together and take effect at once. */
export function useSettingsDraft(page: Page, me: string) {
  const t = useTranslate()
  const saved = valuesOf(page)
  const draft = useDraft(`${me}.channel.${page.id}.settings`, saved)
  // The version that the user saw when typing started.
  const [seenVersion, setSeenVersion] = useState<number | null>(null)
  const action = useAction('changeChannelSettings', {
    done: ({ vouchers_moved }) =>
      vouchers_moved === 0 ? t('done') : t('channel.settingsSaved', { count: vouchers_moved }),
  })
  const { values } = draft
  const type = (part: Partial<typeof values>) => {
    setSeenVersion((before) => before ?? page.version)
    draft.type(part)
    // The user is correcting the error.
    if (action.refusal) action.clearError()
  }
  function discard() {
    const restore = draft.clear()
    setSeenVersion(null)
    action.clearError()
    return () => {
      restore()
      setSeenVersion((now) => seenVersion ?? now)
    }
  }
  /** `version`: the current version of the channel, which this user may just have changed by saving other fields. */
  async function save(version: number): Promise<boolean> {
    const answer = await action.run({
      id: page.id,
      version: seenVersion === null || seenVersion === page.version ? version : seenVersion,
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
    setSeenVersion(null)
    if (answer) draft.clear()
    return answer !== null
  }
  const names = Object.keys(saved) as (keyof typeof saved)[]
  const changedFields = names.filter((name) => values[name] !== saved[name])
  return { values, changedFields, count: changedFields.length, type, discard, save, action }
}
