import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { rateText } from '#backoffice/kit/display/rate-text.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './OrderPage.module.css'

type OrderAddress = StaffResponse<'orderAddress'>
type Contact = OrderAddress['contact']
type AddressPreview = StaffResponse<'previewAddressChange'>
const PERSON_FIELDS = [
  ['contact_first_name', 'address.firstName', 80],
  ['contact_surname_prefix', 'address.prefix', 40],
  ['contact_surname', 'address.surname', 120],
  ['contact_email', 'mail', 200],
  ['contact_telephone', 'address.telephone', 30],
] as const
const ADDRESS_FIELDS = [
  ['delivery_address_street', 'address.street', 120],
  ['delivery_address_housenr', 'address.houseNumber', 20],
  ['delivery_address_housenr_appendix', 'address.addition', 20],
  ['delivery_address_postal_code', 'address.postalCode', 20],
  ['delivery_address_city', 'address.city', 80],
  ['delivery_address_additional_line', 'address.line', 120],
] as const

type AddressFormProps = { number: string; me: string; onClose: () => void }

/** Changes the recipient or address before anything is submitted to fulfilment. A preview shows the effect. */
export function AddressForm({ number, me, onClose }: AddressFormProps) {
  const { data, error, refetch } = useQuery(staffQuery('orderAddress', { number }))
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  return data ? <LoadedAddressForm number={number} stored={data} me={me} onClose={onClose} /> : null
}

type LoadedAddressFormProps = {
  number: string
  stored: OrderAddress
  me: string
  onClose: () => void
}

function LoadedAddressForm({ number, stored, me, onClose }: LoadedAddressFormProps) {
  const t = useTranslate()
  const address = useAddressDraft({ number, stored, me, onClose })
  const { contact, reason, preview, previewing, action, type } = address
  return (
    <Form
      title={t('address.change')}
      titled={false}
      main={false}
      submit={t(preview && !preview.same ? 'address.do' : 'address.try')}
      note={t('address.help')}
      failure={address.isOutdated ? null : (previewing.failure ?? action.failure)}
      refusal={previewing.refusal ?? action.refusal}
      busy={previewing.busy || action.busy}
      changed
      onDiscard={address.close}
      onSubmit={address.submit}
    >
      {address.hasAddressChanged ? <Notice kind="bad">{t('address.meanwhile')}</Notice> : null}
      <ContactFields stored={stored} address={address} />
      {address.isUnknown || contact.address_confirmed ? (
        <label>
          <input
            type="checkbox"
            checked={contact.address_confirmed}
            onChange={({ target }) => type({ address_confirmed: target.checked })}
          />{' '}
          {t('address.confirm')}
        </label>
      ) : null}
      <FormField
        name="reason"
        label={t('reason')}
        required
        maxLength={500}
        value={reason}
        onChange={({ target }) => address.setReason(target.value)}
      />
      {preview ? <Effect preview={preview} /> : null}
    </Form>
  )
}

type AddressDraft = ReturnType<typeof useAddressDraft>

/** The unsaved contact, the stored one that it is based on, and the preview of its effect. */
function useAddressDraft({ number, stored, me, onClose }: LoadedAddressFormProps) {
  const t = useTranslate()
  const draft = useDraft(`${me}.order-address.${number}`, {
    ...stored.contact,
    address_confirmed: false,
    reason: '',
    over: stored.contact,
  })
  const { reason, over: base, ...contact } = draft.values
  const [preview, setPreview] = useState<AddressPreview | null>(null)
  const previewing = useAction('previewAddressChange')
  const action = useAction('staffChangeAddress', {
    done: () => t('address.changed'),
  })
  const type = (part: Partial<typeof draft.values>) => {
    setPreview(null)
    // Stores the original value, so that later changes of other users are shown beside the input.
    draft.type({ over: base, ...part })
  }
  const close = () => {
    draft.clear()
    onClose()
  }
  async function submit() {
    if (!preview || preview.same) {
      const effect = await previewing.run({ number, ...contact, stands: stored.stands })
      if (effect) draft.type({ over: stored.contact })
      setPreview(effect)
      return
    }
    if (await action.run({ number, ...contact, stands: preview.stands, reason })) close()
  }
  const isUnknown = previewing.refusal?.refused === 'address-invalid'
  const isOutdated = [previewing, action].some(
    ({ refusal }) => refusal?.refused === 'changed-since',
  )
  // After a lost response, a stored address equal to the input is the user's own change.
  const isOwnChange =
    action.isOutcomeUnknown &&
    Object.entries(stored.contact).every(([field, now]) => contact[field as keyof Contact] === now)
  const isChangedByOther = (field: keyof Contact) =>
    !isOwnChange && base[field] !== stored.contact[field]
  const hasAddressChanged = Object.keys(stored.contact).some((field) =>
    isChangedByOther(field as keyof Contact),
  )
  const setReason = (reason: string) => draft.type({ reason })
  const state = { contact, reason, base, preview, isUnknown, isOutdated, hasAddressChanged }
  return {
    ...state,
    isChangedByOther,
    previewing,
    action,
    type,
    setReason,
    close,
    submit,
  }
}

