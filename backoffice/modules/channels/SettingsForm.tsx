import { useEffect, useState } from 'react'

import { takenHostText } from '#backoffice/modules/channels/taken-host-texts.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormTextArea, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { isTimeZone } from '#domain/time/zone-days.ts'
import { tagOf } from '#domain/language.ts'

import css from './RulesForm.module.css'

type Page = StaffResponse<'channelPage'>

/** One host per line. Commas also separate hosts. */
export const hostsIn = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((host) =>
      host
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/\/$/, ''),
    )
    .filter((host) => host !== '')

type SettingsDraft = ReturnType<typeof useSettingsDraft>
type FieldsProps = { draft: SettingsDraft; readOnly: boolean }

function useSettingsDraft(page: Page, me: string) {
  const t = useTranslate()
  const { hosts, website_url, time_zone, supplier_days, retention_months } = page.settings
  const { replacement_days, undeliverable_parcel, expiry_notice } = page.settings
  const { credit_first, withdrawal_credit } = page.settings
  const draft = useDraft(`${me}.channel.${page.id}.settings`, {
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
  })
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
  }
  function discard() {
    draft.clear()
    setSeen(null)
  }
  async function save() {
    const saved = await action.run({
      id: page.id,
      version: seen ?? page.version,
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
  }
  return { values, changed: draft.changed, type, discard, save, action }
}

/** Where a channel is found, whose clocks it keeps, and its terms: set at once. */
export function SettingsForm({
  page,
  me,
  mayWrite,
}: {
  page: Page
  me: string
  mayWrite: boolean
}) {
  const t = useTranslate()
  const draft = useSettingsDraft(page, me)
  const { action } = draft
  const body = (
    <>
      <AddressFields page={page} draft={draft} readOnly={!mayWrite} />
      <ReplacementFields draft={draft} readOnly={!mayWrite} />
      <CreditFields draft={draft} readOnly={!mayWrite} />
      <FormField
        label={t('channel.retention')}
        hint={t('channel.retentionHelp')}
        type="number"
        min={1}
        max={120}
        required
        readOnly={!mayWrite}
        value={draft.values.retention_months}
        onChange={({ target }) => draft.type({ retention_months: target.value })}
      />
    </>
  )
  if (!mayWrite) {
    return (
      <section id="hosts" className={css.read} aria-label={t('channel.settings')}>
        <h2>{t('channel.settings')}</h2>
        {body}
      </section>
    )
  }
  return (
    <div id="hosts">
      <Form
        title={t('channel.settings')}
        submit={t('save')}
        main={draft.changed}
        note={t('channel.settingsNote')}
        wrong={takenHostText(t, action.refusal) ?? action.wrong}
        refusal={action.refusal}
        busy={action.busy}
        changed={draft.changed}
        onDiscard={draft.discard}
        onSubmit={draft.save}
      >
        {body}
      </Form>
    </div>
  )
}

function AddressFields({ page, draft: { values, type }, readOnly }: FieldsProps & { page: Page }) {
  const t = useTranslate()
  const moves = values.time_zone !== page.settings.time_zone && isTimeZone(values.time_zone)
  return (
    <>
      <FormTextArea
        name="hosts"
        label={t('channel.hosts')}
        hint={t('channel.hostsHelp')}
        rows={3}
        readOnly={readOnly}
        value={values.hosts}
        onChange={({ target }) => type({ hosts: target.value })}
      />
      <FormField
        label={t('channel.website')}
        hint={t('channel.websiteHelp')}
        readOnly={readOnly}
        maxLength={300}
        value={values.website_url}
        onChange={({ target }) => type({ website_url: target.value })}
      />
      <FormField
        label={t('channel.zone')}
        hint={
          <>
            <ZoneNow zone={values.time_zone} /> {moves ? t('channel.zoneMoves') : null}
          </>
        }
        issue={isTimeZone(values.time_zone) ? null : t('channel.zoneUnknown')}
        required
        readOnly={readOnly}
        maxLength={60}
        value={values.time_zone}
        onChange={({ target }) => type({ time_zone: target.value })}
      />
    </>
  )
}

function ReplacementFields({ draft: { values, type }, readOnly }: FieldsProps) {
  const t = useTranslate()
  return (
    <>
      <FormField
        label={t('channel.supplierDays')}
        type="number"
        min={1}
        max={365}
        required
        readOnly={readOnly}
        value={values.supplier_days}
        onChange={({ target }) => type({ supplier_days: target.value })}
      />
      <FormField
        label={t('replacement.days')}
        hint={t('replacement.daysHelp')}
        type="number"
        min={1}
        max={90}
        required
        readOnly={readOnly}
        value={values.replacement_days}
        onChange={({ target }) => type({ replacement_days: target.value })}
      />
      <FormSelect
        label={t('replacement.fallenParcel')}
        disabled={readOnly}
        value={values.undeliverable_parcel}
        onChange={({ target }) =>
          type({ undeliverable_parcel: target.value === 'person' ? 'person' : 'choose-again' })
        }
      >
        <option value="choose-again">{t('replacement.fallenParcel.choose-again')}</option>
        <option value="person">{t('replacement.fallenParcel.person')}</option>
      </FormSelect>
    </>
  )
}

function CreditFields({ draft: { values, type }, readOnly }: FieldsProps) {
  const t = useTranslate()
  return (
    <>
      <FormSelect
        label={t('channel.creditFirst')}
        disabled={readOnly}
        value={values.credit_first}
        onChange={({ target }) =>
          type({ credit_first: target.value === 'points' ? 'points' : 'card' })
        }
      >
        <option value="card">{t('channel.creditFirst.card')}</option>
        <option value="points">{t('channel.creditFirst.points')}</option>
      </FormSelect>
      <FormSelect
        label={t('channel.withdrawalCredit')}
        disabled={readOnly}
        value={values.withdrawal_credit}
        onChange={({ target }) =>
          type({ withdrawal_credit: target.value === 'legal-day' ? 'legal-day' : 'goods-back' })
        }
      >
        <option value="goods-back">{t('channel.withdrawalCredit.goods-back')}</option>
        <option value="legal-day">{t('channel.withdrawalCredit.legal-day')}</option>
      </FormSelect>
      <FormSelect
        label={t('time.expiryNotice')}
        disabled={readOnly}
        value={values.expiry_notice}
        onChange={({ target }) => type({ expiry_notice: target.value === 'no' ? 'no' : 'yes' })}
      >
        <option value="yes">{t('time.expiryNotice.yes')}</option>
        <option value="no">{t('time.expiryNotice.no')}</option>
      </FormSelect>
    </>
  )
}

function ZoneNow({ zone }: { zone: string }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000)
    return () => clearInterval(timer)
  }, [])
  if (!isTimeZone(zone)) return null
  const time = now.toLocaleString(tagOf(language), {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  return <>{t('channel.zoneNow', { time })}</>
}
