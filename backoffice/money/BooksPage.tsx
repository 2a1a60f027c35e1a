import { useQuery } from '@tanstack/react-query'

import { DeskLink } from '#backoffice/desk-address.tsx'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { monthName } from '#backoffice/money/month-name.ts'
import { NumbersTable } from '#backoffice/parts/NumbersTable.tsx'
import { EuroCell } from '#backoffice/money/EuroCell.tsx'
import { MoneyTabs } from '#backoffice/money/MoneyTabs.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { StateMark } from '#backoffice/parts/StateMark.tsx'
import { Trouble } from '#backoffice/parts/Trouble.tsx'
import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'

import css from './MoneyPage.module.css'

/** Months, the newest first: what was reported of each, or that it is still open. */
export function BooksPage() {
  const say = useSay()
  const { language } = useDeskLanguage()
  const { data, error, refetch } = useQuery(deskQuery('booksMonths', {}))
  return (
    <>
      <PageHead title={say('books.title')} />
      <div className={css.body}>
        <MoneyTabs />
        {error ? <Trouble error={error} again={() => void refetch()} /> : null}
        {data?.items.length === 0 ? <p>{say('books.none')}</p> : null}
        {data && data.items.length > 0 ? (
          <NumbersTable
            head={[
              say('books.month'),
              say('books.state'),
              say('money.paid'),
              say('money.orders'),
              say('money.refunded'),
              say('money.chargedBack'),
              say('money.difference'),
              say('money.vatIn'),
              say('books.corrections'),
            ]}
            words={2}
            stacked
          >
            {data.items.map(({ month, closed_at, sums, corrections }) => (
              <tr key={month}>
                <td>
                  <DeskLink to={`/desk/money/months/${month}`}>
                    {monthName(month, language)}
                  </DeskLink>
                </td>
                <td>
                  <StateMark kind={closed_at === null ? 'wait' : 'done'}>
                    {say(closed_at === null ? 'books.open' : 'books.closed')}
                  </StateMark>
                </td>
                {sums === null ? (
                  <td colSpan={7} className={css.soft}>
                    {say('books.openHelp')}
                  </td>
                ) : (
                  <>
                    <EuroCell head="money.paid" cents={sums.paid} />
                    <EuroCell head="money.orders" cents={sums.orders} />
                    <EuroCell head="money.refunded" cents={sums.refunded} />
                    <EuroCell head="money.chargedBack" cents={sums.charged_back} />
                    <EuroCell
                      head="money.difference"
                      cents={sums.difference}
                      bad={sums.difference !== 0}
                    />
                    <EuroCell head="money.vatIn" cents={sums.vat_cents - sums.vat_back} />
                    <td className={css.number}>{corrections === 0 ? '–' : corrections}</td>
                  </>
                )}
              </tr>
            ))}
          </NumbersTable>
        ) : null}
      </div>
    </>
  )
}