/** For a field that another user changed: the stored value, or a hint that it equals the input. */
function useOtherChanges(stored: OrderAddress, { contact, base, isChangedByOther }: AddressDraft) {
  const t = useTranslate()
  return (field: keyof Contact) => {
    if (!isChangedByOther(field)) return {}
    const before = base[field] || t('channel.empty')
    const now = stored.contact[field] || t('channel.empty')
    return contact[field] === stored.contact[field]
      ? { hint: t('address.theirsIsHere', { before }) }
      : { issue: t('address.theirs', { before, now }) }
  }
}

function ContactFields({ stored, address }: { stored: OrderAddress; address: AddressDraft }) {
  const t = useTranslate()
  const { contact, type } = address
  const otherChange = useOtherChanges(stored, address)
  return (
    <>
      {[...PERSON_FIELDS, ...(stored.has_address ? ADDRESS_FIELDS : [])].map(
        ([field, label, most]) => (
          <FormField
            key={field}
            {...otherChange(field)}
            name={field}
            label={t(label)}
            maxLength={most}
            value={contact[field]}
            onChange={({ target }) => type({ [field]: target.value })}
          />
        ),
      )}
      {stored.has_address ? (
        <FormSelect
          {...otherChange('delivery_address_country_code')}
          name="delivery_address_country_code"
          label={t('payments.country')}
          value={contact.delivery_address_country_code}
          onChange={({ target }) => type({ delivery_address_country_code: target.value })}
        >
          {stored.countries.map((country) => (
            <option key={country}>{country}</option>
          ))}
        </FormSelect>
      ) : null}
    </>
  )
}

function Effect({ preview }: { preview: AddressPreview }) {
  const t = useTranslate()
  const euros = useEuros()
  const { language } = useBackofficeLanguage()
  if (preview.same) return <Notice kind="info">{t('address.same')}</Notice>
  const { before, after } = preview.vat
  const vatText = (rates: typeof before) =>
    rates
      .map(
        ({ country, bp, vat_cents }) => `${country} ${rateText(bp, language)}: ${euros(vat_cents)}`,
      )
      .join(', ') || '–'
  const isOtherCountry = preview.country.before !== preview.country.after
  return (
    <section className={css.part} aria-label={t('address.effect')}>
      <h3>{t('address.effect')}</h3>
      <dl className={css.sums}>
        <dt>{t('order.person')}</dt>
        <dd>{[preview.person, ...preview.address].join(', ')}</dd>
        {preview.carrier.before !== preview.carrier.after ? (
          <>
            <dt>{t('order.delivery')}</dt>
            <dd>
              {preview.carrier.before ?? '–'} → {preview.carrier.after ?? t('address.standard')}
            </dd>
          </>
        ) : null}
        {isOtherCountry ? (
          <>
            <dt>{t('payments.country')}</dt>
            <dd>
              {preview.country.before ?? '–'} → {preview.country.after ?? '–'}
            </dd>
            <dt>{t('payments.vat')}</dt>
            <dd>
              {vatText(before)} → {vatText(after)}
            </dd>
          </>
        ) : null}
        <dt>{t('address.told')}</dt>
        <dd>{preview.told.join(', ')}</dd>
      </dl>
      {preview.address.length > 0 && !preview.verified ? (
        <Notice kind="warn">{t('address.unverified')}</Notice>
      ) : null}
    </section>
  )
}
