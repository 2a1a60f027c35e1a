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

type Read = StaffResponse<'orderAddress'>
type Contact = Read['contact']
type Tried = StaffResponse<'previewAddressChange'>
const WHO = [
  ['contact_first_name', 'address.firstName', 80],
  ['contact_surname_prefix', 'address.prefix', 40],
  ['contact_surname', 'address.surname', 120],
  ['contact_email', 'mail', 200],
  ['contact_telephone', 'address.telephone', 30],
] as const
const WHERE = [
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
  return data ? <Typed number={number} read={data} me={me} onClose={onClose} /> : null
}

type TypedProps = { number: string; read: Read; me: string; onClose: () => void }

function Typed({ number, read, me, onClose }: TypedProps) {
  const t = useTranslate()
  const address = useAddressDraft({ number, read, me, onClose })
  const { contact, reason, tried, trying, action, type } = address
  return (
    <Form
      title={t('address.change')}
      titled={false}
      main={false}
      submit={t(tried && !tried.same ? 'address.do' : 'address.try')}
      note={t('address.help')}
      failure={address.isLate ? null : (trying.failure ?? action.failure)}
      busy={trying.busy || action.busy}
      changed
      onDiscard={address.close}
      onSubmit={address.submit}
    >
      {address.meanwhile ? <Notice kind="bad">{t('address.meanwhile')}</Notice> : null}
      <ContactFields read={read} address={address} />
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
        label={t('reason')}
        required
        maxLength={500}
        value={reason}
        onChange={({ target }) => address.setReason(target.value)}
      />
      {tried ? <Effect tried={tried} /> : null}
    </Form>
  )
}

type AddressDraft = ReturnType<typeof useAddressDraft>

/** The contact as typed, what it was typed over, and the effect that was shown for it. */
function useAddressDraft({ number, read, me, onClose }: TypedProps) {
  const t = useTranslate()
  const draft = useDraft(`${me}.order-address.${number}`, {
    ...read.contact,
    address_confirmed: false,
    reason: '',
    over: read.contact,
  })
  const { reason, over, ...contact } = draft.values
  const [tried, setTried] = useState<Tried | null>(null)
  const trying = useAction('previewAddressChange')
  const action = useAction('staffChangeAddress', {
    done: () => t('address.changed'),
  })
  const type = (part: Partial<typeof draft.values>) => {
    setTried(null)
    // Stores the original value, so that later changes of other users are shown beside the input.
    draft.type({ over, ...part })
  }
  const close = () => {
    draft.clear()
    onClose()
  }
  async function submit() {
    if (!tried || tried.same) {
      const effect = await trying.run({ number, ...contact, stands: read.stands })
      if (effect) draft.type({ over: read.contact })
      setTried(effect)
      return
    }
    if (await action.run({ number, ...contact, stands: tried.stands, reason })) close()
  }
  const isUnknown = trying.refusal?.refused === 'address-invalid'
  const isLate = [trying, action].some(({ refusal }) => refusal?.refused === 'changed-since')
  // After a lost response, a stored address equal to the input is the user's own change.
  const isOwn =
    action.isOutcomeUnknown &&
    Object.entries(read.contact).every(([field, now]) => contact[field as keyof Contact] === now)
  const changed = (field: keyof Contact) => !isOwn && over[field] !== read.contact[field]
  const hasAddressChanged = Object.keys(read.contact).some((field) =>
    changed(field as keyof Contact),
  )
  const setReason = (reason: string) => draft.type({ reason })
  const state = { contact, reason, over, tried, isUnknown, isLate, meanwhile: hasAddressChanged }
  return { ...state, changed, trying, action, type, setReason, close, submit }
}

/** For a field that another user changed: the stored value, or a hint that it equals the input. */
function useTheirs(read: Read, { contact, over, changed }: AddressDraft) {
  const t = useTranslate()
  return (field: keyof Contact) => {
    if (!changed(field)) return {}
    const before = over[field] || t('channel.empty')
    const now = read.contact[field] || t('channel.empty')
    return contact[field] === read.contact[field]
      ? { hint: t('address.theirsIsHere', { before }) }
      : { issue: t('address.theirs', { before, now }) }
  }
}

function ContactFields({ read, address }: { read: Read; address: AddressDraft }) {
  const t = useTranslate()
  const { contact, type } = address
  const theirs = useTheirs(read, address)
  return (
    <>
      {[...WHO, ...(read.has_address ? WHERE : [])].map(([field, label, most]) => (
        <FormField
          key={field}
          {...theirs(field)}
          label={t(label)}
          maxLength={most}
          value={contact[field]}
          onChange={({ target }) => type({ [field]: target.value })}
        />
      ))}
      {read.has_address ? (
        <FormSelect
          {...theirs('delivery_address_country_code')}
          label={t('payments.country')}
          value={contact.delivery_address_country_code}
          onChange={({ target }) => type({ delivery_address_country_code: target.value })}
        >
          {read.countries.map((country) => (
            <option key={country}>{country}</option>
          ))}
        </FormSelect>
      ) : null}
    </>
  )
}

function Effect({ tried }: { tried: Tried }) {
  const t = useTranslate()
  const euros = useEuros()
  const { language } = useBackofficeLanguage()
  if (tried.same) return <Notice kind="info">{t('address.same')}</Notice>
  const { before, after } = tried.vat
  const vat = (rates: typeof before) =>
    rates
      .map(
        ({ country, bp, vat_cents }) => `${country} ${rateText(bp, language)}: ${euros(vat_cents)}`,
      )
      .join(', ') || '–'
  const abroad = tried.country.before !== tried.country.after
  return (
    <section className={css.part} aria-label={t('address.effect')}>
      <h3>{t('address.effect')}</h3>
      <dl className={css.sums}>
        <dt>{t('order.person')}</dt>
        <dd>{[tried.person, ...tried.address].join(', ')}</dd>
        {tried.carrier.before !== tried.carrier.after ? (
          <>
            <dt>{t('order.delivery')}</dt>
            <dd>
              {tried.carrier.before ?? '–'} → {tried.carrier.after ?? t('address.standard')}
            </dd>
          </>
        ) : null}
        {abroad ? (
          <>
            <dt>{t('payments.country')}</dt>
            <dd>
              {tried.country.before ?? '–'} → {tried.country.after ?? '–'}
            </dd>
            <dt>{t('payments.vat')}</dt>
            <dd>
              {vat(before)} → {vat(after)}
            </dd>
          </>
        ) : null}
        <dt>{t('address.told')}</dt>
        <dd>{tried.told.join(', ')}</dd>
      </dl>
      {tried.address.length > 0 && !tried.verified ? (
        <Notice kind="warn">{t('address.unverified')}</Notice>
      ) : null}
    </section>
  )
}
