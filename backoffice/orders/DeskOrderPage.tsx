import { useQuery } from '@tanstack/react-query'

import { DeskLink } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { CreditPanel } from '#backoffice/orders/CreditPanel.tsx'
import { STATE_MARK } from '#backoffice/orders/desk-order-list.tsx'
import { eventWord } from '#backoffice/orders/event-words.ts'
import { OrderChoices } from '#backoffice/orders/OrderChoices.tsx'
import { OrderAddress } from '#backoffice/orders/OrderAddress.tsx'
import { OrderMails } from '#backoffice/orders/OrderMails.tsx'
import { OrderMoney } from '#backoffice/orders/OrderMoney.tsx'
import { OrderNotes } from '#backoffice/orders/OrderNotes.tsx'
import { OrderParcels } from '#backoffice/orders/OrderParcels.tsx'
import { OrderPerson } from '#backoffice/orders/OrderPerson.tsx'
import { OrderWithdrawals } from '#backoffice/orders/OrderWithdrawals.tsx'
import { History } from '#backoffice/parts/History.tsx'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { StateMark } from '#backoffice/parts/StateMark.tsx'
import { Trouble } from '#backoffice/parts/Trouble.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

import type { DeskAnswer } from '#contract/desk/desk-call.ts'

import css from './DeskOrderPage.module.css'

type Whole = DeskAnswer<'orderAtDesk'>

/** One order: facts and gifts left, money and what can be given back beside them. */
export function DeskOrderPage({ staff, params: { number = '' } }: DeskPageProps) {
  const say = useSay()
  const { data, error, refetch } = useQuery(deskQuery('orderAtDesk', { number }))
  const up = { to: '/desk/orders', word: say('order.title') }
  const title = say('order.one', { number })
  if (error) return <Trouble error={error} again={() => void refetch()} />
  if (!data) return <PageHead title={title} up={up} />
  const may = (permission: (typeof staff.permissions)[number]) =>
    staff.permissions.includes(permission)
  return (
    <>
      <PageHead
        title={title}
        up={up}
        beside={
          <StateMark kind={STATE_MARK[data.state]}>{say(`order.state.${data.state}`)}</StateMark>
        }
        subject={`order ${number}`}
      />
      <div className={css.body}>
        <div className={css.side}>
          <Odd order={data} />
          <Gifts order={data} />
          <OrderChoices key={`choices ${number}`} order={data} mayWrite={may('order.write')} />
          <OrderParcels key={`parcels ${number}`} order={data} mayMark={may('parcel.write')} />
          <OrderPerson key={number} order={data} mayAsk={may('person.ask')} />
          {data.changeable_until && may('order.write') ? (
            <OrderAddress number={number} until={data.changeable_until} me={staff.id} />
          ) : null}
          <OrderWithdrawals order={data} mayWrite={may('order.write')} />
          <OrderMails order={data} maySend={may('order.write')} />
          <OrderNotes order={data} mayWrite={may('order.write')} me={staff.id} />
          <Happened order={data} />
          {may('audit.read') ? (
            <History
              title={say('history')}
              asked={{ subject_kind: 'order', subject_id: number, limit: 20 }}
            />
          ) : null}
        </div>
        <div className={css.side}>
          <OrderMoney order={data} />
          {may('credit.book') ? <CreditPanel key={number} order={data} /> : null}
        </div>
      </div>
    </>
  )
}

function Odd({ order }: { order: Whole }) {
  const say = useSay()
  return (
    <>
      {order.attention.map(({ id, kind }) => (
        <Notice key={id} kind="warn">
          {say('order.needsPerson')}{' '}
          <DeskLink to={`/desk/attention/${id}`}>{say(`attention.of.${kind}`)}</DeskLink>
        </Notice>
      ))}
      {order.waits_for_approval ? <Notice kind="info">{say('order.waitsForSecond')}</Notice> : null}
    </>
  )
}

function Gifts({ order }: { order: Whole }) {
  const say = useSay()
  return (
    <section className={css.part} aria-label={say('order.gifts')}>
      <h2>{say('order.gifts')}</h2>
      <ul className={css.lines}>
        {order.lines.map((line) => (
          <li key={line.line}>
            <span>
              {line.quantity} × {line.name}
              {line.variant ? <span className={css.soft}>, {line.variant}</span> : null}
            </span>
            <span className={css.number}>{line.points * line.quantity}</span>
            <span className={css.soft}>
              {line.brand} · {line.sku}
            </span>
            <StateMark kind={line.fallen ? 'warn' : STATE_MARK[line.state]}>
              {line.fallen ? say('choice.fallen') : say(`order.state.${line.state}`)}
            </StateMark>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Happened({ order }: { order: Whole }) {
  const say = useSay()
  return (
    <section className={css.part} aria-label={say('order.happened')}>
      <h2>{say('order.happened')}</h2>
      <ol>
        {order.events.toReversed().map(({ at, type, description, staff }) => (
          <li key={`${at} ${type} ${description}`} className={css.row}>
            <span>
              {eventWord(say, type)}{' '}
              <span className={css.soft}>
                {[description, staff && say('order.madeBy', { name: staff })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Moment at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}
