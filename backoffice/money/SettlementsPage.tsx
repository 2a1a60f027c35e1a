import { useQuery } from '@tanstack/react-query'

import { deskQuery } from '#backoffice/desk-queries.ts'
import { NumbersTable } from '#backoffice/parts/NumbersTable.tsx'
import { MoneyTabs } from '#backoffice/money/MoneyTabs.tsx'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { Trouble } from '#backoffice/parts/Trouble.tsx'
import { useEuros } from '#backoffice/parts/use-euros.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'
import { classNames } from '#ui/class-names.ts'

import css from './MoneyPage.module.css'

/** What came on the bank account, and of what it is made. */
export function SettlementsPage() {
  const say = useSay()
  const euros = useEuros()
  const { data, error, refetch } = useQuery(deskQuery('settlements', {}))
  return (
    <>
      <PageHead title={say('settlement.title')} />
      <div className={css.body}>
        <MoneyTabs />
        {error ? <Trouble error={error} again={() => void refetch()} /> : null}
        {data && !data.read ? <Notice kind="info">{say('settlement.notRead')}</Notice> : null}
        {data?.read && data.items.length === 0 ? <p>{say('settlement.none')}</p> : null}
        {data && data.items.length > 0 ? (
          <NumbersTable
            head={[
              say('settlement.reference'),
              say('settlement.paidOut'),
              say('money.provider'),
              say('money.paid'),
              say('money.refunded'),
              say('money.chargedBack'),
              say('settlement.costs'),
              say('settlement.amount'),
              say('money.difference'),
            ]}
            words={3}
          >
            {data.items.map((row) => (
              <tr key={row.id}>
                <td>{row.reference}</td>
                <td>
                  <Moment at={row.paid_at} />
                </td>
                <td>{row.provider}</td>
                <td className={css.number}>{euros(row.payments)}</td>
                <td className={css.number}>{euros(row.refunds)}</td>
                <td className={css.number}>{euros(row.chargebacks)}</td>
                <td className={css.number}>{euros(-row.costs_cents)}</td>
                <td className={css.number}>{euros(row.cents)}</td>
                <td className={classNames(css.number, row.difference !== 0 && css.bad)}>
                  {euros(row.difference)}
                </td>
              </tr>
            ))}
          </NumbersTable>
        ) : null}
      </div>
    </>
  )
}
