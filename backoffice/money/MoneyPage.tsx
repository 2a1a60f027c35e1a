import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { DeskLink, useAsked } from '#backoffice/desk-address.tsx'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { DeskDate } from '#backoffice/parts/DeskDate.tsx'
import { MoneyTable } from '#backoffice/money/MoneyTable.tsx'
import { MoneyTabs } from '#backoffice/money/MoneyTabs.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { Trouble } from '#backoffice/parts/Trouble.tsx'
import { useEuros } from '#backoffice/parts/use-euros.ts'
import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'
import { addDays, dayAt, DEFAULT_ZONE, isDay } from '#domain/zone-days.ts'
import { classNames } from '#ui/class-names.ts'

import css from './MoneyPage.module.css'

type Money = DeskAnswer<'moneyOfDay'>

/** A day to the cent: what came, what became of it, what went back; a difference of nothing is shown as proof. */
export function MoneyPage() {
  const say = useSay()
  const [asked, change] = useAsked()
  const chosen = asked.get('day') ?? ''
  const [yesterday] = useState(() => addDays(dayAt(Date.now(), DEFAULT_ZONE), -1))
  const day = isDay(chosen) ? chosen : yesterday
  const channel = asked.get('channel')
  const { data, error, refetch } = useQuery(
    deskQuery('moneyOfDay', { day, ...(channel === null ? {} : { channel }) }),
  )
  return (
    <>
      <PageHead title={say('money.title')} />
      <div className={css.body}>
        <MoneyTabs />
        <div className={css.day}>
          <DeskDate
            label={say('money.day')}
            hint={say('money.dayHelp')}
            value={day}
            onValue={(day) => change({ day }, { replace: true })}
          />
        </div>
        {error ? <Trouble error={error} again={() => void refetch()} /> : null}
        {data ? <Proof money={data} /> : null}
        {data && data.vat.length > 0 ? <Vat money={data} /> : null}
      </div>
    </>
  )
}

function Proof({ money }: { money: Money }) {
  const say = useSay()
  const euros = useEuros()
  if (money.items.length === 0) return <p>{say('money.none')}</p>
  const differs = money.items.some(({ difference }) => difference !== 0)
  return (
    <section className={css.part} aria-label={say('money.proof')}>
      <h2>{say('money.proof')}</h2>
      <Notice kind={differs ? 'warn' : 'good'}>
        {say(differs ? 'money.differs' : 'money.agrees')}
      </Notice>
      <MoneyTable
        head={[
          say('money.provider'),
          say('channel'),
          say('money.paid'),
          say('money.orders'),
          say('money.stray'),
          say('money.refunded'),
          say('money.chargedBack'),
          say('money.difference'),
        ]}
        words={2}
      >
        {money.items.map((row) => (
          <tr key={`${row.provider} ${row.channel}`}>
            <td>{row.provider}</td>
            <td>{row.channel}</td>
            <td className={css.number}>{euros(row.paid)}</td>
            <td className={css.number}>{euros(row.orders)}</td>
            <td className={css.number}>{row.stray === 0 ? '–' : euros(row.stray)}</td>
            <td className={css.number}>{row.refunded === 0 ? '–' : euros(row.refunded)}</td>
            <td className={css.number}>{row.charged_back === 0 ? '–' : euros(row.charged_back)}</td>
            <td className={classNames(css.number, row.difference !== 0 && css.bad)}>
              {euros(row.difference)}
            </td>
          </tr>
        ))}
      </MoneyTable>
      {money.differing.length > 0 ? (
        <>
          <h3>{say('money.cause')}</h3>
          <ul>
            {money.differing.map(({ payment, order, paid, ordered }) => (
              <li key={`${payment} ${order}`}>
                {order ? <DeskLink to={`/desk/orders/${order}`}>{order}</DeskLink> : payment}{' '}
                {say('money.causeLine', { paid: euros(paid ?? 0), ordered: euros(ordered ?? 0) })}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}

function Vat({ money }: { money: Money }) {
  const say = useSay()
  const euros = useEuros()
  const { language } = useDeskLanguage()
  return (
    <section className={css.part} aria-label={say('money.vat')}>
      <h2>{say('money.vat')}</h2>
      <MoneyTable
        head={[
          say('channel'),
          say('money.country'),
          say('money.rate'),
          say('money.turnover'),
          say('money.vatIn'),
          say('money.vatBack'),
        ]}
        words={2}
      >
        {money.vat.map((row) => (
          <tr key={`${row.channel} ${row.country} ${row.bp}`}>
            <td>{row.channel}</td>
            <td>{row.country}</td>
            <td className={css.number}>{(row.bp / 100).toLocaleString(language)} %</td>
            <td className={css.number}>{euros(row.cents)}</td>
            <td className={css.number}>{euros(row.vat_cents)}</td>
            <td className={css.number}>{row.vat_back === 0 ? '–' : euros(row.vat_back)}</td>
          </tr>
        ))}
      </MoneyTable>
    </section>
  )
}
