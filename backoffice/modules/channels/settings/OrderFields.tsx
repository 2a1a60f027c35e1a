import { BOUNDS } from '#backoffice/modules/channels/settings/invalid-input.ts'
import type { FieldDraft } from '#backoffice/modules/channels/settings/use-field-draft.ts'
import type { SettingsDraft } from '#backoffice/modules/channels/settings/use-settings-draft.ts'
import { valueText } from '#backoffice/i18n/field-texts.ts'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** How long an order can be changed, and how it is refunded. */
export function OrderFields({
  fields: draft,
  settings,
  readOnly,
}: {
  fields: FieldDraft
  settings: SettingsDraft
  readOnly: boolean
}) {
  const t = useTranslate()
  const { values, type } = settings
  const text = (field: string) => valueText(draft.value(field)) ?? ''
  return (
    <>
      <FormField
        label={t('channel.undoMinutes')}
        name="undo_minutes"
        data-anchor="undo_minutes"
        hint={t('channel.undoMinutesHelp')}
        type="number"
        {...BOUNDS.undo_minutes}
        required
        readOnly={readOnly}
        value={text('undo_minutes')}
        onChange={({ target }) =>
          draft.set('undo_minutes', target.value === '' ? '' : Number(target.value))
        }
      />
      <CreditFields settings={settings} readOnly={readOnly} />
      <FormField
        label={t('channel.retention')}
        name="retention_months"
        data-anchor="retention_months"
        hint={t('channel.retentionHelp')}
        type="number"
        {...BOUNDS.retention_months}
        required
        readOnly={readOnly}
        value={values.retention_months}
        onChange={({ target }) => type({ retention_months: target.value })}
      />
    </>
  )
}

function CreditFields({
  settings: { values, type },
  readOnly,
}: {
  settings: SettingsDraft
  readOnly: boolean
}) {
  const t = useTranslate()
  return (
    <>
      <FormSelect
        label={t('channel.creditFirst')}
        name="credit_first"
        data-anchor="credit_first"
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
        name="withdrawal_credit"
        data-anchor="withdrawal_credit"
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
        label={t('privacy.expiryNotice')}
        name="expiry_notice"
        data-anchor="expiry_notice"
        disabled={readOnly}
        value={values.expiry_notice}
        onChange={({ target }) => type({ expiry_notice: target.value === 'no' ? 'no' : 'yes' })}
      >
        <option value="yes">{t('privacy.expiryNotice.yes')}</option>
        <option value="no">{t('privacy.expiryNotice.no')}</option>
      </FormSelect>
    </>
  )
}
