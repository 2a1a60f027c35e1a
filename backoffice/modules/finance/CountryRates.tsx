import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useNotify } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { rateText } from '#backoffice/kit/display/rate-text.ts'
import { countryName } from '#backoffice/kit/domain-texts/country-name.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './CountryRates.module.css'

export type Rate = StaffResponse<'vatRates'>['items'][number]

/** Nobody has checked the rate, although a channel uses it now. */
export const isUncheckedInUse = ({ checked, channels, state }: Rate) =>
  checked === null && channels > 0 && state === 'holds'

/** The rates of a country. One form confirms all rates that nobody has checked. */
export function CountryRates({
  country,
  rates,
  mayWrite,
}: {
  country: string
  rates: readonly Rate[]
  mayWrite: boolean
}) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const [isFormWanted, setFormWanted] = useState(false)
  const name = countryName(country, language)
  const channels = rates[0]?.channels ?? 0
  const unchecked = rates.filter(({ checked, state }) => checked === null && state !== 'past')
  const isFormOpen = isFormWanted && unchecked.length > 0
  // If nobody has checked any rate, the head of the card shows it once for all of them.
  const areAllUnchecked = rates.every(({ checked }) => checked === null)
  return (
    <Card
      title={name}
      aside={
        <span className={css.state}>
          {channels === 0 ? t('rates.notInUse') : t('rates.channelCount', { count: channels })}
          {areAllUnchecked && channels > 0 ? <UncheckedMark /> : null}
        </span>
      }
      actions={
        mayWrite && !isFormOpen && unchecked.length > 0 ? (
          <ActionButton
            small
            data-anchor={rates.some(isUncheckedInUse) ? 'unchecked' : undefined}
            aria-label={`${t('rates.check')}: ${name}`}
            onClick={() => setFormWanted(true)}
          >
            {t('rates.check')}
          </ActionButton>
        ) : null
      }
    >
      <ul className={css.rates}>
        {rates.map((rate) => (
          <RateRow
            key={`${rate.class} ${rate.from_date}`}
            rate={rate}
            isShownInHead={areAllUnchecked}
            mayWrite={mayWrite}
          />
        ))}
      </ul>
      {isFormOpen ? (
        <CheckForm name={name} rates={unchecked} onClose={() => setFormWanted(false)} />
      ) : null}
    </Card>
  )
}

function UncheckedMark() {
  const t = useTranslate()
  return <StatusMark kind="warn">{t('rates.nobody')}</StatusMark>
}

type RateRowProps = {
  rate: Rate
  /** The head of the card already shows that nobody has checked the rates. */
  isShownInHead: boolean
  mayWrite: boolean
}

function RateRow({ rate, isShownInHead, mayWrite }: RateRowProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { checked, state } = rate
  const isMarked = isUncheckedInUse(rate) && !isShownInHead
  return (
    <li data-past={state === 'past' || undefined}>
      <b>{rateText(rate.bp, language)}</b>
      <span>
        {t(`rates.of.${rate.class}`)}
        {state === 'holds' ? null : ` · ${t(`rates.${state}`)}`}
      </span>
      <span className={css.soft}>
        {t('rates.sinceDay', { day: formatDay(language, rate.from_date) })}
      </span>
      <span className={css.checked}>
        {checked ? (
          <StatusMark kind="done">
            {checked.by} · <DateTime at={checked.at} /> · {checked.source}
          </StatusMark>
        ) : isMarked ? (
          <UncheckedMark />
        ) : null}
        {mayWrite && state === 'comes' ? <WithdrawButton rate={rate} /> : null}
      </span>
    </li>
  )
}

function CheckForm({
  name,
  rates,
  onClose,
}: {
  name: string
  rates: readonly Rate[]
  onClose: () => void
}) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const notify = useNotify()
  const [source, setSource] = useState('')
  const action = useAction('checkVatRate')
  const [sentRate, setSentRate] = useState('')
  const nameOf = ({ class: rateClass, bp }: Rate) =>
    `${t(`rates.of.${rateClass}`)} ${rateText(bp, language)}`
  return (
    <Form
      title={t('rates.checkOf', { rate: `${name}: ${rates.map(nameOf).join(', ')}` })}
      submit={t('rates.isRight')}
      note={t('rates.checkHelp')}
      failure={action.failure === null ? null : `${sentRate}: ${action.failure}`}
      busy={action.busy}
      changed
      onDiscard={onClose}
      onSubmit={async () => {
        for (const rate of rates) {
          const { country, class: rateClass, from_date, bp } = rate
          setSentRate(nameOf(rate))
          // A rate that someone has changed is refused. The form shows why and sends no further rates.
          if (!(await action.run({ country, class: rateClass, from_date, bp, source }))) return
        }
        notify(t('rates.noted'))
        onClose()
      }}
    >
      <FormField
        label={t('rates.source')}
        required
        maxLength={500}
        value={source}
        onChange={({ target }) => setSource(target.value)}
      />
    </Form>
  )
}

/** Withdraws a rate that does not apply yet. */
function WithdrawButton({ rate }: { rate: Rate }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const action = useAction('withdrawVatRate', { done: () => t('rates.withdrawn') })
  const { country, class: rateClass, from_date } = rate
  const name = [
    countryName(country, language),
    t(`rates.of.${rateClass}`),
    formatDay(language, from_date),
  ].join(' ')
  return (
    <>
      <ActionButton
        small
        busy={action.busy}
        aria-label={`${t('rates.withdraw')}: ${name}`}
        onClick={() => void action.run({ country, class: rateClass, from_date })}
      >
        {t('rates.withdraw')}
      </ActionButton>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
    </>
  )
}
