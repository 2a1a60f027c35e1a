import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { NumbersTable } from '#backoffice/kit/display/NumbersTable.tsx'
import { dayText } from '#backoffice/kit/time/day-text.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { rateText } from '#backoffice/kit/display/rate-text.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { VAT_CLASSES } from '#domain/finance/vat-amounts.ts'

import css from './PaymentsPage.module.css'

type Rate = StaffResponse<'vatRates'>['items'][number]
const keyOf = (rate: Rate) => `${rate.country} ${rate.class} ${rate.from_date}`
const isUnseen = ({ checked, channels, state }: Rate) =>
  checked === null && channels > 0 && state === 'holds'

/** Which rates are in use since when, and who has looked at each. */
export function VatRatesPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('vatRates', {}))
  const [chosen, choose] = useState<string | null>(null)
  const mayWrite = staff.permissions.includes('money.write')
  const unseen = data?.items.filter(isUnseen)
  const rate = data?.items.find((one) => keyOf(one) === chosen)
  return (
    <>
      <PageHead title={t('rates.title')} />
      <div className={css.body}>
        {error && !data ? <LoadError error={error} again={() => void refetch()} /> : null}
        {unseen ? (
          <Notice kind={unseen.length > 0 ? 'warn' : 'good'}>
            {unseen.length > 0 ? t('rates.unseen', { count: unseen.length }) : t('rates.allSeen')}
          </Notice>
        ) : null}
        {rate && mayWrite ? (
          <Check key={keyOf(rate)} rate={rate} onAway={() => choose(null)} />
        ) : null}
        {data ? <Rates rates={data.items} choose={mayWrite ? choose : null} /> : null}
        {data && mayWrite ? (
          // If every listed rate has been checked, the unchecked rate may be one that is missing.
          <div data-anchor={unseen?.length === 0 ? 'unchecked' : undefined}>
            <Add countries={[...new Set(data.items.map((one) => one.country))]} />
          </div>
        ) : null}
      </div>
    </>
  )
}

function Rates({ rates, choose }: { rates: Rate[]; choose: ((key: string) => void) | null }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  return (
    <NumbersTable
      head={[
        t('money.country'),
        t('rates.class'),
        t('rates.since'),
        t('money.rate'),
        t('rates.channels'),
        t('rates.checked'),
      ]}
      words={3}
      stacked
    >
      {rates.map((rate) => (
        <tr key={keyOf(rate)}>
          <td>{rate.country}</td>
          <td>
            {t(`rates.of.${rate.class}`)}
            {rate.state === 'holds' ? null : (
              <span className={css.soft}> · {t(`rates.${rate.state}`)}</span>
            )}
          </td>
          <td data-head={t('rates.since')}>{dayText(rate.from_date, language)}</td>
          <td className={css.number}>{rateText(rate.bp, language)}</td>
          <td className={css.number} data-head={t('rates.channels')}>
            {rate.channels === 0 ? '–' : rate.channels}
          </td>
          <td className={css.checked} data-wide>
            {rate.checked ? (
              <StatusMark kind="done">
                {rate.checked.by} · <DateTime at={rate.checked.at} /> · {rate.checked.source}
              </StatusMark>
            ) : (
              <StatusMark kind="warn">{t('rates.nobody')}</StatusMark>
            )}
            {choose && rate.state === 'comes' ? <Withdraw rate={rate} /> : null}
            {choose ? (
              <ActionButton
                little
                data-anchor={isUnseen(rate) ? 'unchecked' : undefined}
                aria-label={`${t('rates.check')}: ${rate.country} ${t(`rates.of.${rate.class}`)} ${dayText(rate.from_date, language)}`}
                onClick={() => choose(keyOf(rate))}
              >
                {t('rates.check')}
              </ActionButton>
            ) : null}
          </td>
        </tr>
      ))}
    </NumbersTable>
  )
}

function Check({ rate, onAway }: { rate: Rate; onAway: () => void }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const [source, setSource] = useState('')
  const action = useAction('checkVatRate', { done: () => t('rates.noted') })
  const { country, class: of, from_date, bp } = rate
  return (
    <div className={css.panel}>
      <Form
        title={t('rates.checkOf', {
          rate: `${country}, ${t(`rates.of.${of}`)}, ${dayText(from_date, language)}: ${rateText(bp, language)}`,
        })}
        submit={t('rates.isRight')}
        note={t('rates.checkHelp')}
        wrong={action.wrong}
        busy={action.busy}
        changed
        onDiscard={onAway}
        onSubmit={async () => {
          if (await action.run({ country, class: of, from_date, bp, source })) onAway()
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
    </div>
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
        aria-label={`${t('rates.withdraw')}: ${country} ${t(`rates.of.${of}`)} ${dayText(from_date, language)}`}
        onClick={() => void action.run({ country, class: of, from_date })}
      >
        {t('rates.withdraw')}
      </ActionButton>
      {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
    </>
  )
}

const EMPTY = {
  country: 'NL',
  class: 'standard' as Rate['class'],
  from_date: '',
  rate: '',
  source: '',
}

function Add({ countries }: { countries: string[] }) {
  const t = useTranslate()
  const [typed, type] = useState(EMPTY)
  const [open, setOpen] = useState(false)
  const action = useAction('addVatRate', { done: () => t('rates.added') })
  if (!open)
    return (
      <div>
        <ActionButton onClick={() => setOpen(true)}>{t('rates.add')}</ActionButton>
      </div>
    )
  return (
    <div className={css.panel}>
      <Form
        title={t('rates.add')}
        submit={t('rates.add')}
        note={t('rates.addHelp')}
        wrong={action.wrong}
        refusal={action.refusal}
        busy={action.busy}
        changed
        onDiscard={() => {
          type(EMPTY)
          setOpen(false)
        }}
        onSubmit={async () => {
          const { rate, ...rest } = typed
          const bp = Math.round(Number(rate.replace(',', '.')) * 100)
          if (await action.run({ ...rest, bp })) {
            type(EMPTY)
            setOpen(false)
          }
        }}
      >
        <RateFields countries={countries} typed={typed} type={type} />
      </Form>
    </div>
  )
}

function RateFields({
  countries,
  typed,
  type,
}: {
  countries: string[]
  typed: typeof EMPTY
  type: (typed: typeof EMPTY) => void
}) {
  const t = useTranslate()
  return (
    <>
      <FormSelect
        label={t('money.country')}
        value={typed.country}
        onChange={({ target }) => type({ ...typed, country: target.value })}
      >
        {countries.map((country) => (
          <option key={country}>{country}</option>
        ))}
      </FormSelect>
      <FormSelect
        label={t('rates.class')}
        value={typed.class}
        onChange={({ target }) => type({ ...typed, class: target.value as Rate['class'] })}
      >
        {VAT_CLASSES.map((one) => (
          <option key={one} value={one}>
            {t(`rates.of.${one}`)}
          </option>
        ))}
      </FormSelect>
      <DateField
        label={t('rates.since')}
        name="from_date"
        required
        value={typed.from_date}
        onValue={(from_date) => type({ ...typed, from_date })}
      />
      <FormField
        label={t('rates.percent')}
        name="bp"
        inputMode="decimal"
        required
        pattern="[0-9]{1,2}([.,][0-9]{1,2})?"
        value={typed.rate}
        onChange={({ target }) => type({ ...typed, rate: target.value })}
      />
      <FormField
        label={t('rates.source')}
        required
        maxLength={500}
        value={typed.source}
        onChange={({ target }) => type({ ...typed, source: target.value })}
      />
    </>
  )
}
