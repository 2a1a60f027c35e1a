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

/** In use, and confirmed by nobody. */
export const isUnseen = ({ checked, channels, state }: Rate) =>
  checked === null && channels > 0 && state === 'holds'

/** The rates of a country. Those that nobody has checked are checked all at once. */
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
  const [opened, setOpened] = useState(false)
  const name = countryName(country, language)
  const channels = rates[0]?.channels ?? 0
  const unchecked = rates.filter(({ checked, state }) => checked === null && state !== 'past')
  const checking = opened && unchecked.length > 0
  // What is true of all of them is said once.
  const isNoneChecked = rates.every(({ checked }) => checked === null)
  return (
    <Card
      title={name}
      aside={
        <span className={css.state}>
          {channels === 0 ? t('rates.notInUse') : t('rates.channelCount', { count: channels })}
          {isNoneChecked && channels > 0 ? <Unchecked /> : null}
        </span>
      }
      actions={
        mayWrite && !checking && unchecked.length > 0 ? (
          <ActionButton
            little
            data-anchor={rates.some(isUnseen) ? 'unchecked' : undefined}
            aria-label={`${t('rates.check')}: ${name}`}
            onClick={() => setOpened(true)}
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
            isSaid={isNoneChecked}
            mayWrite={mayWrite}
          />
        ))}
      </ul>
      {checking ? <Check name={name} rates={unchecked} onAway={() => setOpened(false)} /> : null}
    </Card>
  )
}

function Unchecked() {
  const t = useTranslate()
  return <StatusMark kind="warn">{t('rates.nobody')}</StatusMark>
}

type RateRowProps = {
  rate: Rate
  /** That nobody has checked it is said elsewhere. */
  isSaid: boolean
  mayWrite: boolean
}

function RateRow({ rate, isSaid, mayWrite }: RateRowProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { checked, state } = rate
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
        ) : isUnseen(rate) && !isSaid ? (
          <Unchecked />
        ) : null}
        {mayWrite && state === 'comes' ? <Withdraw rate={rate} /> : null}
      </span>
    </li>
  )
}

function Check({
  name,
  rates,
  onAway,
}: {
  name: string
  rates: readonly Rate[]
  onAway: () => void
}) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const notify = useNotify()
  const [source, setSource] = useState('')
  const action = useAction('checkVatRate')
  const [tried, setTried] = useState('')
  const nameOf = ({ class: of, bp }: Rate) => `${t(`rates.of.${of}`)} ${rateText(bp, language)}`
  return (
    <Form
      title={t('rates.checkOf', { rate: `${name}: ${rates.map(nameOf).join(', ')}` })}
      submit={t('rates.isRight')}
      note={t('rates.checkHelp')}
      wrong={action.wrong === null ? null : `${tried}: ${action.wrong}`}
      busy={action.busy}
      changed
      onDiscard={onAway}
      onSubmit={async () => {
        for (const rate of rates) {
          const { country, class: of, from_date, bp } = rate
          setTried(nameOf(rate))
          // A rate that was changed meanwhile stops here, with the sentence that says so.
          if (!(await action.run({ country, class: of, from_date, bp, source }))) return
        }
        notify(t('rates.noted'))
        onAway()
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
function Withdraw({ rate }: { rate: Rate }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const action = useAction('withdrawVatRate', { done: () => t('rates.withdrawn') })
  const { country, class: of, from_date } = rate
  return (
    <>
      <ActionButton
        little
        busy={action.busy}
        aria-label={`${t('rates.withdraw')}: ${countryName(country, language)} ${t(`rates.of.${of}`)} ${formatDay(language, from_date)}`}
        onClick={() => void action.run({ country, class: of, from_date })}
      >
        {t('rates.withdraw')}
      </ActionButton>
      {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
    </>
  )
}
